"""Workflows: guards in order, waiting, deciding, failing, recovering, limits, menus, flows as transitions."""

from typing import Literal

import pytest

from chaindsl.graph.state import Actor
from chaindsl.language.chain import chain
from chaindsl.language.guarantees import at_most, decides, never, passes
from chaindsl.language.state import State
from chaindsl.language.step import step
from chaindsl.language.transition import transition
from chaindsl.language.workflow import workflow
from chaindsl.runtime.failure import (
    DepthExceeded,
    GuaranteeBroken,
    GuardFailed,
    InputError,
    Refused,
    StepFailed,
    Stuck,
)
from chaindsl.runtime.link import Guidance, Link
from chaindsl.runtime.run import Run
from chaindsl.runtime.status import Status, Stopped
from chaindsl.vocabulary.actor import FromActor
from chaindsl.vocabulary.command import Command, CommandResult, cli
from chaindsl.vocabulary.model import Complete
from chaindsl.vocabulary.text import Text
from tests.runtime.world import Script, World, both, lines


def ways(run: Run) -> list[str]:
    """Every transition that was attempted: from where to where, and by whom."""
    return [f"{r.state} -{r.transition}-> {r.target or '!'} ({r.actor})" for r in run.trace]


@transition(source="new", target="small", actor="deterministic", when="amount < 100")
def little() -> None:
    """Small amounts."""


@transition(source="new", target="big", actor="deterministic", when="amount >= 1000 and not vip")
def lots() -> None: ...


@transition(source="new", target="middle", actor="deterministic")
def rest() -> None: ...


SIZES = workflow(
    "sizes", little, lots, rest, initial="new", final=["small", "big", "middle"], inputs={"amount": int, "vip": bool}
)


@pytest.mark.parametrize(
    ("amount", "vip", "state"),
    [(5, False, "small"), (5000, False, "big"), (5000, True, "middle"), (500, False, "middle")],
)
def test_the_first_transition_whose_guard_holds_is_taken(amount: int, vip: bool, state: str) -> None:
    run = World().bind(SIZES).run({"amount": amount, "vip": vip})
    assert (run.status, run.stopped, run.state) == (Status.COMPLETED, Stopped.FINAL, state)


def test_a_lone_guard_is_honoured_and_a_gap_is_stuck() -> None:
    flow = workflow("gap", little, initial="new", final=["small"], inputs={"amount": int})
    runner = World().bind(flow)
    with pytest.raises(Stuck, match="nothing can be taken in state new: the guard of little does not hold") as caught:
        runner.run({"amount": 100})
    run = caught.value.run
    assert (run.status, run.stopped, run.state) == (Status.FAILED, Stopped.STUCK, "new")
    assert [link.recovery for link in run.links] == [True]


def test_a_key_that_a_guard_misses_fails_the_run() -> None:
    @transition(source="new", target="end", actor="deterministic", when="score > 3")
    def scored() -> None: ...

    @transition(source="other", target="end", actor="deterministic", writes="score")
    def score() -> int:
        return 5

    flow = workflow("holes", scored, score, initial="new", final=["end"])
    with pytest.raises(GuardFailed, match="the guard of scored can't be judged: it reads score, and nothing wrote it"):
        World().bind(flow).run({})


def test_a_guard_that_can_not_compare_and_a_predicate_that_breaks_fail_the_run() -> None:
    def sure(amount: int) -> bool:
        raise LookupError("no table")

    @transition(source="new", target="end", actor="deterministic", when="amount < 'x'")
    def compared() -> None: ...

    @transition(source="new", target="end", actor="deterministic", when=sure)
    def judged() -> None: ...

    for step_, why in ((compared, "TypeError: '<' not supported"), (judged, "LookupError: no table")):
        flow = workflow("broken", step_, initial="new", final=["end"], inputs={"amount": int})
        with pytest.raises(GuardFailed, match=why):
            World().bind(flow).run({"amount": 1})


