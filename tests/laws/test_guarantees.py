"""Law 5: a guarantee that the check holds to holds in every run, and one that it reports is broken by some run."""

from hypothesis import given

from chaindsl.runtime.failure import GuaranteeBroken
from tests.laws.along import Along
from tests.laws.choices import Exploration
from tests.laws.effort import half
from tests.laws.machines import guaranteed
from tests.laws.monitor import Monitor
from tests.laws.stage import staged


@half
@given(guaranteed())
def test_a_guarantee_is_reported_if_and_only_if_some_run_breaks_it(text: str) -> None:
    with staged(text, ["CD109"]) as stage:
        broken = Monitor(stage.source.graph).broken()
        assert bool(stage.findings) is (broken is not None)
        if broken is not None:
            start, hops = broken
            played = Along(stage, start, hops).play()
            assert isinstance(played.error, GuaranteeBroken)
            return
        for played in Exploration(most=10, more=10).of(stage.play):
            assert not isinstance(played.error, GuaranteeBroken)
