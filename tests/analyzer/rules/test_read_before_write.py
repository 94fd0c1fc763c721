"""CD201 and a key that two parts spell differently: what is said, and what the fix does, go the same way."""

from pathlib import Path

from analyzer.check import check_reading
from analyzer.finding import Finding
from analyzer.source.project import Project

HEAD = "from chaindsl import chain, step\n\n"
WRITE = '@step(writes="draft")\ndef write(question: str) -> str:\n    return question\n\n'
OTHER = '@step(writes="size")\ndef count(draft: str) -> int:\n    return len(draft)\n\n'
FINISH = '@step(writes="answer")\ndef finish(draff: str) -> str:\n    return draff\n\n'


def found(folder: Path, text: str) -> Finding:
    (folder / "flow.py").write_text(HEAD + text)
    (one,) = check_reading(Project().read(folder / "flow.py", shown="flow.py"), ["CD201"])
    return one


def test_of_two_names_that_nobody_else_uses_either_may_be_the_right_one(tmp_path: Path) -> None:
    one = found(tmp_path, WRITE + FINISH + 'flow = chain("flow", write, finish, inputs={"question": str})\n')
    assert one.help == (
        "`write` writes `draft`, which nothing reads: spell both `draft` or both `draff`. "
        "Otherwise add it to inputs=, or let a part before it write it"
    )
    assert one.fix is not None
    assert one.fix.title == "let `write` write `draff`, as it is read"


def test_a_name_that_others_read_is_the_right_one(tmp_path: Path) -> None:
    flow = 'flow = chain("flow", write, count, finish, inputs={"question": str})\n'
    one = found(tmp_path, WRITE + OTHER + FINISH + flow)
    assert one.help == "did you mean draft? Otherwise add it to inputs=, or let a part before it write it"
    assert one.fix is not None
    assert one.fix.title == "correct `draff` to `draft`"
