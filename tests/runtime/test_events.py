"""What a listener hears of runs of every shape, and what becomes of a run whose listener fails."""

import pytest

from chaindsl import Complete, FromActor, StepFailed, Text, chain, parallel, step, transition, workflow
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


def test_every_way_to_run_tells_the_same() -> None:
    flow = chain("f", ask, inputs={"text": Text}).bind(complete=ScriptedModel(["yes"] * 6)).configured()
    whole = [
        ("run", "f"),
        ("StepBegan", "f/ask", None, 1),
        ("CallBegan", "f/ask", None, 1),
        ("CallEnded", "f/ask", None, 1, None),
        ("StepEnded", "ask", None, True),
        ("end", "completed", "end of chain"),
    ]
    heard: list[Event] = []
    assert [record.step for record in flow.iter({"text": "x"}, on_event=heard.append)] == ["ask"]
    flow.drive({"text": "x"}, lambda run: ("never", {}), on_event=heard.append)
    flow.start({"text": "x"}, on_event=heard.append)
    flow.session.start({"text": "x"}, on_event=heard.append)
    assert [shape(event) for event in heard] == whole * 4
    numbered: list[tuple[int, Event]] = []
    list(
        flow.map(
            [{"text": "x"}, {"text": "y"}], workers=1, on_event=lambda index, event: numbered.append((index, event))
        )
    )
    assert [(index, shape(event)) for index, event in numbered] == [(index, one) for index in (0, 1) for one in whole]


def test_a_kept_run_tells_what_it_does_and_not_what_it_did() -> None:
    broken = True

    @step(writes="size", max_attempts=1)
    def measure(answer: str) -> int:
        if broken:
            raise OSError("busy")
        return len(answer)

    @transition(source="a", target="z", actor="agent")
    def go(why: FromActor[str]) -> None: ...

    runner = chain("f", ask, measure, inputs={"text": Text}).bind(complete=ScriptedModel(["yes"]))
    runner.start({"text": "x"})
    broken, heard = False, list[Event]()
    runner.session.retry(runner.store.heads()[0].id, on_event=heard.append)
    assert [shape(event) for event in heard] == [
        ("run", "f"),
        ("StepBegan", "f/measure", None, 2),
        ("StepEnded", "measure", None, True),
        ("end", "completed", "end of chain"),
    ]
    heard.clear()
    runner.session.fork(runner.store.heads()[0].id, "measure", on_event=heard.append)
    assert [shape(event) for event in heard][1:-1] == [
        ("StepBegan", "f/measure", None, 1),
        ("StepEnded", "measure", None, True),
    ]
    waiting = workflow("w", go, initial="a", final=["z"]).bind()
    first = waiting.start({})
    heard.clear()
    waiting.session.submit(first.run.id, "go", {"why": "so"}, on_event=heard.append)
    assert [shape(event) for event in heard] == [
        ("run", "w"),
        ("StepBegan", "w/go", None, 1),
        ("StepEnded", "go", None, True),
        ("end", "completed", "final state"),
    ]


def test_what_a_listener_of_a_kept_run_raises_leaves_it_where_it_stands() -> None:
    def broken(event: Event) -> None:
        if isinstance(event, RunEnded):
            raise LookupError("disk full")

    runner = chain("f", ask, inputs={"text": Text}).bind(complete=ScriptedModel(["yes"] * 2))
    with pytest.raises(LookupError):
        runner.start({"text": "x"}, on_event=broken)
    assert [head.status for head in runner.store.heads()] == ["completed"]
    with pytest.raises(LookupError):
        list(runner.map([{"text": "x"}], on_event=lambda _, event: broken(event)))