def test_a_predicate_reads_keys_by_name_and_may_be_asynchronous() -> None:
    async def rich(amount: int, limit: int = 10) -> bool:
        return amount > limit

    @transition(source="new", target="rich", actor="deterministic", when=rich)  # type: ignore[call-overload, untyped-decorator]
    def up() -> None: ...

    flow = workflow("asked", up, rest, initial="new", final=["rich", "middle"], inputs={"amount": int})
    one, other = both(flow, {"amount": 11})
    assert one.state == other.state == "rich"
    assert World().bind(flow).run({"amount": 9}).state == "middle"


@transition(source="draft", target="review", actor="deterministic", writes="text")
def write(topic: str) -> str:
    """Write it."""
    return f"About {topic}."


@transition(source="review", target="published", actor="human", title="Publish it")
def publish(text: str, reason: FromActor[Text], stars: FromActor[int] = 3) -> None: ...


@transition(source="review", target="draft", when="len(text) < 100")
def again(why: FromActor[Text]) -> None:
    """Write it again."""


@transition(source="review", target="dropped", when="text == 'x'")
def drop() -> None: ...


EDITING = workflow(
    "editing",
    write,
    publish,
    again,
    drop,
    initial="draft",
    final=["published", "dropped"],
    inputs={"topic": str},
    states=[State("review", goal="A good text", guidance="Read it first.")],
)


def test_a_run_waits_where_somebody_decides_and_offers_what_is_open_in_the_authors_order() -> None:
    run = World().bind(EDITING).run({"topic": "x"})
    assert (run.status, run.stopped, run.state) == (Status.WAITING, Stopped.DECISION, "review")
    assert run.guidance == Guidance("A good text", "Read it first.")
    assert run.links == (
        Link(
            "publish",
            "Publish it",
            Actor.HUMAN,
            {
                "type": "object",
                "properties": {
                    "reason": {"type": "string", "minLength": 1},
                    "stars": {"type": "integer", "default": 3},
                },
                "additionalProperties": False,
                "required": ["reason"],
            },
            {"run": "run-1", "transition": "publish"},
        ),
        Link(
            "again",
            "Write it again.",
            Actor.AGENT,
            {
                "type": "object",
                "properties": {"why": {"type": "string", "minLength": 1}},
                "additionalProperties": False,
                "required": ["why"],
            },
            {"run": "run-1", "transition": "again"},
        ),
    )
    assert run.outputs == {"text": "About x."}


def test_a_decision_is_taken_and_the_run_goes_on_by_itself() -> None:
    runner = World().bind(EDITING)
    run = runner.run({"topic": "x"})
    assert runner.submit(run, "again", {"why": "too short"}) is run
    assert run.status is Status.WAITING
    runner.submit(run, "publish", {"reason": " fine "}, actor="human")
    assert (run.status, run.stopped, run.state, run.links) == (Status.COMPLETED, Stopped.FINAL, "published", ())
    assert ways(run) == [
        "draft -write-> review (deterministic)",
        "review -again-> draft (agent)",
        "draft -write-> review (deterministic)",
        "review -publish-> published (human)",
    ]
    assert [record.path for record in run.trace] == [
        "editing/write",
        "editing/again",
        "editing/visit 2/write",
        "editing/publish",
    ]
    assert run.trace[-1].reads == {"text": "About x.", "reason": "fine"}


@pytest.mark.parametrize(
    ("transition_", "arguments", "actor", "code"),
    [
        ("publsh", {}, "human", "unknown-transition"),
        ("publish", {"reason": "r"}, "agent", "wrong-actor"),
        ("again", {"why": "w"}, "deterministic", "wrong-actor"),
        ("write", {}, "human", "not-here"),
        ("drop", {}, "agent", "closed"),
        ("again", {}, "agent", "missing-input"),
        ("again", {"why": ""}, "agent", "wrong-input"),
        ("again", {"why": "w", "text": "smuggled"}, "agent", "unknown-input"),
    ],
)
def test_what_may_not_be_decided_is_refused_and_the_run_waits_as_before(
    transition_: str, arguments: dict[str, object], actor: str, code: str
) -> None:
    runner = World().bind(EDITING)
    run = runner.run({"topic": "x"})
    before = (run.status, run.state, run.links, run.trace)
    with pytest.raises((Refused, InputError)) as caught:
        runner.submit(run, transition_, arguments, actor=actor)
    assert (caught.value.code, caught.value.run) == (code, run)
    assert (run.status, run.state, run.links, run.trace) == before
    assert run.refusal is caught.value
    runner.submit(run, "again", {"why": "w"})
    assert run.refusal is None


