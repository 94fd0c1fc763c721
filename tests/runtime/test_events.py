"""What a listener hears of runs of every shape, and what becomes of a run whose listener fails."""

import pytest

from chaindsl import Complete, StepFailed, Text, chain, parallel, step, transition, workflow
from chaindsl.testing import ScriptedModel
from chaindsl.trace.event import CallBegan, CallEnded, Chunk, Event, RunBegan, RunEnded, StepBegan, StepEnded


@step(writes="items")
def split(text: Text) -> list[str]:
    return text.split()


@step(writes="louder", each="items", limit=5, workers=1)
def shout(item: str) -> str:
    return item.upper()


@step(writes="answer")
def ask(text: Text, *, complete: Complete) -> Text:
    return complete(text)


def shape(event: Event) -> tuple[object, ...]:
    match event:
        case RunBegan(flow=flow):
            return ("run", flow)
        case StepBegan(path, item, attempt) | CallBegan(path, item, attempt):
            return (type(event).__name__, path, item, attempt)
        case CallEnded(path, item, attempt, _, _, error):
            return ("CallEnded", path, item, attempt, error)
        case Chunk(text=text):
            return ("Chunk", text)
        case StepEnded(record):
            return ("StepEnded", record.step, record.item, record.ok)
        case RunEnded(status=status, stopped=stopped):
            return ("end", status, stopped)


def test_items_and_flows_inside_have_their_paths() -> None:
    heard: list[Event] = []
    inner = chain("inner", split, shout, inputs={"text": Text})
    chain("outer", inner, inputs={"text": Text}).run({"text": "a b"}, on_event=heard.append)
    assert [shape(event) for event in heard] == [
        ("run", "outer"),
        ("StepBegan", "outer/inner/split", None, 1),
        ("StepEnded", "split", None, True),
        ("StepBegan", "outer/inner/shout", 0, 1),
        ("StepEnded", "shout", 0, True),
        ("StepBegan", "outer/inner/shout", 1, 1),
        ("StepEnded", "shout", 1, True),
        ("StepEnded", "shout", None, True),
        ("end", "completed", "end of chain"),
    ]


def test_attempts_and_failures() -> None:
    heard: list[Event] = []
    model = ScriptedModel([TimeoutError("slow"), "yes"])
    flow = chain("f", ask, inputs={"text": Text}).bind(complete=model)
    flow.run({"text": "x"}, on_event=heard.append)
    assert [shape(event) for event in heard] == [
        ("run", "f"),
        ("StepBegan", "f/ask", None, 1),
        ("CallBegan", "f/ask", None, 1),
        ("CallEnded", "f/ask", None, 1, "TimeoutError"),
        ("StepEnded", "ask", None, False),
        ("StepBegan", "f/ask", None, 2),
        ("CallBegan", "f/ask", None, 2),
        ("CallEnded", "f/ask", None, 2, None),
        ("StepEnded", "ask", None, True),
        ("end", "completed", "end of chain"),
    ]


def test_a_run_that_waits_begins_again() -> None:
    @transition(source="a", target="z", actor="agent")
    def go() -> None: ...

    heard: list[Event] = []
    runner = workflow("w", go, initial="a", final=["z"]).bind()
    run = runner.run({}, on_event=heard.append)
    runner.submit(run, "go")
    assert [shape(event) for event in heard] == [
        ("run", "w"),
        ("end", "waiting", "decision"),
        ("run", "w"),
        ("StepBegan", "w/go", None, 1),
        ("StepEnded", "go", None, True),
        ("end", "completed", "final state"),
    ]


@pytest.mark.parametrize("kind", [RunBegan, StepBegan, CallBegan, CallEnded, StepEnded])
def test_what_a_listener_raises_ends_the_run(kind: type[Event]) -> None:
    heard: list[Event] = []

    def listen(event: Event) -> None:
        heard.append(event)
        if isinstance(event, kind):
            raise LookupError(kind.__name__)

    flow = chain("f", split, ask, inputs={"text": Text}).bind(complete=ScriptedModel(["yes"]))
    run = flow.begin({"text": "a b"}, on_event=listen)
    with pytest.raises(LookupError, match=kind.__name__):
        flow.proceed(run)
    assert run.status == "failed"
    assert [type(event) for event in heard[-2:]] == [kind, RunEnded]


def test_a_listener_that_fails_at_the_end_is_heard_of() -> None:
    def listen(event: Event) -> None:
        if isinstance(event, RunEnded):
            raise LookupError("end")

    flow = chain("f", split, inputs={"text": Text}).bind()
    run = flow.begin({"text": "a b"}, on_event=listen)
    with pytest.raises(LookupError):
        flow.proceed(run)
    assert run.status == "completed"


def test_parts_side_by_side_are_told_one_at_a_time() -> None:
    inside = 0

    def listen(_: Event) -> None:
        nonlocal inside
        inside += 1
        assert inside == 1
        inside -= 1

    @step(writes="a")
    def one(text: Text) -> str:
        return text

    @step(writes="b", each="items", limit=50, workers=8)
    def many(item: str) -> str:
        return item

    flow = chain("f", split, parallel(one, many), inputs={"text": Text})
    assert flow.run({"text": "x " * 40}, on_event=listen)["a"] == ("x " * 40).strip()


def test_a_step_that_fails_for_good() -> None:
    heard: list[Event] = []
    flow = chain("f", ask, inputs={"text": Text}).bind(complete=ScriptedModel([ValueError("no"), ValueError("no")]))
    with pytest.raises(StepFailed):
        flow.run({"text": "x"}, on_event=heard.append)
    assert shape(heard[-1]) == ("end", "failed", "failure")
