"""Each bar of `--fail-on`: what stands above it, in which words, and what does not."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.finding import Confidence, Finding, Severity
from analyzer.refusal import Refusal
from chaindsl.graph.budget import Budget
from chaindsl.graph.flow import Chain, Flow
from chaindsl.graph.guarantee import AtMost, Guarantee, Passes
from chaindsl.graph.place import Place
from chaindsl.graph.step import Prompt, Step
from chaindsl.review.changes.bars import SHAPES, WORDS, bars, failures
from chaindsl.review.changes.difference import Difference, FlowDifference
from chaindsl.review.changes.following import Following
from tests.review.changes.made import compared, flow_at

OLD, NEW = Following(4, 0, 10, 3), Following(6, 0, 10, 3)


def of(*flows: FlowDifference, found: tuple[Finding, ...] = ()) -> Difference:
    return Difference("old", "new", flows, found)


def told(bar: str, *flows: FlowDifference, found: tuple[Finding, ...] = ()) -> list[str]:
    return [str(one) for one in failures(of(*flows, found=found), bars([bar]))]


def chain(*steps: Step, budget: Budget | None = None, guarantees: tuple[Guarantee, ...] = ()) -> Flow:
    return Flow("mail", Chain(steps), budget=budget, guarantees=guarantees)


def figures(before: Following | None, after: Following | None) -> FlowDifference:
    flow = flow_at(chain(Step("a")))
    return FlowDifference(flow, flow, before=before, after=after)


def finding(code: str, severity: Severity) -> Finding:
    return Finding(code, "name", "It is so.", severity, Confidence.PROVED, Place("flows.py", 3, 1, 3, 9))


def test_a_flow_that_is_another_one() -> None:
    added, removed = compared(None, chain(Step("a"))), compared(chain(Step("a")), None)
    changed, same = (
        compared(chain(Step("a")), chain(Step("a"), Step("b"))),
        compared(chain(Step("a")), chain(Step("a"))),
    )
    assert told("any-change", added, removed, changed, same) == [
        "any-change: flow `mail`, it is added",
        "any-change: flow `mail`, it is removed",
        "any-change: flow `mail`, it is changed",
    ]
    assert told("flow-removed", added, removed, changed, same) == ["flow-removed: flow `mail`, it is removed"]


@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [
        (Budget(calls=3), Budget(calls=4), ["budget-raised: flow `mail`, a budget is gone or higher: model calls"]),
        (Budget(calls=3), Budget(calls=2), []),
        (Budget(calls=3), Budget(), ["budget-raised: flow `mail`, a budget is gone or higher: model calls"]),
        (Budget(calls=3), None, ["budget-raised: flow `mail`, a budget is gone or higher: model calls"]),
        (None, Budget(calls=3), []),
        (Budget(), Budget(calls=3, seconds=1.5), []),
        (
            Budget(seconds=1.5),
            Budget(seconds=1.75),
            ["budget-raised: flow `mail`, a budget is gone or higher: seconds"],
        ),
    ],
)
def test_a_budget(before: Budget | None, after: Budget | None, lines: list[str]) -> None:
    assert told("budget-raised", compared(chain(Step("a"), budget=before), chain(Step("a"), budget=after))) == lines


def test_a_guarantee() -> None:
    always: tuple[Guarantee, ...] = (Passes("a", before="b"), AtMost("a", 2))
    steps = Step("a"), Step("b")
    gone = compared(chain(*steps, guarantees=always), chain(*steps, guarantees=always[:1]))
    come = compared(chain(*steps, guarantees=always[:1]), chain(*steps, guarantees=always))
    assert told("guarantee-removed", gone) == ["guarantee-removed: flow `mail`, a guarantee is gone: at_most(a, 2)"]
    assert told("guarantee-removed", come) == []


def test_a_prompt_that_has_kept_its_version() -> None:
    before, after = (Step("a", prompts=(Prompt("ask", "1", text),)) for text in ("Say it.", "Say it well."))
    assert told("unversioned-prompt", compared(chain(before), chain(after))) == [
        "unversioned-prompt: flow `mail`, prompt `ask` has another text under the same version 1"
    ]
    raised = replace(after, prompts=(Prompt("ask", "2", "Say it well."),))
    assert told("unversioned-prompt", compared(chain(before), chain(raised))) == []
    assert told("unversioned-prompt", found=(finding("CD501", Severity.INFO), finding("CD401", Severity.INFO))) == [
        "unversioned-prompt: It is so. (flows.py:3)"
    ]


def test_findings_by_how_much_they_hurt() -> None:
    flow = FlowDifference(None, flow_at(chain(Step("a"))), found=(finding("CD101", Severity.ERROR),))
    others = finding("CD202", Severity.WARNING), finding("CD203", Severity.INFO)
    said = {code: f"{code} It is so. (flows.py:3)" for code in ("CD101", "CD202", "CD203")}
    for bar, codes in (
        ("new-errors", ["CD101"]),
        ("new-warnings", ["CD202", "CD101"]),
        ("new-findings", ["CD202", "CD203", "CD101"]),
    ):
        assert told(bar, flow, found=others) == [f"{bar}: {said[code]}" for code in codes]


def test_what_follows() -> None:
    after = Following(unread=("draft", "kind"), unreachable=("sent",), decisions=("a person sends",))
    assert told("unread-key", figures(Following(unread=("draft",)), after)) == [
        "unread-key: flow `mail`, nothing reads the key any more: kind"
    ]
    assert told("unreachable", figures(None, after)) == ["unreachable: flow `mail`, it can't be reached any more: sent"]
    assert told("new-decision", figures(Following(), after)) == ["new-decision: flow `mail`, now: a person sends"]
    for bar in ("unread-key", "unreachable", "new-decision"):
        assert told(bar, figures(after, None)) == []
        assert told(bar, figures(after, after)) == []


@pytest.mark.parametrize(
    ("bar", "before", "after", "said"),
    [
        ("calls+1", OLD, NEW, "4 → 6 model calls, and at most 5 are let pass"),
        ("calls+2", OLD, NEW, None),
        ("calls+50%", OLD, NEW, None),
        ("calls+49%", OLD, NEW, "4 → 6 model calls, and at most 5.96 are let pass"),
        ("calls>5", OLD, NEW, "4 → 6 model calls, and at most 5 are let pass"),
        ("calls>6", OLD, NEW, None),
        ("calls>5", NEW, NEW, "6 → 6 model calls, and at most 5 are let pass"),
        ("calls>5", None, NEW, "6 model calls, and at most 5 are let pass"),
        ("calls+0", None, NEW, None),
        ("calls+0", OLD, None, None),
        ("calls>0", OLD, None, None),
        ("calls>9", OLD, Following(math.inf), "4 → no limit to the model calls, and at most 9 are let pass"),
        ("calls+9", OLD, Following(None), "4 → no limit to the model calls, and at most 13 are let pass"),
        ("calls+9", Following(math.inf), Following(math.inf), None),
        (
            "calls>9",
            Following(None),
            Following(None),
            "no limit → no limit to the model calls, and at most 9 are let pass",
        ),
        ("seconds+0.5", OLD, replace(OLD, seconds=11.25), "10 → 11.25 seconds, and at most 10.5 are let pass"),
        (
            "chain+0",
            OLD,
            replace(OLD, row=4),
            "3 → 4 deterministic transitions in a row, and at most 3 are let pass",
        ),
        ("chain>0", Following(row=None), Following(row=None), None),
    ],
)
def test_a_figure(bar: str, before: Following | None, after: Following | None, said: str | None) -> None:
    assert told(bar, figures(before, after)) == ([] if said is None else [f"{bar}: flow `mail`, {said}"])


def test_words_that_are_no_bar_are_all_named() -> None:
    with pytest.raises(Refusal) as caught:
        bars(["new-error, calls>5%", "calls+5,zzzzzz"])
    every = f"there is {', '.join((*WORDS, *SHAPES))}"
    assert [(one.code, one.message, one.hint) for one in caught.value.issues] == [
        ("unknown-bar", "--fail-on knows no 'new-error'", "did you mean new-errors?"),
        ("unknown-bar", "--fail-on knows no 'calls>5%'", "did you mean calls>N or calls+N% or calls+N?"),
        ("unknown-bar", "--fail-on knows no 'zzzzzz'", every),
    ]


@given(st.lists(st.sampled_from(list(WORDS)), max_size=5))
def test_bars_are_kept_in_their_order_each_once(words: list[str]) -> None:
    assert bars([",".join(words)] if words else []) == list(dict.fromkeys(words))


@given(st.floats(0, 1e6), st.floats(0, 1e6), st.integers(0, 100))
def test_no_figure_that_did_not_grow_stands_above_a_growth(before: float, after: float, most: int) -> None:
    for shape in ("calls+{}", "calls+{}%"):
        above = told(shape.format(most), figures(Following(before), Following(after)))
        limit = before * (1 + most / 100) if shape.endswith("%") else before + most
        assert bool(above) == (after > limit)


def test_every_measure_has_three_shapes() -> None:
    assert tuple(f"{name}{how}" for name in ("calls", "seconds", "chain") for how in ("+N%", "+N", ">N")) == SHAPES