def test_guards_are_asked_again_when_a_decision_comes() -> None:
    open_ = True

    def still(topic: str) -> bool:
        return open_

    @transition(source="new", target="end", when=still)
    def go() -> None: ...

    @transition(source="new", target="end")
    def stay() -> None: ...

    runner = World().bind(workflow("asked", go, stay, initial="new", final=["end"], inputs={"topic": str}))
    run = runner.run({"topic": "x"})
    assert [link.transition for link in run.links] == ["go", "stay"]
    open_ = False
    with pytest.raises(Refused, match="its guard does not hold"):
        runner.submit(run, "go")
    assert [link.transition for link in run.links] == ["stay"]


def test_only_a_run_that_waits_or_failed_takes_a_decision() -> None:
    runner = World().bind(SIZES)
    run = runner.run({"amount": 1, "vip": False})
    with pytest.raises(Refused, match="run run-1 is completed") as caught:
        runner.submit(run, "little")
    assert caught.value.code == "wrong-status"
    with pytest.raises(Refused):
        runner.retry(run)


@transition(source="test", target="ready", actor="deterministic", writes="tested")
def run_tests(program: str) -> Command[CommandResult]:
    return cli(program, "-c", "echo out; echo err >&2; exit 3") if program == "sh" else cli(program)


@transition(source="ready", target="done")
def finish() -> None: ...


@transition(source="test", target="done", title="Give up")
def give_up() -> None: ...


def test_a_failing_command_leaves_the_run_in_its_state_with_a_way_to_recover() -> None:
    flow = workflow("release", run_tests, give_up, finish, initial="test", final=["done"], inputs={"program": str})
    runner = World().bind(flow)
    with pytest.raises(StepFailed, match="exited with 3: err") as caught:
        runner.run({"program": "sh"})
    run = caught.value.run
    assert (run.status, run.state) == (Status.FAILED, "test")
    assert [(link.transition, link.actor, link.recovery) for link in run.links] == [
        ("run_tests", Actor.DETERMINISTIC, True),
        ("give_up", Actor.AGENT, False),
    ]
    assert (run.trace[0].details.exit_code, run.trace[0].details.tail) == (3, "err")
    with pytest.raises(StepFailed):
        runner.submit(run, "run_tests")
    assert [record.attempt for record in run.trace] == [1, 2]
    with pytest.raises(Refused):
        runner.submit(run, "finish")
    assert (run.status, run.error) == (Status.FAILED, run.error)
    runner.submit(run, "give_up")
    assert (run.status, run.state) == (Status.COMPLETED, "done")


def test_a_repaired_command_goes_on_from_where_the_run_stopped() -> None:
    program = "false"

    @transition(source="test", target="done", actor="deterministic", writes="tested")
    def tests_() -> Command[CommandResult]:
        return cli(program)

    runner = World().bind(workflow("repaired", tests_, initial="test", final=["done"]))
    with pytest.raises(StepFailed) as caught:
        runner.run({})
    program = "true"
    run = runner.retry(caught.value.run)
    assert (run.status, run.get("tested", CommandResult).exit_code) == (Status.COMPLETED, 0)


def test_unchecked_commands_write_their_result_for_later_guards_and_on_failure_is_an_edge() -> None:
    @transition(source="a", target="b", actor="deterministic", writes="code")
    def probe() -> Command[CommandResult]:
        return cli("false", check=False)

    @transition(source="b", target="c", actor="deterministic", on_failure="broken", writes="text")
    def talk() -> Command[str]:
        return cli("false").text()

    run = World().bind(workflow("probing", probe, talk, initial="a", final=["c", "broken"])).run({})
    assert run.state == "broken"
    assert run["code"].exit_code == 1
    assert "text" not in run
    assert ways(run) == ["a -probe-> b (deterministic)", "b -talk-> ! (deterministic)"]


