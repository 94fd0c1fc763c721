"""Runs in a store: what each call answers, what is refused, and what another process finds."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from chaindsl.graph.budget import Budget
from chaindsl.language.chain import chain
from chaindsl.language.flow import Flow
from chaindsl.language.state import State
from chaindsl.language.step import step
from chaindsl.language.transition import transition
from chaindsl.language.workflow import workflow
from chaindsl.runtime.change import GraphChanged
from chaindsl.runtime.environment import Environment
from chaindsl.runtime.failure import InputError, Refused
from chaindsl.runtime.response import ChainStep, LinkView, Response
from chaindsl.runtime.runner import Runner
from chaindsl.store.failure import Busy, Fenced, KeyTaken, NoRun, Stale
from chaindsl.store.memory import MemoryStore
from chaindsl.vocabulary.actor import FromActor
from chaindsl.vocabulary.command import Command, CommandResult, cli
from chaindsl.vocabulary.feedback import IdempotencyKey
from chaindsl.vocabulary.model import Complete
from tests.runtime.dying import Death, Dying
from tests.runtime.world import World


class Clock(World):
    """A world whose time of day moves with its clock."""

    def __init__(self) -> None:
        super().__init__()
        self.environment = Environment(
            clock=lambda: self.now,
            now=lambda: datetime.fromtimestamp(self.now, UTC),
            sleep=self.sleep,
            new_id=self.environment.new_id,
        )
        self.store: Any = MemoryStore(now=lambda: self.now)

    def kept(self, flow: Flow, **tools: Any) -> Runner:
        """The flow as a process of its own sees it."""
        return self.bind(flow, **tools).configured(store=self.store)


@pytest.fixture
def world() -> Clock:
    return Clock()


@transition(source="made", target="judged", actor="deterministic", writes="score")
def score(text: str) -> int:
    return len(text)


@transition(source="judged", target="sent", actor="deterministic", when="score < 3")
def send_at_once() -> None: ...


@transition(source="judged", target="sent", actor="agent", writes="note")
def send(score: int, reason: FromActor[str]) -> str:
    return f"{score}: {reason}"


@transition(source="judged", target="dropped", actor="human")
def drop() -> None: ...


LETTER = workflow(
    "letter",
    score,
    send_at_once,
    send,
    drop,
    initial="made",
    final=["sent", "dropped"],
    inputs={"text": str},
    states=[State("judged", goal="Decide", guidance="Send what is good.")],
)


def timeless(step: ChainStep) -> tuple[Any, ...]:
    return (
        step.transition,
        step.source,
        step.target,
        step.actor,
        step.attempts,
        dict(step.guards),
        step.wrote,
        step.error,
    )


def test_a_run_stops_where_somebody_decides_and_says_everything(world: Clock) -> None:
    found = world.kept(LETTER).start({"text": "hello"})
    assert (found.run.id, found.run.flow, found.run.state, found.run.revision) == ("run-1", "letter", "judged", 1)
    assert (found.status, found.stopped, found.saved) == ("waiting", "decision", 1)
    assert [timeless(one) for one in found.chain] == [
        ("score", "made", "judged", "deterministic", 1, {}, "score", None)
    ]
    assert (found.guidance.goal, found.guidance.instructions) == ("Decide", "Send what is good.")
    reason = {"properties": {"reason": {"type": "string"}}, "required": ["reason"]}
    closed = {"type": "object", "additionalProperties": False}
    sent = {"run": "run-1", "revision": 1}
    assert found.links == (
        LinkView("send", "send", "agent", {**closed, **reason}, {**sent, "transition": "send"}),
        LinkView("drop", "drop", "human", {**closed, "properties": {}}, {**sent, "transition": "drop"}),
    )
    assert found.error is None


def test_a_decision_moves_it_on_from_any_process(world: Clock) -> None:
    run = world.kept(LETTER).start({"text": "hello"}).run.id
    found = world.kept(LETTER).submit(run, "send", {"reason": "good"}, revision=1)
    assert (found.status, found.stopped, found.run.state, found.run.revision) == ("completed", "final state", "sent", 2)
    assert [timeless(one) for one in found.chain] == [
        ("send", "judged", "sent", "agent", 1, {"send_at_once": False}, "note", None)
    ]
    assert found.outputs == {"score": 5, "note": "5: good"}
    assert world.kept(LETTER).get(run) == found


def test_nobody_is_asked_where_a_guard_decides(world: Clock) -> None:
    found = world.kept(LETTER).start({"text": "hi"})
    assert (found.status, found.saved) == ("completed", 2)
    assert [one.transition for one in found.chain] == ["score", "send_at_once"]
    assert found.chain[1].guards == {"send_at_once": True}


def test_what_may_not_be_decided_is_refused_and_the_run_waits_as_before(world: Clock) -> None:
    runner = world.kept(LETTER)
    run = runner.start({"text": "hello"}).run.id
    before = runner.get(run)
    for transition_, actor, code in (
        ("drop", "agent", "wrong-actor"),
        ("score", "agent", "not-here"),
        ("send_at_once", "human", "not-a-decision"),
        ("sent", "agent", "unknown-transition"),
        ("send", "deterministic", "wrong-actor"),
        ("send", "root", "wrong-actor"),
    ):
        with pytest.raises(Refused) as refused:
            runner.submit(run, transition_, {}, actor=actor)
        assert refused.value.code == code
    with pytest.raises(InputError, match="send takes no resaon"):
        runner.submit(run, "send", {"resaon": "x"})
    with pytest.raises(Stale):
        runner.submit(run, "send", {"reason": "x"}, revision=0)
    with pytest.raises(NoRun):
        runner.submit("run-9", "send")
    assert runner.get(run) == before


def test_the_same_key_gives_the_first_run_again_and_other_values_are_refused(world: Clock) -> None:
    runner = world.kept(LETTER)
    first = runner.start({"text": "hello"}, key="k")
    assert runner.start({"text": "hello"}, key="k") == first
    with pytest.raises(KeyTaken):
        runner.start({"text": "other"}, key="k")
    assert runner.start({"text": "hello"}, key="l").run.id != first.run.id


def test_a_start_is_told_before_its_first_step(world: Clock) -> None:
    told: list[str] = []
    world.kept(LETTER).start(
        {"text": "hello"}, on_started=told.append, on_step=lambda found: told.append(found.transition)
    )
    assert told == ["run-1", "score"]


def failing(broken: Callable[[], bool]) -> Flow:
    @transition(source="a", target="b", actor="deterministic", writes="x")
    def first(n: int) -> int:
        return n + 1

    @transition(source="b", target="c", actor="deterministic", writes="y", max_attempts=2, backoff=0)
    def second(x: int) -> int:
        if broken():
            raise OSError("no disk")
        return x * 2

    return workflow("failing", first, second, initial="a", final=["c"], inputs={"n": int})


def test_a_failure_is_kept_with_its_way_on(world: Clock) -> None:
    broken = True
    flow = failing(lambda: broken)
    found = world.kept(flow).start({"n": 1})
    assert (found.status, found.stopped, found.run.state) == ("failed", "failure", "b")
    assert [timeless(one) for one in found.chain] == [
        ("first", "a", "b", "deterministic", 1, {}, "x", None),
        ("second", "b", None, "deterministic", 2, {}, None, "OSError: no disk"),
    ]
    assert found.error is not None
    assert (found.error.code, found.error.subject) == ("step-failed", "second")
    assert [(link.transition, link.recovery) for link in found.links] == [("second", True)]
    assert world.kept(flow).get("run-1") == found
    broken = False
    link = found.links[0].arguments
    repaired = world.kept(flow).submit(link["run"], link["transition"], revision=link["revision"])
    assert (repaired.status, repaired.outputs) == ("completed", {"x": 2, "y": 4})
    assert [timeless(one) for one in repaired.chain] == [("second", "b", "c", "deterministic", 1, {}, "y", None)]


def test_attempts_and_spending_add_up_over_processes(world: Clock) -> None:
    asked: list[str] = []

    @step(writes="a", max_attempts=2, backoff=0)
    def ask(q: str, *, complete: Complete) -> str:
        return complete(q)

    def model(prompt: str, /) -> str:
        asked.append(prompt)
        world.pass_time(1.0)
        if len(asked) < 4:
            raise OSError("busy")
        return "done"

    flow = chain("asking", ask, inputs={"q": str}, budget=Budget(calls=4, seconds=10))
    world.kept(flow, complete=model).start({"q": "?"})
    world.pass_time(100.0)
    found = world.kept(flow, complete=model).retry("run-1")
    assert (found.status, found.outputs, len(asked)) == ("completed", {"a": "done"}, 4)
    rows = [json.loads(kept.row.data) for kept in world.store.rows("run-1")]
    assert [data["attempt"] for data in rows if "attempt" in data] == [1, 2, 3, 4]
    assert rows[-1]["spent"] == {"seconds": 4.0, "calls": 4, "tokens": 0, "bytes": 0}


def test_a_budget_that_is_used_up_stays_used_up_until_there_is_more(world: Clock) -> None:
    @step(writes="a")
    def one(q: str, *, complete: Complete) -> str:
        return complete(q)

    @step(writes="b")
    def two(a: str, *, complete: Complete) -> str:
        return complete(a)

    flow = chain("poor", one, two, inputs={"q": str}, budget=Budget(calls=1))
    found = world.kept(flow, complete=str.upper).start({"q": "x"})
    assert (found.status, found.stopped) == ("over_budget", "budget")
    assert world.kept(flow, complete=str.upper).retry("run-1").status == "over_budget"
    assert world.kept(flow, complete=str.upper).retry("run-1", budget=Budget(calls=2)).outputs == {"b": "X"}


def charging(dying: Callable[[], None], made: list[str]) -> Flow:
    @step(writes="paid", effect=True)
    def charge(order: str) -> str:
        made.append(order)
        dying()
        return f"paid {order}"

    return chain("shop", charge, inputs={"order": str})


def death() -> None:
    raise Death


def dying(world: Clock, flow: Flow) -> Runner:
    """The flow in a process that dies at its third write: after the run was kept, and an effect begun."""
    return world.bind(flow).configured(store=Dying(world.store, 3, after=False))


def test_an_effect_that_died_half_way_waits_for_somebody(world: Clock) -> None:
    made: list[str] = []
    with pytest.raises(Death):
        world.bind(charging(death, made)).configured(store=Dying(world.store, 3, after=False)).start({"order": "7"})
    runner = world.kept(charging(lambda: None, made))
    assert (runner.get("run-1").status, runner.get("run-1").links[0].transition) == ("interrupted", "retry")
    assert runner.recover() == 1
    found = runner.get("run-1")
    assert found.error is not None
    assert (found.status, found.error.code, made) == ("interrupted", "interrupted", ["7"])
    assert runner.recover() == 0
    assert runner.submit("run-1", "retry").outputs == {"paid": "paid 7"}
    assert made == ["7", "7"]


def test_an_effect_with_a_key_is_repeated_by_itself_with_the_same_key(world: Clock) -> None:
    keys: list[str] = []

    def flow(ends: Callable[[], None]) -> Flow:
        @step(writes="paid", idempotency_key="charge-{order}")
        def charge(order: str, *, key: IdempotencyKey) -> str:
            keys.append(key)
            ends()
            return order

        return chain("shop", charge, inputs={"order": str})

    with pytest.raises(Death):
        dying(world, flow(death)).start({"order": "7"})
    assert world.kept(flow(lambda: None)).recover() == 1
    assert world.kept(flow(lambda: None)).get("run-1").status == "completed"
    assert keys == ["charge-7", "charge-7"]


def test_an_interrupt_puts_the_run_down_where_it_is(world: Clock) -> None:
    def pressed() -> None:
        raise KeyboardInterrupt

    made: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        world.kept(charging(pressed, made)).start({"order": "7"})
    found = world.kept(charging(lambda: None, made)).get("run-1")
    assert (found.status, found.stopped, [link.transition for link in found.links]) == (
        "interrupted",
        "interrupted",
        ["retry"],
    )
    assert world.kept(charging(lambda: None, made)).retry("run-1").status == "completed"


def test_who_was_fenced_off_records_nothing(world: Clock) -> None:
    inside: list[str] = []

    @step(writes="a")
    def one(n: int) -> int:
        world.kept(flow).cancel("run-1")
        return n

    @step(writes="b")
    def two(a: int) -> int:
        inside.append("two")
        return a

    flow = chain("cut", one, two, inputs={"n": int})
    with pytest.raises(Fenced):
        world.kept(flow).start({"n": 1})
    found = world.kept(flow).get("run-1")
    assert (found.status, found.stopped, found.links, inside) == ("cancelled", "cancelled", (), [])
    with pytest.raises(Refused, match="cancelled already"):
        world.kept(flow).cancel("run-1")
    with pytest.raises(Refused, match="is cancelled"):
        world.kept(flow).retry("run-1")


def test_a_run_that_is_being_advanced_is_left_alone(world: Clock) -> None:
    found: list[str] = []

    @step(writes="a")
    def one(n: int) -> int:
        found.append(world.kept(flow).get("run-1").status)
        with pytest.raises(Busy):
            world.kept(flow).retry("run-1")
        found.append(str(world.kept(flow).recover()))
        return n

    flow = chain("slow", one, inputs={"n": int})
    assert world.kept(flow).start({"n": 1}).status == "completed"
    assert found == ["running", "0"]


def test_a_state_that_was_waited_in_for_too_long_moves_on_when_anybody_looks(world: Clock) -> None:
    @transition(source="asked", target="answered", actor="human")
    def answer(text: FromActor[str]) -> None: ...

    @transition(source="late", target="over", actor="deterministic", writes="said")
    def give_up() -> str:
        return "nobody came"

    flow = workflow(
        "patience",
        answer,
        give_up,
        initial="asked",
        final=["answered", "over"],
        states=[State("asked", goal="Ask", timeout=60, on_timeout="late")],
    )
    world.kept(flow).start({})
    world.pass_time(59)
    assert world.kept(flow).get("run-1").run.state == "asked"
    with pytest.raises(Refused):
        world.kept(flow).submit("run-1", "answer", {"text": "x"}, actor="agent")
    world.pass_time(1)
    found = world.kept(flow).get("run-1")
    assert (found.run.state, found.outputs, [one.transition for one in found.chain]) == (
        "over",
        {"said": "nobody came"},
        ["timeout", "give_up"],
    )
    assert (found.chain[0].target, found.chain[0].seconds) == ("late", 60.0)


def test_a_failure_that_leads_on_is_not_tried_again_elsewhere(world: Clock) -> None:
    tried: list[str] = []

    @transition(source="a", target="b", actor="deterministic", on_failure="c", max_attempts=2, backoff=0)
    def go() -> None:
        tried.append("go")
        raise OSError("no")

    @transition(source="c", target="b", actor="agent")
    def repair() -> None: ...

    flow = workflow("led", go, repair, initial="a", final=["b"])
    found = world.kept(flow).start({})
    assert [timeless(one) for one in found.chain] == [("go", "a", "c", "deterministic", 2, {}, None, "OSError: no")]
    assert world.kept(flow).submit("run-1", "repair").status == "completed"
    assert tried == ["go", "go"]


def test_the_depth_limit_has_a_way_on_too(world: Clock) -> None:
    @transition(source="a", target="a", actor="deterministic", writes="n", when="n < 7", limit=10)
    def more(n: int) -> int:
        return n + 1

    @transition(source="a", target="b", actor="deterministic", when="n >= 7")
    def enough() -> None: ...

    flow = workflow("deep", more, enough, initial="a", final=["b"], inputs={"n": int}, max_chain_depth=3)
    found = world.kept(flow).start({"n": 0})
    assert (found.status, found.stopped, found.links[0].transition) == ("failed", "depth limit", "retry")
    for _ in range(2):
        found = world.kept(flow).retry("run-1")
    assert (found.status, found.outputs["n"], found.saved) == ("completed", 7, 8)


def letter(*, when: str = "score < 3", more: bool = False) -> Flow:
    @transition(source="made", target="judged", actor="deterministic", writes="score")
    def score(text: str) -> int:
        return len(text) + more

    @transition(source="judged", target="sent", actor="deterministic", when=when)
    def at_once() -> None: ...

    @transition(source="judged", target="sent", actor="agent")
    def send() -> None: ...

    @transition(source="judged", target="dropped", actor="human")
    def drop() -> None: ...

    parts = (score, at_once, send, drop) if more else (score, at_once, send)
    return workflow(
        "letter", *parts, initial="made", final=["sent", "dropped"] if more else ["sent"], inputs={"text": str}
    )


def test_a_changed_graph_is_refused_with_what_differs_and_accepted_where_it_lies_ahead(world: Clock) -> None:
    world.kept(letter()).start({"text": "hello"})
    later = world.kept(letter(when="score < 2"))
    with pytest.raises(GraphChanged) as refused:
        later.submit("run-1", "send")
    assert [(issue.subject, issue.message) for issue in refused.value.issues] == [("at_once", "is another")]
    assert "accept_change" in str(refused.value)
    assert later.session.submit("run-1", "send", accept_change=True).status == "completed"


def test_a_change_of_what_was_done_is_never_accepted(world: Clock) -> None:
    world.kept(letter()).start({"text": "hello"})

    @transition(source="made", target="judged", actor="deterministic", writes="score")
    def score(text: str, other: int = 1) -> int:
        return len(text)

    @transition(source="judged", target="sent", actor="agent")
    def send() -> None: ...

    changed = world.kept(workflow("letter", score, send, initial="made", final=["sent"], inputs={"text": str}))
    with pytest.raises(GraphChanged, match="start a new run"):
        changed.session.submit("run-1", "send", accept_change=True)


def test_each_value_is_kept_once(world: Clock) -> None:
    big = "x" * 10_000

    @step(writes="a")
    def one(text: str) -> dict[str, str]:
        return {"text": text.upper()}

    @step(writes="b")
    def two(a: dict[str, str], text: str) -> int:
        return len(a["text"]) + len(text)

    @step(writes="c", each="words", limit=9)
    def three(word: str) -> str:
        return word * 1_000

    flow = chain("sized", one, two, three, inputs={"text": str, "words": list[str]}, outputs=["a", "b", "c"])
    found = world.kept(flow).start({"text": big, "words": ["p", "q"]})
    assert found.outputs == {"a": {"text": big.upper()}, "b": 20_000, "c": ["p" * 1_000, "q" * 1_000]}
    texts = [f"{kept.row.data}{kept.row.value}" for kept in world.store.rows("run-1")]
    assert sum(map(len, texts)) < 26_000


def test_what_can_not_be_kept_fails_where_it_is_written(world: Clock) -> None:
    @step(writes="a")
    def one(n: int) -> object:
        return {n}

    found = world.kept(chain("odd", one, inputs={"n": int})).start({"n": 1})
    assert found.error is not None
    assert (found.status, found.error.code, found.error.subject) == ("failed", "not-storable", "a")


def test_a_command_tells_its_exit_code_and_tail(world: Clock) -> None:
    @transition(source="a", target="b", actor="deterministic")
    def go() -> Command[CommandResult]:
        return cli("sh", "-c", "echo broken >&2; exit 3")

    found = world.kept(workflow("command", go, initial="a", final=["b"])).start({})
    assert (found.status, found.chain[0].exit_code, found.chain[0].tail) == ("failed", 3, "broken")


def test_why_a_transition_can_be_taken_or_not(world: Clock) -> None:
    runner = world.kept(LETTER)
    run = runner.start({"text": "hello"}).run.id
    send = runner.explain(run, "send")
    assert (send.allowed, send.reasons, send.required, send.actor) == (True, (), ("reason",), "agent")
    at_once = runner.explain(run, "send_at_once")
    assert (at_once.allowed, at_once.guard, at_once.holds, at_once.values) == (False, "score < 3", False, {"score": 5})
    assert at_once.reasons == (
        "it is taken by the runtime itself, and not by whoever decides",
        "its guard does not hold: score < 3",
    )
    assert runner.explain(run, "score").reasons == ("it leaves made, and the run is in judged",)
    with pytest.raises(Refused, match="has no transition sned"):
        runner.explain(run, "sned")
    assert runner.submit(run, "send", {"reason": "x"}, revision=1).status == "completed"
    assert runner.explain(run, "send").reasons == ("the run is completed",)


def test_a_run_of_another_flow_is_not_touched(world: Clock) -> None:
    world.kept(LETTER).start({"text": "hello"})
    other = world.kept(failing(lambda: False))
    calls: list[Callable[[], Response]] = [
        lambda: other.get("run-1"),
        lambda: other.submit("run-1", "send"),
        lambda: other.cancel("run-1"),
        lambda: other.retry("run-1"),
    ]
    for call in calls:
        with pytest.raises(Refused, match="is one of letter"):
            call()


def test_what_is_redacted_is_not_kept_and_given_again(world: Clock) -> None:
    asked: list[str] = []

    @step(writes="token")
    def login(password: str) -> str:
        asked.append(password)
        return f"token of {password}"

    @step(writes="found", max_attempts=1)
    def use(token: str, n: int) -> int:
        if len(asked) < 2:
            raise OSError("busy")
        return len(token) + n

    flow = chain("secret", login, use, inputs={"password": str, "n": int})
    runner = world.kept(flow).configured(redact=["password", "token"])
    runner.start({"password": "sesame", "n": 1})
    assert "sesame" not in "".join(f"{kept.row}" for kept in world.store.rows("run-1"))
    with pytest.raises(InputError, match="secret needs password"):
        runner.retry("run-1")
    found = runner.retry("run-1", redacted={"password": "sesame", "n": 99})
    assert (found.status, found.outputs, asked) == ("completed", {"found": 16}, ["sesame", "sesame"])


def test_a_fork_goes_its_own_way_from_the_middle(world: Clock) -> None:
    done: list[str] = []

    def flow(mark: str) -> Flow:
        @step(writes="a")
        def one(n: int) -> int:
            done.append("one")
            return n + 1

        @step(writes="b", each="xs", limit=5)
        def two(x: int, a: int) -> int:
            done.append("two")
            return x * a

        @step(writes="c")
        def three(b: list[int]) -> str:
            return f"{mark}{b}"

        return chain("forked", one, two, three, inputs={"n": int, "xs": list[int]}, outputs=["a", "b", "c"])

    first = world.kept(flow("old ")).start({"n": 1, "xs": [1, 2]})
    assert first.outputs == {"a": 2, "b": [2, 4], "c": "old [2, 4]"}
    done.clear()
    same = world.kept(flow("new ")).fork("run-1", "three")
    assert (same.run.id, same.outputs, done) == ("run-2", {"a": 2, "b": [2, 4], "c": "new [2, 4]"}, [])
    other = world.kept(flow("new ")).fork("run-1", "two", {"a": 10, "xs": [3]})
    assert (other.outputs, done) == ({"a": 10, "b": [30], "c": "new [30]"}, ["two"])
    assert world.kept(flow("new ")).get("run-1").outputs == first.outputs
    with pytest.raises(Refused, match="the run never began thre"):
        world.kept(flow("new ")).fork("run-1", "thre")
    with pytest.raises(Refused, match="nothing had written c before two"):
        world.kept(flow("new ")).fork("run-1", "two", {"c": "x"})


def test_a_fork_of_a_workflow_decides_anew(world: Clock) -> None:
    runner = world.kept(LETTER)
    runner.start({"text": "hello"})
    runner.submit("run-1", "send", {"reason": "good"})
    forked = runner.fork("run-1", "send", {"score": 7})
    assert (forked.status, forked.run.state) == ("waiting", "judged")
    assert runner.submit(forked.run.id, "send", {"reason": "better"}).outputs == {"score": 7, "note": "7: better"}


def test_only_a_person_tries_again_what_was_a_person_s_to_decide(world: Clock) -> None:
    broken = True

    @transition(source="a", target="b", actor="human", max_attempts=1)
    def charge() -> None:
        if broken:
            raise OSError("no network")

    runner = world.kept(workflow("paid", charge, initial="a", final=["b"]))
    runner.start({})
    runner.submit("run-1", "charge", actor="human")
    broken = False
    for name in ("retry", "charge"):
        with pytest.raises(Refused) as refused:
            runner.submit("run-1", name, actor="agent")
        assert refused.value.code == "wrong-actor"
    assert runner.submit("run-1", "retry", actor="human").status == "completed"


def test_what_holds_a_secret_is_shown_masked_done_again_and_its_effect_only_once(world: Clock) -> None:
    done: list[str] = []

    @step(writes="letter")
    def write(password: str) -> str:
        done.append("write")
        return f"use {password}"

    @step(writes="receipt", effect=True, max_attempts=1)
    def send(letter: str) -> str:
        done.append("send")
        return f"sent: {letter}"

    @step(writes="size", max_attempts=1)
    def measure(letter: str, text: str) -> int:
        if len(done) < 3:
            raise OSError(f"busy with {letter}")
        return len(letter) + len(text)

    flow = chain("secret", write, send, measure, inputs={"password": str, "text": str}, outputs=["letter", "size"])
    runner = world.kept(flow).configured(redact=["password"])
    values = {"password": "open sesame", "text": "say: open sesame"}
    failed = runner.start(values)
    kept = [(row.row.kind, row.row.value) for row in world.store.rows("run-1")]
    assert kept == [
        ("started", None),
        ("value", None),
        ("value", '"say: [redacted]"'),
        ("record", '"use [redacted]"'),
        ("intent", None),
        ("record", '"sent: use [redacted]"'),
        ("record", None),
        ("stopped", None),
    ]
    assert failed.error is not None
    assert "OSError: busy with use [redacted]" in failed.error.message
    assert [one.value for one in failed.chain] == ["use [redacted]", "sent: use [redacted]", None]
    with pytest.raises(InputError, match="secret needs text"):
        runner.session.retry("run-1", redacted={"password": "open sesame"})
    found = runner.session.retry("run-1", redacted=values)
    assert (found.status, found.outputs) == ("completed", {"letter": "use [redacted]", "size": 31})
    assert done == ["write", "send", "write"]


@pytest.mark.parametrize("each", [False, True])
def test_an_effect_whose_value_was_not_kept_is_missed_by_whoever_needs_it(world: Clock, each: bool) -> None:
    sent: list[str] = []

    def send(password: str) -> str:
        sent.append(password)
        return f"sent {password}"

    @step(writes="size", max_attempts=1)
    def measure(receipt: object, ready: list[bool]) -> int:
        raise OSError("busy")

    of_each = step(writes="receipt", effect=True, max_attempts=1, each="passwords", limit=2)
    one = (of_each if each else step(writes="receipt", effect=True, max_attempts=1))(send)
    inputs = {"passwords": list[str], "password": str, "ready": list[bool]}
    runner = world.kept(chain("secret", one, measure, inputs=inputs)).configured(redact=["passwords", "password"])
    secret = {"passwords": ["open sesame"], "password": "open sesame"}
    assert runner.start({**secret, "ready": []}).error is not None
    found = runner.session.retry("run-1", redacted=secret)
    assert found.error is not None
    assert (found.error.code, sent) == ("not-kept" if each else "missing-key", ["open sesame"])


def test_a_fork_takes_what_is_given_for_what_was_not_kept_and_keeps_no_secret(world: Clock) -> None:
    done: list[str] = []

    @step(writes="letter")
    def write(password: str) -> str:
        done.append(password)
        return f"use {password}"

    @step(writes="token")
    def login(password: str) -> str:
        return password[::-1]

    @step(writes="size")
    def measure(letter: str) -> int:
        return len(letter)

    flow = chain("secret", write, login, measure, inputs={"password": str})
    runner = world.kept(flow).configured(redact=["password", "token"])
    runner.start({"password": "open sesame"})
    with pytest.raises(InputError, match="secret needs password"):
        runner.fork("run-1", "measure", {"letter": "four"})
    found = runner.fork("run-1", "measure", {"letter": "four", "password": "other secret"})
    assert (found.status, found.outputs, done) == ("completed", {"size": 4}, ["open sesame"])
    assert "other secret" not in "".join(f"{kept.row}" for kept in world.store.rows(found.run.id))
    with pytest.raises(Refused, match="token is redacted"):
        runner.fork("run-1", "measure", {"token": "other token", "password": "other secret"})


@pytest.mark.parametrize("aside", [False, True])
def test_a_transition_that_failed_has_saved_nobody_a_decision(world: Clock, *, aside: bool) -> None:
    broken = [True]

    def read(text: str) -> None:
        if broken:
            raise OSError("no disk")

    if aside:
        reads = transition(source="new", target="read", actor="deterministic", on_failure="odd")(read)
    else:
        reads = transition(source="new", target="read", actor="deterministic")(read)

    @transition(source="odd", target="read", actor="agent")
    def mend() -> None: ...

    flow = workflow(
        "letters",
        reads,
        mend,
        initial="new",
        final=["read"],
        inputs={"text": str},
        states=[State("odd", goal="Mend it.")],
    )
    runner = world.kept(flow)
    found = runner.start({"text": "hi"})
    # With a way aside the runtime went on by itself; without one somebody has to say that it be tried again.
    assert (found.status, found.saved) == (("waiting", 1) if aside else ("failed", 0))
    broken.clear()
    done = runner.submit("run-1", "mend") if aside else runner.retry("run-1")
    assert (done.status, done.saved) == ("completed", 1)


def test_a_cancelled_run_tries_nothing_again(world: Clock) -> None:
    made: list[str] = []

    def busy() -> None:
        raise OSError("busy")

    runner = world.kept(charging(busy, made))
    assert runner.start({"order": "7"}).status == "failed"
    runner.cancel("run-1")
    tried = len(made)
    with pytest.raises(Refused, match="run run-1 is cancelled, and does not go on"):
        runner.retry("run-1")
    with pytest.raises(Refused, match="run run-1 is cancelled, and does not go on"):
        runner.submit("run-1", "retry")
    assert (runner.get("run-1").status, len(made)) == ("cancelled", tried)
