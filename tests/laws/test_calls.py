"""Law 2: no run makes more calls than the bound, and where the bound is called tight some run makes as many."""

from hypothesis import given

from tests.laws.choices import Exploration
from tests.laws.effort import half
from tests.laws.stage import staged
from tests.laws.working import chains, flows


@half
@given(flows())
def test_no_run_makes_more_calls_than_the_bound(text: str) -> None:
    with staged(text, ()) as stage:
        bound = stage.facts.calls
        if bound.most is None or not bound.finite:
            return
        stage.be_adverse()
        exploration = Exploration(most=20, more=5)
        dearest = max(played.run.spent.calls for played in exploration.of(stage.play))
        assert dearest <= bound.most


@half
@given(chains())
def test_some_run_makes_as_many_calls_as_a_tight_bound_says(text: str) -> None:
    with staged(text, ()) as stage:
        bound = stage.facts.calls
        if not (bound.finite and bound.tight and bound.most):
            return
        stage.be_adverse()
        exploration = Exploration(most=200)
        dearest = max(played.run.spent.calls for played in exploration.of(stage.play))
        assert dearest == bound.most or not exploration.whole