def test_commands_hand_back_text_or_json() -> None:
    @transition(source="a", target="b", actor="deterministic", writes="text")
    def text() -> Command[str]:
        return cli("printf", "hello").text()

    @transition(source="b", target="c", actor="deterministic", writes="numbers")
    async def numbers() -> Command[list[int]]:
        return cli("printf", "[1, 2]").json(list[int])

    one, other = both(workflow("talking", text, numbers, initial="a", final=["c"]), {})
    for run in (one, other):
        assert (run["text"], run["numbers"]) == ("hello", [1, 2])
        assert [record.details.exit_code for record in run.trace] == [0, 0]


def test_a_chain_of_deterministic_transitions_stops_at_its_depth_and_may_go_on() -> None:
    @transition(source="a", target="b", actor="deterministic")
    def there() -> None: ...

    @transition(source="b", target="a", actor="deterministic")
    def back() -> None: ...

    runner = World().bind(workflow("swing", there, back, initial="a", final=["end"], max_chain_depth=5))
    with pytest.raises(DepthExceeded, match="5 deterministic transitions in a row, and state b has another") as caught:
        runner.run({})
    run = caught.value.run
    assert (run.status, run.stopped, run.state, len(run.trace)) == (Status.FAILED, Stopped.DEPTH, "b", 5)
    assert len(run.links) == 1
    with pytest.raises(DepthExceeded):
        runner.retry(run)
    assert len(run.trace) == 10


def test_a_limit_closes_a_transition_for_the_rest_of_the_run() -> None:
    @transition(source="a", target="a", actor="deterministic", limit=2)
    def round_() -> None: ...

    @transition(source="a", target="end", actor="deterministic")
    def leave() -> None: ...

    run = World().bind(workflow("limited", round_, leave, initial="a", final=["end"])).run({})
    assert [record.transition for record in run.trace] == ["round_", "round_", "leave"]
    with pytest.raises(Stuck, match="round_ was taken 2 times"):
        World().bind(workflow("limited", round_, initial="a", final=["end"])).run({})


def test_a_menu_decides_where_to_go() -> None:
    @transition(source="new", actor="deterministic", parse=Literal["billing", "tech"])
    def route(question: str, *, complete: Complete) -> str:
        return complete(question)

    flow = workflow("router", route, initial="new", final=["billing", "tech"], inputs={"question": str})
    run = World().bind(flow, complete=Script(" Tech. ")).run({"question": "?"})
    assert (run.state, run.trace[0].target, run.spent.calls) == ("tech", "tech", 1)


@step(writes="answer")
def answer(question: str, *, complete: Complete) -> Text:
    return complete(question)


@step(writes="checked")
def check(answer: str) -> bool:
    return bool(answer)


QA = chain("qa", answer, check, inputs={"question": str}, outputs=["answer"])


@transition(source="desk", target="desk", runs=QA, limit=2)
def research(question: FromActor[Text]) -> None:
    """Ask the chain."""


@transition(source="desk", target="closed")
def close() -> None: ...


DESK = workflow("desk", research, close, initial="desk", final=["closed"])


def test_a_transition_runs_a_whole_flow() -> None:
    runner = World().bind(DESK, complete=Script("one", "two"))
    run = runner.run({})
    runner.submit(run, "research", {"question": "first?"})
    assert dict(run.values) == {"answer": "one"}
    runner.submit(run, "research", {"question": "second?"})
    assert [link.transition for link in run.links] == ["close"]
    runner.submit(run, "close")
    assert [record.path for record in run.trace] == [
        "desk/qa/answer",
        "desk/qa/check",
        "desk/research",
        "desk/visit 2/qa/answer",
        "desk/visit 2/qa/check",
        "desk/visit 2/research",
        "desk/close",
    ]
    assert run.outputs == {"answer": "two"}


