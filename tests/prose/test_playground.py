"""The runner of pages has to fail where a page is wrong, or no page is proved."""

from pathlib import Path

import pytest

from tests.prose.accepting import accepted
from tests.prose.page import blocks, commands
from tests.test_prose import problems, unclear


def page(folder: Path, text: str) -> Path:
    path = folder / "page.md"
    path.write_text(text, encoding="utf-8")
    return path


def wrong(folder: Path, text: str) -> list[str]:
    playground = folder / "playground"
    playground.mkdir()
    return problems(page(folder, text), playground)


TRUE_PAGE = """\
<!-- file: sub/greeting.txt -->
```text
hello
```

```console
$ cat sub/greeting.txt
hello
$ false  # exit 1
$ echo to stderr >&2
to stderr
```

```python
word = "one"
print(word)
```

<!-- output -->
```text
one
```

```python
assert word == "one"
```

<!-- output: echo 'flowchart LR' -->
```mermaid
flowchart LR
```

- in a list:

  ```sh
  test -f sub/greeting.txt
  ```

<!-- not run: it would never end -->
```sh
sleep inf
```
"""


def test_a_true_page_has_no_problem(tmp_path: Path) -> None:
    assert wrong(tmp_path, TRUE_PAGE) == []


@pytest.mark.parametrize(
    ("true", "false", "said"),
    [
        ("\nhello\n$", "\nhullo\n$", "page.md:7: prints\nhello\nand not\nhullo\n"),
        ("# exit 1", "# exit 2", "page.md:9: exit 1, not 2\n"),
        ("$ false  # exit 1", "$ false", "page.md:9: exit 1, not 0\n"),
        ("```text\none", "```text\ntwo", "page.md:15: prints\none\nand not\ntwo\n"),
        ("\nflowchart LR", "\nflowchart TB", "page.md:30: prints\nflowchart LR\nand not\nflowchart TB\n"),
        ("test -f", "test -d", "page.md:36: exit 1\n"),
    ],
)
def test_each_wrong_claim_is_found(tmp_path: Path, true: str, false: str, said: str) -> None:
    assert true in TRUE_PAGE
    assert wrong(tmp_path, TRUE_PAGE.replace(true, false)) == [said]


def test_a_page_is_accepted_as_it_prints_now(tmp_path: Path) -> None:
    false = TRUE_PAGE
    for true, other in [("\nhello\n$", "\n$"), ("# exit 1", "# exit 2"), ("text\none", "text\ntwo\nthree")]:
        false = false.replace(true, other)
    false = false.replace("\nflowchart LR", "\nflowchart TB")
    (tmp_path / "playground").mkdir()
    assert accepted(page(tmp_path, false), tmp_path / "playground") == TRUE_PAGE


def test_a_failing_python_block_is_shown_at_its_line_in_the_page(tmp_path: Path) -> None:
    [said] = wrong(tmp_path, "\n\n```python\nx = 1\n```\n\n```python\nassert x == 2\n```\n")
    assert said.startswith("page.md: the Python blocks end with exit 1\n")
    assert 'page_page.py", line 8, in <module>' in said


def test_blocks_have_to_say_what_they_are(tmp_path: Path) -> None:
    found = blocks(page(tmp_path, "```\nx\n```\n\n<!-- not run: -->\n```sh\n```\n\n<!-- not run -->\n```sh\n```\n"))
    assert unclear(found) == ["2: language ''", "11: no reason"]


def test_an_unclosed_fence_and_output_without_a_command_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="line 1: this fence is never closed"):
        blocks(page(tmp_path, "```sh\nls\n"))
    with pytest.raises(ValueError, match="line 2: a console block starts with a `\\$ ` line"):
        commands(blocks(page(tmp_path, "```console\nls\n```\n"))[0])
