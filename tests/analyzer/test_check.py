"""Rules over one reading, where a rule can't look at all of it."""

from pathlib import Path

from analyzer.check import check_reading
from analyzer.files import Source
from analyzer.inspector import Inspector
from analyzer.rules.registry import RULES
from analyzer.settings.settings import Settings
from analyzer.source.disk import Disk
from analyzer.source.project import Project

DEEP = f"""from chaindsl import Budget, Complete, Text, chain, step


@step(writes="answer")
def reply(question: Text, *, complete: Complete) -> Text:
    ask = complete
    return ask(question{".upper()" * 600})


@step(writes="unread")
def note(question: Text) -> Text:
    return question


flow = chain("flow", reply, note, inputs={{"question": Text}}, outputs=["answer"], budget=Budget(calls=1))
"""


def test_a_body_too_deep_for_some_rules_is_told_and_the_other_rules_look(tmp_path: Path) -> None:
    (tmp_path / "flow.py").write_text(DEEP)
    found = check_reading(Project().read(tmp_path / "flow.py", shown="flow.py"), RULES)
    (deep,) = [one for one in found if one.code == "CD001"]
    assert deep.place.line == 15
    assert deep.message.startswith("nested too deeply for ")
    assert "CD302" in deep.message
    assert [(one.code, one.place.line) for one in found if one.code == "CD202"] == [("CD202", 10)]


def test_no_depth_hides_a_body_that_only_calls_its_model(tmp_path: Path) -> None:
    (tmp_path / "flow.py").write_text(DEEP.replace("ask = complete\n    return ask(", "return complete("))
    found = check_reading(Project().read(tmp_path / "flow.py", shown="flow.py"), RULES)
    assert [(one.code, one.place.line) for one in found] == [("CD202", 9), ("CD303", 14)]


def test_nothing_is_said_of_suppressions_in_a_file_that_is_too_deep(tmp_path: Path) -> None:
    source = Source(str(tmp_path / "flow.py"), "flow.py", Settings())
    assert Inspector(Disk()).inspect(source, DEEP.encode(), frozenset({"CD202"})).whole
    assert not Inspector(Disk()).inspect(source, DEEP.encode(), frozenset({"CD302"})).whole