def test_a_flow_that_fails_inside_goes_on_where_it_stopped() -> None:
    @step(writes="answer", max_attempts=1, name="answer")
    def once(question: str, *, complete: Complete) -> str:
        return complete(question)

    @step(writes="sure", max_attempts=1)
    def sure(answer: str, *, complete: Complete) -> str:
        return complete(answer)

    qa = chain("qa", once, sure, inputs={"question": str}, outputs=["answer", "sure"])

    @transition(source="desk", target="closed", runs=qa)
    def ask(question: FromActor[str]) -> None: ...

    runner = World().bind(
        workflow("desk", ask, initial="desk", final=["closed"]), complete=Script("A", OSError("x"), "B")
    )
    run = runner.run({})
    with pytest.raises(StepFailed):
        runner.submit(run, "ask", {"question": "?"})
    assert (run.state, [link.transition for link in run.links]) == ("desk", ["ask"])
    runner.retry(run)
    assert (run.state, run.outputs) == ("closed", {"answer": "A", "sure": "B"})
    assert lines(run.trace) == [
        "desk/qa/answer 1 ok",
        "desk/qa/sure 1 failed: OSError: x",
        "desk/qa/sure 2 ok",
        "desk/ask 1 ok",
    ]


def test_a_flow_that_fails_takes_the_edge_for_failures() -> None:
    @transition(source="new", target="done", actor="deterministic", runs=QA, on_failure="sorry")
    def ask(question: str) -> None: ...

    flow = workflow("careful", ask, initial="new", final=["done", "sorry"], inputs={"question": str})
    run = World().bind(flow, complete=Script(OSError("1"), OSError("2"))).run({"question": "?"})
    assert (run.status, run.state) == (Status.COMPLETED, "sorry")


def test_guarantees_are_kept_before_anything_is_done() -> None:
    deployed: list[str] = []

    @transition(source="built", target="tested")
    def test() -> None: ...

    @transition(source=("built", "tested"), target="deployed")
    def deploy() -> None:
        deployed.append("yes")

    promise = [passes("test", before="deployed")]
    runner = World().bind(workflow("careful", test, deploy, initial="built", final=["deployed"], always=promise))
    run = runner.run({})
    with pytest.raises(GuaranteeBroken, match=r"deployed would break passes\('test', before='deployed'\)"):
        runner.submit(run, "deploy")
    assert (run.state, deployed) == ("built", [])
    runner.submit(run, "test")
    runner.submit(run, "deploy")
    assert (run.state, deployed) == ("deployed", ["yes"])


def test_guarantees_about_actors_numbers_and_order() -> None:
    @transition(source="a", target="a")
    def turn() -> None: ...

    @transition(source="a", target="b")
    def leave() -> None: ...

    def runner(*promises: object) -> tuple[object, Run]:
        made = World().bind(workflow("kept", turn, leave, initial="a", final=["b"], always=list(promises)))  # type: ignore[arg-type]
        return made, made.run({})

    bound, run = runner(decides("human", before="b"))
    with pytest.raises(GuaranteeBroken):
        bound.submit(run, "leave")  # type: ignore[attr-defined]
    bound.submit(run, "leave", actor="human")  # type: ignore[attr-defined]
    assert run.state == "b"
    bound, run = runner(decides("agent", before="b"))
    bound.submit(run, "leave", actor="human")  # type: ignore[attr-defined]
    assert run.state == "b"
    bound, run = runner(at_most("turn", 1))
    bound.submit(run, "turn")  # type: ignore[attr-defined]
    with pytest.raises(GuaranteeBroken, match=r"turn would break at_most\('turn', 1\)"):
        bound.submit(run, "turn")  # type: ignore[attr-defined]
    bound, run = runner(never("leave", after="turn"))
    bound.submit(run, "turn")  # type: ignore[attr-defined]
    with pytest.raises(GuaranteeBroken):
        bound.submit(run, "leave")  # type: ignore[attr-defined]


