"""Attempts: retry, backoff, what is worth another try, validators, feedback, fallback, parsing, records."""

from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel

from chaindsl.errors import FlowError
from chaindsl.graph.flow import Chain
from chaindsl.graph.flow import Flow as Graph
from chaindsl.graph.step import Read, Step
from chaindsl.language.chain import chain
from chaindsl.language.step import step
from chaindsl.runtime.definition import Definition, Work
from chaindsl.runtime.failure import MissingKey, StepFailed
from chaindsl.runtime.runner import Runner
from chaindsl.runtime.status import Status, Stopped
from chaindsl.trace.details import ABSENT
from chaindsl.vocabulary.feedback import Feedback, IdempotencyKey
from chaindsl.vocabulary.model import Complete
from chaindsl.vocabulary.text import Len, Text
from chaindsl.vocabulary.values import Values
from tests.runtime.world import BOTH, Script, World, lines


@step(writes="answer", max_attempts=3)
def ask(question: str, *, complete: Complete) -> Text:
    return complete(question)


ASKING = chain("asking", ask, inputs={"question": str})


def test_what_pydantic_hands_back_is_what_is_stored() -> None:
    run = World().bind(ASKING, complete=Script("  yes ")).run({"question": "?"})
    assert run["answer"] == "yes"
    assert (run.status, run.stopped, run.outputs) == (Status.COMPLETED, Stopped.END, {"answer": "yes"})


def test_an_attempt_that_raises_is_followed_by_another_after_a_pause_that_grows() -> None:
    world = World()
    model = Script(ValueError("one"), KeyError("two"), "three")
    run = world.bind(ASKING, complete=model).run({"question": "?"})
    assert lines(run.trace) == [
        "asking/ask 1 failed: ValueError: one",
        "asking/ask 2 failed: KeyError: 'two'",
        "asking/ask 3 ok",
    ]
    assert world.slept == [0.5, 1.0]
    assert [record.calls for record in run.trace] == [1, 1, 1]
    assert run.spent.calls == 3


def test_the_last_attempt_that_fails_leaves_everything_that_was_done() -> None:
    @step(writes="first")
    def first(question: str) -> str:
        return question.upper()

    flow = chain("two", first, ask, inputs={"question": str})
    runner = World().bind(flow, complete=Script(*[OSError(f"no {n}") for n in range(3)], "better"))
    with pytest.raises(StepFailed, match=r"step ask failed after 3 attempts: OSError: no 2") as caught:
        runner.run({"question": "q"})
    run = caught.value.run
    assert isinstance(caught.value.__cause__, OSError)
    assert caught.value.step == "ask"
    assert lines(caught.value.records) == [f"two/ask {n + 1} failed: OSError: no {n}" for n in range(3)]
    assert lines(caught.value.trace) == ["two/first 1 ok", *lines(caught.value.records)]
    assert dict(run.values) == {"question": "q", "first": "Q"}
    assert (run.status, run.stopped, run.error) == (Status.FAILED, Stopped.FAILURE, caught.value)
    assert [(link.transition, link.recovery) for link in run.links] == [("retry", True)]
    again = runner.retry(run)
    assert again is run
    assert (run.status, run["answer"], run.error) == (Status.COMPLETED, "better", None)
    assert lines(run.trace)[-1] == "two/ask 4 ok"


def test_only_what_retry_on_names_is_tried_again() -> None:
    @step(writes="x", max_attempts=3, retry_on=(ConnectionError, TimeoutError))
    def pick(*, complete: Complete) -> str:
        return complete("?")

    flow = chain("picky", pick)
    model = Script(ConnectionResetError("cut"), ValueError("bad"))
    with pytest.raises(StepFailed) as caught:
        World().bind(flow, complete=model).run({})
    assert lines(caught.value.trace) == [
        "picky/pick 1 failed: ConnectionResetError: cut",
        "picky/pick 2 failed: ValueError: bad",
    ]


