"""What a file's comments silence, and what is said of comments that silence nothing."""

from textwrap import dedent

import pytest

from analyzer.finding import Confidence, Finding, Severity
from analyzer.suppression import Suppressions
from chaindsl.graph.place import Place

NAMES = {"CD003": "unused-suppression", "CD101": "deterministic-cycle", "CD202": "unread-key"}
RAN = frozenset(NAMES)

STEPS = dedent(
    """\
    from chaindsl import step
    # chaindsl: ignore[CD101]
    @step(
        writes="a",  # chaindsl: ignore[CD202]
    )
    def first(
        x: str,
    ) -> str:
        y = 1
        def inner() -> None:
            z = 1
        return x

    @step(writes="b")
    def second() -> str:  # chaindsl: ignore[unread-key]
        # chaindsl: ignore[CD101]
        u = 1
        v = 2
    """
)


def finding(line: int, code: str = "CD202", end_line: int = 0) -> Finding:
    place = Place("a.py", line, 1, end_line, 2)
    return Finding(code, NAMES[code], "m", Severity.WARNING, Confidence.PROVED, place)


@pytest.mark.parametrize(
    ("line", "code", "silent"),
    [
        (3, "CD101", True),
        (4, "CD202", True),
        (6, "CD202", True),
        (7, "CD101", True),
        (9, "CD202", True),
        (1, "CD101", False),
        (11, "CD202", False),
        (13, "CD202", False),
        (14, "CD202", True),
        (15, "CD101", False),
        (17, "CD101", True),
        (17, "CD202", True),
        (18, "CD101", False),
    ],
)
def test_a_comment_reaches_its_line_and_the_function_it_heads(line: int, code: str, silent: bool) -> None:
    assert Suppressions("a.py", STEPS).silences(finding(line, code)) is silent


def test_a_comment_reaches_findings_that_span_its_line() -> None:
    text = "qa = chain(\n    'qa',  # chaindsl: ignore[CD202]\n    a,\n)\n"
    assert Suppressions("a.py", text).silences(finding(1, end_line=4))
    assert not Suppressions("a.py", text).silences(finding(1))
    assert not Suppressions("a.py", text).silences(finding(3, end_line=4))


def test_a_comment_may_reach_the_whole_file() -> None:
    text = "# chaindsl: file-ignore[CD202]\n\n\n\nx = 1\n"
    assert Suppressions("a.py", text).silences(finding(5))
    assert not Suppressions("a.py", text).silences(finding(5, "CD101"))


def leftovers(text: str, *found: Finding, ran: frozenset[str] = RAN) -> list[tuple[str, str]]:
    suppressions = Suppressions("a.py", text)
    for one in found:
        suppressions.silences(one)
    return [(f"{one.place.line}:{one.place.column}-{one.place.end_column} {one.message}", one.help)
            for one in suppressions.leftovers(NAMES, ran)]  # fmt: skip


def test_one_that_silences_something_is_not_spoken_of() -> None:
    assert leftovers("x = 1  # chaindsl: ignore[CD202]\n", finding(1)) == []


def test_one_that_silences_nothing_is_told() -> None:
    assert leftovers("x = 1  # chaindsl: ignore[CD202, CD101] old\n", finding(1)) == [
        ("1:8-44 this suppression of CD101 silences nothing", "delete it")
    ]


def test_it_is_not_told_when_the_rule_did_not_run() -> None:
    assert leftovers("x = 1  # chaindsl: ignore[CD202]\n", ran=frozenset({"CD101"})) == []


def test_unknown_and_malformed_ones_are_told_whatever_ran() -> None:
    text = "x = 1  # chaindsl: ignore[CD220]\ny = 1  # chaindsl: ignore\n"
    assert leftovers(text, ran=frozenset()) == [
        ("1:8-33 this suppression names 'CD220', which is no rule", "did you mean 'CD202'?"),
        (
            (
                "2:8-26 this suppression is malformed: write `# chaindsl: ignore[CODE]` or "
                "`# chaindsl: file-ignore[CODE]`, with the codes to silence"
            ),
            "",
        ),
    ]


def test_the_rule_about_suppressions_can_be_silenced_and_is_never_unused() -> None:
    assert leftovers("x = 1  # chaindsl: ignore[CD003]\n") == []
    text = "x = 1  # chaindsl: ignore[CD003, CD202]\n"
    suppressions = Suppressions("a.py", text)
    (left,) = suppressions.leftovers(NAMES, RAN)
    assert suppressions.silences(left)


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        ("x = 1  # chaindsl: ignore[CD202] why\ny\n", "x = 1\ny\n"),
        ("x = 1  # noqa # chaindsl: ignore[CD202]\n", "x = 1  # noqa\n"),
        ("a\n  # chaindsl: ignore[CD202]\nb\n", "a\nb\n"),
        ("x = 1  # chaindsl: ignore[CD202, CD003] why\n", "x = 1  # chaindsl: ignore[CD003] why\n"),
    ],
)
def test_what_silences_nothing_can_be_taken_out(text: str, fixed: str) -> None:
    (left,) = Suppressions("a.py", text).leftovers(NAMES, RAN)
    assert left.fix is not None
    assert left.fix.safe
    (edit,) = left.fix.edits
    lines = text.splitlines(keepends=True)
    before = "".join(lines[: edit.place.line - 1]) + lines[edit.place.line - 1][: edit.place.column - 1]
    after = "".join([*lines, ""][edit.place.end_line - 1 :])[edit.place.end_column - 1 :]
    assert before + edit.text + after == fixed


@pytest.mark.parametrize("text", ["def f(:  # chaindsl: ignore[CD202]\n", "(" * 5000 + "# chaindsl: ignore[CD202]\n"])
def test_a_file_that_is_no_python_has_comments_all_the_same(text: str) -> None:
    suppressions = Suppressions("a.py", text)
    assert suppressions.silences(finding(1))
    assert not suppressions.silences(finding(2))


def test_thousands_of_comments_and_findings_take_no_longer_than_they_are_many() -> None:
    """Each finding is asked of the comments around it: of all of them, this would take minutes."""
    text = "".join(f"# chaindsl: ignore[CD003] {number}\n" for number in range(20_000))
    text += "".join(f"@step\ndef f{number}(): ...\n" for number in range(5_000))
    comments = Suppressions("a.py", text)
    names = {"CD003": "unused-suppression"}
    for number in range(20_000):
        place = Place("a.py", number + 1)
        assert comments.silences(Finding("CD003", names["CD003"], "", Severity.WARNING, Confidence.PROVED, place))
    place = Place("a.py", 20_001, 1, 20_002)
    assert comments.silences(Finding("CD003", names["CD003"], "", Severity.WARNING, Confidence.PROVED, place))
    assert list(comments.leftovers(names, frozenset(names))) == []
