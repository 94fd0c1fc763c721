"""What no run can do is known before any run: moves that guards keep shut, and guards that always hold."""

from analyzer.facts.flow_facts import FlowFacts
from chaindsl import transition, workflow
from chaindsl.review.ways.ruled_out import ruled_out


@transition(source="open", target="small", actor="deterministic", when="amount < 100")
def take() -> None: ...


@transition(source="open", target="large", actor="deterministic", when="amount >= 100", on_failure="lost")
def ask() -> None: ...


@transition(source="open", target="lost", actor="deterministic")
def lose() -> None: ...


def said(*listed: object) -> list[str]:
    flow = workflow(
        "sizes",
        *listed,  # type: ignore[arg-type]  # transitions
        initial="open",
        final=["small", "large", "lost"],
        inputs={"amount": int},
    )
    return sorted(turn.text for turn in ruled_out(FlowFacts(flow.graph)))


def test_what_other_guards_leave_nothing_for_is_ruled_out() -> None:
    assert said(take, ask, lose) == ["ask is not open: amount >= 100 does not hold", "lose: open -> lost"]


def test_the_last_guard_that_always_holds_is_ruled_out_as_false() -> None:
    assert said(take, ask) == ["ask is not open: amount >= 100 does not hold"]


def test_where_a_gap_is_left_nothing_is_ruled_out() -> None:
    assert said(take) == []