def test_no_way_around_a_guarantee_leads_over_a_failure_or_a_timeout() -> None:
    @transition(source="new", target="done", actor="deterministic", on_failure="paid")
    def check() -> None:
        raise ValueError("no")

    @transition(source="done", target="paid")
    def pay() -> None: ...

    promise = [passes("check", before="paid")]
    flow = workflow("kept", check, pay, initial="new", final=["paid"], always=promise)
    with pytest.raises(GuaranteeBroken, match=r"paid would break passes\('check', before='paid'\)") as caught:
        World().bind(flow).run({})
    assert (caught.value.run.state, lines(caught.value.trace)) == ("new", ["kept/check 1 failed: ValueError: no"])

    @transition(source="asked", target="paid", actor="human")
    def agree() -> None: ...

    states = [State("asked", timeout=60, on_timeout="paid")]
    promise_of_agreement = [decides("human", before="paid")]
    waiting = workflow("kept", agree, initial="asked", final=["paid"], states=states, always=promise_of_agreement)
    world = World()
    runner = world.bind(waiting)
    run = runner.run({})
    world.pass_time(60)
    with pytest.raises(GuaranteeBroken):
        runner.submit(run, "agree", actor="human")
    assert (run.state, lines(run.trace)) == ("asked", [])


def test_a_guarantee_holds_in_the_initial_state_too() -> None:
    @transition(source="new", target="done", actor="deterministic")
    def check() -> None: ...

    flow = workflow("kept", check, initial="new", final=["done"], always=[passes("check", before="new")])
    runner = World().bind(flow)
    run = runner.begin({})
    for go in (runner.proceed, runner.retry):
        with pytest.raises(GuaranteeBroken, match=r"new would break passes\('check', before='new'\)"):
            go(run)
    assert lines(run.trace) == []


def test_a_broken_guarantee_is_no_failure_to_go_on_from() -> None:
    @transition(source="new", target="done", actor="deterministic", on_failure="sorry")
    def skip() -> None: ...

    @transition(source="sorry", target="done", actor="deterministic")
    def prepare() -> None: ...

    promise = [passes("prepare", before="done")]
    flow = workflow("kept", skip, prepare, initial="new", final=["done"], always=promise)
    with pytest.raises(GuaranteeBroken):
        World().bind(flow).run({})


def test_a_state_that_was_waited_in_for_too_long_is_left() -> None:
    @transition(source="asked", target="answered")
    def reply() -> None: ...

    states = [State("asked", timeout=60, on_timeout="forgotten")]
    world = World()
    runner = world.bind(workflow("patient", reply, initial="asked", final=["answered", "forgotten"], states=states))
    run = runner.run({})
    world.pass_time(59)
    runner.submit(run, "reply")
    assert run.state == "answered"
    run = runner.run({})
    world.pass_time(60)
    runner.submit(run, "reply")
    assert (run.status, run.state) == (Status.COMPLETED, "forgotten")
    assert (run.trace[0].step, run.trace[0].state, run.trace[0].target) == ("timeout", "asked", "forgotten")
    assert run.spent.seconds == 0


def test_drive_asks_for_every_decision_and_says_why_one_was_refused() -> None:
    said: list[str | None] = []

    def choose(run: Run) -> tuple[str, dict[str, object]]:
        said.append(run.refusal.code if run.refusal else None)
        return [("again", {"why": "w"}), ("nope", {}), ("publish", {"reason": "r"})][len(said) - 1]  # type: ignore[return-value]

    run = World().bind(EDITING).drive({"topic": "x"}, choose, actor="human")
    assert (run.state, said) == ("published", [None, None, "unknown-transition"])
    with pytest.raises(Refused):
        World().bind(EDITING).drive({"topic": "x"}, lambda run: ("nope", {}))


def test_dropping_keys_in_a_workflow_follows_what_later_states_read() -> None:
    @transition(source="a", target="b", actor="deterministic", writes="x")
    def one(q: str) -> str:
        return q

    @transition(source="b", target="c", actor="deterministic", writes="y", when="len(x) > 0")
    def two() -> str:
        return "y"

    @transition(source="c", target="d", actor="deterministic", writes="z")
    def three(y: str) -> str:
        return y

    flow = workflow("dropping", one, two, three, initial="a", final=["d"], inputs={"q": str}, outputs=["z"], drop=True)
    records = World().bind(flow).iter({"q": "q"})
    seen = [dict(records.run.values) for _ in records]
    assert seen == [{"x": "q"}, {"y": "y"}, {"z": "y"}]
