"""Flows inside flows: scopes of their own, inputs checked at the door, outputs written, one set of tools."""

from typing import Annotated, Any, cast

import pytest
from pydantic import AfterValidator, BaseModel, Field, field_validator, model_validator

from chaindsl.graph.budget import Budget
from chaindsl.language.blocks import branch
from chaindsl.language.chain import chain
from chaindsl.language.guarantees import at_most, never, passes
from chaindsl.language.step import step
from chaindsl.language.transition import transition
from chaindsl.language.workflow import workflow
from chaindsl.runtime.failure import BudgetExceeded, GuaranteeBroken, InputError, MissingKey
from chaindsl.vocabulary.model import Complete
from chaindsl.vocabulary.text import Text
from tests.runtime.world import Script, World, lines


@step(writes="hidden")
def prepare(question: str) -> str:
    return question.strip()


@step(writes="answer")
def ask(hidden: str, *, complete: Complete) -> str:
    return complete(hidden)


QA = chain("qa", prepare, ask, inputs={"question": Text}, outputs=["answer"])


@step(writes="question")
def make(topic: str) -> str:
    return f" {topic}? "


def test_only_outputs_leave_a_nested_flow_and_its_inputs_are_checked() -> None:
    outer = chain("outer", make, QA, inputs={"topic": str})
    run = World().bind(outer, complete=Script("yes")).run({"topic": "sun"})
    assert dict(run.values) == {"topic": "sun", "question": " sun? ", "answer": "yes"}
    assert lines(run.trace) == ["outer/make 1 ok", "outer/qa/prepare 1 ok", "outer/qa/ask 1 ok"]
    assert run.trace[1].reads == {"question": "sun?"}

    @step(writes="question")
    def nothing(topic: str) -> str:
        return "  "

    with pytest.raises(InputError, match="qa: question does not fit"):
        World().bind(chain("outer", nothing, QA, inputs={"topic": str}), complete=Script()).run({"topic": "x"})


def test_a_nested_workflow_that_decides_nothing_is_a_part_like_any_other() -> None:
    @transition(source="new", target="done", actor="deterministic", writes="size")
    def measure(question: str) -> int:
        return len(question)

    sizes = workflow("sizes", measure, initial="new", final=["done"], inputs={"question": str})
    run = World().bind(chain("outer", make, sizes, inputs={"topic": str})).run({"topic": "sun"})
    assert run["size"] == 6
    assert run.state is None
    assert [(record.path, record.state, record.target) for record in run.trace][1:] == [
        ("outer/sizes/measure", "new", "done")
    ]


def test_inputs_of_a_model_have_its_defaults_and_its_checks() -> None:
    class Ticket(BaseModel):
        topic: str
        urgency: int = Field(default=1, le=5)
        tags: list[str] = Field(default_factory=list)

    @step(writes="seen")
    def see(topic: str, urgency: int, tags: list[str]) -> str:
        return f"{topic} {urgency} {tags}"

    runner = World().bind(chain("tickets", see, inputs=Ticket))
    assert runner.run({"topic": "x"})["seen"] == "x 1 []"
    assert runner.run({"topic": "x", "urgency": "3", "tags": ["a"]})["seen"] == "x 3 ['a']"
    with pytest.raises(InputError) as caught:
        runner.run({"urgency": 9, "tgs": []})
    assert [(issue.code, issue.subject) for issue in caught.value.issues] == [
        ("unknown-input", "tgs"),
        ("missing-input", "topic"),
        ("wrong-input", "urgency"),
    ]