def test_a_rejected_value_triggers_exactly_one_more_attempt_and_the_step_is_told_why() -> None:
    told: list[str] = []

    def short(candidate: str, question: str) -> None:
        if len(candidate) > len(question):
            raise ValueError(f"at most {len(question)} characters")

    @step(writes="answer", validate=short)
    def answer(question: str, *, complete: Complete, feedback: Feedback) -> str:
        told.append(feedback)
        return complete(f"{question} {feedback}")

    flow = chain("short", answer, inputs={"question": str})
    model = Script("too long", "ok")
    run = World().bind(flow, complete=model).run({"question": "abc"})
    assert run["answer"] == "ok"
    assert told == ["", "at most 3 characters"]
    assert model.prompts == ["abc ", "abc at most 3 characters"]
    assert lines(run.trace) == ["short/answer 1 rejected: at most 3 characters", "short/answer 2 ok"]
    assert run.trace[0].details.rejected == "too long"
    assert run.trace[0].output is ABSENT


def test_a_run_that_goes_on_tells_the_step_why_its_last_value_was_rejected() -> None:
    told: list[str] = []

    def long(text: str) -> None:
        if len(told) < 2:
            raise ValueError(f"{text} is short")

    @step(writes="text", max_attempts=1, validate=long)
    def write(*, feedback: Feedback) -> str:
        told.append(feedback)
        return "it"

    runner = World().bind(chain("writing", write)).configured(redact=["text"])
    with pytest.raises(StepFailed) as caught:
        runner.run({})
    runner.retry(caught.value.run)
    assert told == ["", "it is short"]


def test_a_rejection_is_tried_again_whatever_retry_on_says() -> None:
    @step(writes="n", retry_on=ConnectionError)
    def number(*, complete: Complete) -> Annotated[list[str], Len(1, 2)]:
        return complete("?").split()

    run = World().bind(chain("numbers", number), complete=Script("a b c", "a b")).run({})
    assert run["n"] == ["a", "b"]
    assert lines(run.trace)[0] == "numbers/number 1 rejected: List should have at most 2 items after validation, not 3"


def test_a_validator_that_breaks_is_a_failed_attempt_and_no_rejection() -> None:
    def broken(candidate: str) -> None:
        raise LookupError("no table")

    @step(writes="x", validate=broken, max_attempts=1, fallback="never")
    def make() -> str:
        return "x"

    with pytest.raises(StepFailed) as caught:
        World().bind(chain("broken", make)).run({})
    assert lines(caught.value.trace) == ["broken/make 1 failed: LookupError: no table"]


def test_a_validator_may_be_asynchronous_and_may_assert() -> None:
    async def even(candidate: int) -> None:
        if candidate % 2:
            raise AssertionError("not even")

    numbers = iter([3, 4])

    @step(writes="n", validate=even)  # type: ignore[arg-type]
    def number() -> int:
        return next(numbers)

    run = World().bind(chain("even", number)).run({})
    assert lines(run.trace) == ["even/number 1 rejected: not even", "even/number 2 ok"]


Route = Literal["billing", "tech"]


@step(writes="route", parse=Route, fallback="tech")
def classify(question: str, *, complete: Complete) -> str:
    return complete(question)


def test_a_text_is_parsed_into_the_type() -> None:
    run = (
        World()
        .bind(chain("router", classify, inputs={"question": str}), complete=Script(" Billing\n"))
        .run({"question": "?"})
    )
    assert run["route"] == "billing"


def test_the_fallback_is_written_when_the_last_attempt_is_rejected_and_the_raw_text_is_kept() -> None:
    flow = chain("router", classify, inputs={"question": str})
    run = World().bind(flow, complete=Script("sales", "weather")).run({"question": "?"})
    assert run["route"] == "tech"
    first, last = run.trace
    assert (first.ok, first.details.fallback, first.details.raw) == (False, False, "sales")
    assert (last.ok, last.details.fallback, last.details.raw, last.output) == (True, True, "weather", "tech")


def test_the_fallback_is_not_for_a_body_that_raises() -> None:
    flow = chain("router", classify, inputs={"question": str})
    with pytest.raises(StepFailed):
        World().bind(flow, complete=Script(OSError("down"), OSError("down"))).run({"question": "?"})


