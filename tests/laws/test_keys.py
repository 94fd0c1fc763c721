"""Laws 1 and 4: a flow without CD201 never misses a key, and a write that CD202 or CD203 reports changes nothing."""

import re

from hypothesis import given

from chaindsl.runtime.failure import MissingKey
from tests.laws.choices import Choices, Exploration
from tests.laws.effort import half
from tests.laws.machines import with_keys
from tests.laws.stage import Played, Stage, staged
from tests.laws.working import chains, flows


def missed(played: Played) -> str | None:
    """The key that a run did not find, if that is what it failed with."""
    for cause in played.causes:
        if isinstance(cause, MissingKey):
            return cause.key
        if isinstance(cause, KeyError):
            return str(cause.args[0])
    return None


def missing_output(stage: Stage, played: Played) -> list[str]:
    declared = stage.flow.graph.outputs
    if stage.flow.graph.kind != "chain" or not isinstance(declared, tuple) or not played.completed:
        return []
    return [key for key in declared if key not in played.run.values]


@half
@given(flows() | with_keys())
def test_where_no_missing_key_is_reported_no_run_misses_one(text: str) -> None:
    with staged(text) as stage:
        # Of a key that one parallel part reads and another writes CD205 tells, in the place of CD201.
        if stage.found("CD201", "CD205", "CD002"):
            return
        for played in Exploration(most=30, more=10).of(stage.play):
            assert missed(played) is None
            assert missing_output(stage, played) == []


@half
@given(chains())
def test_where_every_way_was_tried_a_missing_key_that_is_reported_was_missed(text: str) -> None:
    with staged(text) as stage:
        reported = {match[1] for one in stage.found("CD201") if (match := re.search(r"reads `(\w+)`", one.message))}
        if not reported or stage.found("CD205"):
            return
        exploration = Exploration(most=300)
        lacking: set[str] = set()
        for played in exploration.of(stage.play):
            lacking |= {missed(played) or "", *missing_output(stage, played)}
        assert reported <= lacking or not exploration.whole


def outputs(played: Played) -> str:
    """All that a run hands back; classes of two modules are no more the same than the modules are."""
    assert played.completed
    return repr({**played.run.outputs, "gone": None})


def without(text: str, step: str, key: str) -> str:
    """The module with a step's write under another key."""
    to_the_function = rf"(?=(?:(?!\n@|\ndef |\nasync def ).)*\n(?:async )?def {step}\()"
    definition = re.compile(rf"writes=[\"']{key}[\"']{to_the_function}", re.DOTALL)
    renaming = re.compile(rf'(name="{step}", reads={{[^}}]*}}, writes=)"{key}"')
    return renaming.sub(r'\1"gone"', definition.sub('writes="gone"', text))


@half
@given(flows() | with_keys())
def test_a_write_that_is_reported_changes_no_output_when_it_is_left_out(text: str) -> None:
    with staged(text, ["CD202", "CD203"]) as stage:
        lost = [match.groups() for one in stage.findings if (match := re.match(r"`(\w+)` writes `(\w+)`", one.message))]
        assert len(lost) == len(stage.findings)
        for step, key in lost:
            changed = without(text, step, key)
            assert changed.count('"gone"') == 1
            with staged(changed, ()) as other:
                for made, played in Exploration(most=12, more=6).of(lambda choices: (choices, stage.play(choices))):
                    if played.completed:
                        again = other.play(Choices({name: chosen for name, (chosen, _) in made.made.items()}))
                        assert outputs(again) == outputs(played)
