"""Comments that silence rules: what they say, where, and what is malformed; never what only looks like one."""

import pytest

from analyzer.directive import Directive, directives

FORM = "write `# chaindsl: ignore[CODE]` or `# chaindsl: file-ignore[CODE]`, with the codes to silence"


def only(text: str) -> Directive:
    (found,) = directives(text)
    return found


def test_an_ignore_speaks_about_its_own_line() -> None:
    found = only("x = 1\ny = 2  # chaindsl: ignore[CD202, unread-key] kept for the report\n")
    assert found == Directive(
        line=2,
        column=8,
        end_column=65,
        codes=("CD202", "unread-key"),
        lines=frozenset({2}),
        reason="kept for the report",
    )


def test_one_on_a_line_of_its_own_speaks_about_the_next_line_of_code() -> None:
    found = only("    # chaindsl: ignore[CD101]\n    # since it is polled\n    x = 1\n".replace("    x", "x"))
    assert found.alone
    assert found.lines == {1, 3}


def test_a_blank_line_ends_what_it_speaks_about() -> None:
    assert only("# chaindsl: ignore[CD101]\n\nx = 1\n").lines == {1, 2}


def test_one_may_speak_about_the_whole_file() -> None:
    found = only('"""A module."""\n# chaindsl: file-ignore[CD1x]\n')
    assert (found.codes, found.whole_file, found.lines) == (("CD1x",), True, frozenset())


def test_it_may_share_a_comment() -> None:
    found = directives("x = 1  # noqa: F401 # chaindsl: ignore[CD101] # chaindsl:ignore[CD102]\n")
    assert [(one.codes, one.column, one.end_column) for one in found] == [(("CD101",), 21, 46), (("CD102",), 47, 71)]


@pytest.mark.parametrize(
    "text",
    [
        "x = '# chaindsl: ignore[CD101]'\n",
        '"""\n# chaindsl: ignore[CD101]\n"""\n',
        "f'''{1}\n# chaindsl: ignore[CD101]\n'''\n",
        "# chaindsl: the language that these flows are written in\n",
        "# chaindsl ignore[CD101]\n",
        "# see chaindsl: ignore\n",
        "",
    ],
)
def test_what_is_no_directive(text: str) -> None:
    assert directives(text) == []


@pytest.mark.parametrize(
    ("comment", "wrong"),
    [
        ("ignore", FORM),
        ("ignore CD101", FORM),
        ("ignore[CD101", FORM),
        ("noqa", FORM),
        ("ignored[CD1]", FORM),
        ("ignore[CD101]why", FORM),
        ("ignore[]", "it names no code; there is no form that silences everything"),
        ("ignore[*]", "'*' is no code; separate codes by commas"),
        ("ignore[CD101 CD102]", "'CD101 CD102' is no code; separate codes by commas"),
        ("ignore[CD101,]", "'' is no code; separate codes by commas"),
    ],
)  # fmt: skip
def test_a_malformed_one_says_what_is_wrong(comment: str, wrong: str) -> None:
    found = only(f"x = 1  # chaindsl: {comment}\n")
    assert (found.wrong, found.codes, found.line, found.column) == (wrong, (), 1, 8)


def test_the_word_in_capitals_is_malformed() -> None:
    assert only("# ChainDSL: ignore[CD101]\n").wrong


@pytest.mark.parametrize(
    "text",
    ["x = (\n# chaindsl: ignore[CD101]\n", "# chaindsl: ignore[CD101]\n  x\n y\n", "# chaindsl: ignore[CD101]\n'''"],
)
def test_text_that_is_no_python_counts_as_far_as_it_goes(text: str) -> None:
    assert only(text).codes == ("CD101",)