def test_a_fallback_that_may_change_is_a_new_one_each_time() -> None:
    @step(writes="numbers", parse=list[int], fallback=[], max_attempts=1)
    def count(*, complete: Complete) -> str:
        return complete("?")

    @step(writes="length")
    def add(numbers: list[int]) -> int:
        numbers.append(1)
        return len(numbers)

    runner = World().bind(chain("counts", count, add), complete=lambda prompt: "none")
    assert [runner.run({})["length"] for _ in range(2)] == [1, 1]


def test_json_in_prose_becomes_a_model() -> None:
    class Claim(BaseModel):
        text: str
        sure: bool = False

    @step(writes="claim", parse=Claim)
    def claim(*, complete: Complete) -> str:
        return complete("?")

    run = World().bind(chain("claims", claim), complete=Script('Here: {"text": "x", "sure": true}.')).run({})
    assert run.get("claim", Claim) == Claim(text="x", sure=True)


def test_defaults_are_optional_reads_and_values_gives_all_keys() -> None:
    nothing = Values({})

    @step(writes="seen")
    def see(a: int, b: int = 7, every: Values = nothing, c: str = "c") -> str:
        return f"{a} {b} {dict(every)} {c}"

    flow = chain("optional", see, inputs={"a": int, "c": str})
    run = World().bind(flow).run({"a": 1, "c": "d"})
    assert run["seen"] == "1 7 {'a': 1, 'c': 'd'} d"
    assert run.trace[0].reads == {"a": 1, "every": {"a": 1, "c": "d"}, "c": "d"}


def test_a_key_that_nothing_wrote_is_named_with_its_reader() -> None:
    graph = Graph("holes", Chain((Step("reads", reads=(Read("nothing"),), writes="x"),)))
    runner = Runner(Definition(graph, {"reads": Work(lambda nothing: nothing)}), {})
    with pytest.raises(MissingKey, match="step reads reads nothing, and nothing wrote it"):
        runner.run({})


def test_an_idempotency_key_is_the_same_for_every_attempt() -> None:
    keys: list[tuple[str, str]] = []

    @step(writes="charged", idempotency_key="charge-{order}", effect=True)
    def charge(order: int, *, key: IdempotencyKey) -> str:
        keys.append(("template", key))
        if len(keys) == 1:
            raise OSError("cut off")
        return "done"

    @step(writes="sent", effect=True)
    def send(charged: str, *, key: IdempotencyKey) -> str:
        keys.append(("made", key))
        if len(keys) == 3:
            raise OSError("cut off")
        return "done"

    run = World().bind(chain("effects", charge, send, inputs={"order": int})).run({"order": 12})
    assert keys == [("template", "charge-12")] * 2 + [("made", "run-1/effects/send")] * 2
    assert [record.details.idempotency_key for record in run.trace] == [key for _, key in keys]


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("{day}-{name}", ["monday-ann", "monday-bo", "monday-bo"]),
        ("{day}", ["monday/0", "monday/1", "monday/1"]),
        (None, ["run-1/letters/send/0", "run-1/letters/send/1", "run-1/letters/send/1"]),
    ],
)
def test_two_items_never_share_an_idempotency_key(template: str | None, expected: list[str]) -> None:
    keys: list[str] = []
    options: Any = {} if template is None else {"idempotency_key": template}

    @step(writes="sent", each="names", **options)
    def send(name: str, day: str, *, key: IdempotencyKey) -> str:
        keys.append(key)
        if len(keys) == 2:
            raise OSError("cut off")
        return name

    flow = chain("letters", send, inputs={"names": list[str], "day": str})
    values = {"names": ["ann", "bo"], "day": "monday"}
    World().bind(flow).run(values)
    assert keys == expected
    keys.clear()
    run = World().bind(flow).configured(redact=["names"]).run(values)
    shown = {record.details.idempotency_key for record in run.trace if record.item is not None}
    assert shown == ({"[redacted]"} if template == "{day}-{name}" else set(keys))