def test_a_model_alone_validates_and_does_so_once() -> None:
    class Order(BaseModel):
        tags: list[str] = Field(alias="Tags")
        counted: Annotated[int, AfterValidator(lambda number: number + 1)] = 0

        @field_validator("tags", mode="before")
        @classmethod
        def split(cls, value: object) -> object:
            return value.split(",") if isinstance(value, str) else value

        @model_validator(mode="after")
        def few(self) -> "Order":
            if self.counted > 9:
                raise ValueError("too many")
            return self

    @step(writes="seen")
    def see(tags: list[str], counted: int) -> str:
        return f"{tags} {counted}"

    runner = World().bind(chain("orders", see, inputs=Order))
    assert runner.run({"tags": "a,b", "counted": 1})["seen"] == "['a', 'b'] 2"
    for values, expected in (
        ({"tags": "a", "counted": 9}, [("wrong-input", "orders: Value error, too many")]),
        ({"tags": [1, 2]}, [("wrong-input", "orders: tags does not fit: 0: Input should be a valid string"),
                            ("wrong-input", "orders: tags does not fit: 1: Input should be a valid string")]),
        ({}, [("missing-input", "orders needs tags")]),
        (None, [("bad-inputs", "orders takes a mapping of keys to values, not a NoneType")]),
    ):  # fmt: skip
        with pytest.raises(InputError) as caught:
            runner.run(cast("Any", values))
        assert [(issue.code, issue.message) for issue in caught.value.issues] == expected


def test_an_output_that_no_route_wrote_is_missed_where_it_is_promised() -> None:
    @step(writes="kind")
    def kind(question: str) -> bool:
        return bool(question)

    @step(writes="answer")
    def answer(question: str) -> str:
        return question

    routes = branch("kind", {True: answer, False: ()})
    promised = chain("promised", kind, routes, inputs={"question": str}, outputs=["answer"])
    assert World().bind(promised).run({"question": "q"}).outputs == {"answer": "q"}
    with pytest.raises(MissingKey, match="outputs= of promised reads answer, and nothing wrote it"):
        World().bind(promised).run({"question": ""})
    unsaid = chain("unsaid", kind, routes, inputs={"question": str})
    assert World().bind(unsaid).run({"question": ""}).outputs == {}


def test_seconds_of_a_nested_flow_leave_out_pauses_of_the_run() -> None:
    world = World()
    slow = 2.0

    @step(writes="a", max_attempts=1)
    def one(question: str) -> str:
        world.pass_time(slow)
        if slow > 1:
            raise OSError("stop")
        return "a"

    @step(writes="b")
    def two(a: str) -> str:
        return a

    inner = chain("inner", one, two, inputs={"question": str}, outputs=["b"], budget=Budget(seconds=5))
    runner = world.bind(chain("outer", inner, inputs={"question": str}))
    with pytest.raises(Exception, match="stop") as caught:
        runner.run({"question": "q"})
    world.pass_time(1000)
    slow = 1.0
    run = runner.retry(caught.value.run)  # type: ignore[attr-defined]
    assert (run["b"], run.spent.seconds) == ("a", 3)
    slow = 6.0
    with pytest.raises(Exception, match="stop") as again:
        runner.run({"question": "q"})
    slow = 0.0
    with pytest.raises(BudgetExceeded, match="inner is over its budget before one: 6 of 5 seconds"):
        runner.retry(again.value.run)  # type: ignore[attr-defined]


def test_guarantees_of_a_chain_are_kept() -> None:
    @step(writes="kind")
    def kind(question: str) -> bool:
        return bool(question)

    @step(writes="checked")
    def check(question: str) -> str:
        return question

    @step(writes="sent")
    def send(question: str) -> str:
        return question

    routes = branch("kind", {True: check, False: ()})
    careful = chain("careful", kind, routes, send, inputs={"question": str}, always=[passes("check", before="send")])
    assert World().bind(careful).run({"question": "q"})["sent"] == "q"
    with pytest.raises(GuaranteeBroken, match=r"send would break passes\('check', before='send'\)") as caught:
        World().bind(careful).run({"question": ""})
    assert lines(caught.value.trace) == ["careful/kind 1 ok"]
    fine = chain(
        "fine", kind, routes, send, inputs={"question": str}, always=[at_most("send", 1), never("kind", after="send")]
    )
    assert World().bind(fine).run({"question": "q"})["sent"] == "q"