def test_a_body_that_raises_stop_iteration_fails_like_any_other() -> None:
    @step(writes="x", max_attempts=1)
    def stop() -> str:
        raise StopIteration("over")

    for start in BOTH:
        with pytest.raises(StepFailed, match="RuntimeError: the function raised StopIteration"):
            start(World().bind(chain("stopping", stop)), {})


def test_redacted_keys_show_in_no_record() -> None:
    secret = "canary-4711"

    def checks(candidate: str) -> None:
        raise ValueError(f"not {candidate}")

    @step(writes="secret", validate=checks, fallback=secret, max_attempts=2)
    def leak(token: str, *, complete: Complete) -> str:
        return complete(token)

    @step(writes="x")
    def use(secret: str, token: str) -> str:
        return "fine"

    flow = chain("secrets", leak, use, inputs={"token": str})
    runner = World().bind(flow, complete=Script(secret, secret)).configured(redact=["secret", "token"])
    run = runner.run({"token": secret})
    assert run["secret"] == secret
    assert secret not in repr([record.to_data() for record in run.trace])
    assert run.trace[-1].to_data()["reads"] == {"secret": "[redacted]", "token": "[redacted]"}


def test_a_rejected_value_that_is_redacted_is_not_in_the_error_either() -> None:
    def sound(token: str) -> None:
        raise ValueError(f"{token} is not sound")

    @step(writes="token", validate=sound, max_attempts=1)
    def read(secret: str) -> str:
        return secret

    runner = World().bind(chain("reading", read, inputs={"secret": str}))
    with pytest.raises(StepFailed) as caught:
        runner.configured(redact=["secret", "token"]).run({"secret": "s3"})
    assert "s3" not in str(caught.value)
    with pytest.raises(StepFailed) as caught:
        runner.configured(redact="token").run({"secret": "s3"})
    assert "s3" not in str(caught.value)


def test_only_keys_that_are_there_can_be_redacted() -> None:
    @step(writes="token")
    def read(secret: str) -> str:
        return secret

    inner = chain("reading", read, inputs={"secret": str})
    runner = World().bind(chain("outer", inner, inputs={"secret": str}))
    runner.configured(redact=["secret", "token"])
    with pytest.raises(FlowError) as caught:
        runner.configured(redact=["secrt", "token"])
    assert [(issue.code, issue.subject, issue.hint) for issue in caught.value.issues] == [
        ("unknown-key", "secrt", "did you mean secret?")
    ]


def test_an_idempotency_key_made_from_a_redacted_key_is_handed_out_and_not_recorded() -> None:
    handed: list[str] = []

    @step(writes="charged", idempotency_key="charge-{card}", effect=True)
    def charge(card: str, *, key: IdempotencyKey) -> str:
        handed.append(key)
        return "done"

    run = World().bind(chain("effects", charge, inputs={"card": str})).configured(redact=["card"]).run({"card": "4711"})
    assert handed == ["charge-4711"]
    assert run.trace[0].details.idempotency_key == "[redacted]"


def test_a_recorded_value_is_as_it_was_when_written() -> None:
    @step(writes="items")
    def make() -> list[str]:
        return ["a"]

    @step(writes="more")
    def change(items: list[str]) -> int:
        items.append("b")
        return len(items)

    run = World().bind(chain("mutating", make, change)).run({})
    assert run["items"] == ["a", "b"]
    assert run.trace[0].to_data()["output"] == ["a"]
    assert run.trace[1].to_data()["reads"] == {"items": ["a"]}


def test_long_values_are_cut_in_records_only() -> None:
    @step(writes="long")
    def make() -> str:
        return "x" * 50

    run = World().bind(chain("long", make)).configured(cap=10).run({})
    assert len(run["long"]) == 50
    assert run.trace[0].output is run["long"]
    assert run.trace[0].to_data()["output"] == "x" * 10
    freeing = World().bind(chain("long", make, drop=True)).configured(cap=10).run({})
    assert (freeing["long"], freeing.trace[0].output) == ("x" * 50, "x" * 10)
