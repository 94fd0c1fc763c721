"""Workflows of clean_names.yaml, imported."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from chaindsl import (
    Command,
    CommandResult,
    FromActor,
    Len,
    State,
    chain,
    cli,
    step,
    transition,
    workflow,
)

Class = Annotated[str, Field(description='Says "it\'s".')]


class Import(BaseModel):
    """What `import` takes, and what it starts with."""

    class_: Class
    json_: dict[str, Any] = {}
    type: list[Any] = [1]
    context_class_: None = None
    key_model_x: float = 0.5
    str_: str = "a"
    two_words: bool = True


@step(writes="context_class_")
def class__context_class_(class_: str, context_class_: str | None) -> str:
    return class_ + str(context_class_)


@step(writes="key_model_x", max_attempts=1)
def class__key_model_x(key_model_x: float) -> float:
    return key_model_x / 2


@step(writes="str_")
def class__str_(str_: str) -> str:
    return "'" + '"' + str_


@step(writes="said")
def class__said(type: Any, two_words: bool) -> str:
    return str(type) + str(two_words).lower()


@step(writes="type", max_attempts=1)
def class__type(json_: Any) -> Any:
    return json_["a"][1]["b"]


@step(writes="json_", max_attempts=1)
def class__json_() -> dict[str, Any]:
    return {"a": [1, {"b": None}], "it's": 'say "it"'}


@step(writes="two_words")
def class__two_words() -> bool:
    return False


class__work = chain(
    "class_work",
    class__context_class_,
    class__key_model_x,
    class__str_,
    class__said,
    class__type,
    class__json_,
    class__two_words,
    inputs={
        "class_": str,
        "context_class_": str | None,
        "key_model_x": float,
        "str_": str,
        "type": Any,
        "two_words": bool,
        "json_": Any,
    },
    outputs=[
        "json_",
        "type",
        "context_class_",
        "key_model_x",
        "str_",
        "two_words",
        "said",
    ],
)


@transition(
    source="first state",
    target="list",
    actor="deterministic",
    runs=class__work,
    name="class",
)
def class_(
    class_: str,
    context_class_: str | None,
    key_model_x: float,
    str_: str,
    type: Any,
    two_words: bool,
    json_: Any,
) -> None:
    """Quotes at the end: '''
    and a \\backslash "
    """


Which = Literal["one", 2, True, None, 'say "it"']
Why = Annotated[
    Annotated[str, Len(0, 500)] | None,
    Field(description="A description that is so long that it is split."),
]
How = Annotated[list[Literal["fast", "slow"]], Len(1)]


@transition(
    source="list",
    target="first state",
    when='not two_words and str_ != "it\'s"',
    name="next",
    title='It\'s "next"',
)
def next_list(
    which: FromActor[Which],
    why: FromActor[Why] = None,
    how: FromActor[How] = ["fast"],
) -> None: ...


def may_cli_list(str_: str, type: Any, json_: Any) -> bool:
    if not (str_.startswith("something that is long enough")):
        return False
    if not ("something that is long" in type):
        return False
    return bool(json_["a"][0] >= 1)


@transition(source="list", target="done", when=may_cli_list, name="cli")
def cli_list() -> None: ...


@transition(source="list", target="done", actor="human")
def leave() -> None: ...


@transition(source="done", target="end", actor="deterministic")
def next_done(str_: str) -> Command[CommandResult]:
    return cli("echo", str_, "a\tb")


# Words of "Python"
# A \ and a """ and more than one line.
# first state: Where it starts.
import_ = workflow(
    "import",
    class_,
    next_list,
    cli_list,
    leave,
    next_done,
    initial="first state",
    final=["end"],
    inputs=Import,
    states=[
        State(
            "list",
            goal='Read "it\'s", and decide.',
            guidance=(
                "A guidance that is so long that it does not fit on one line of any "
                "width that people use for Python, and so has to be split somewhere, "
                '"quotes" and all.\n'
                "With a second paragraph."
            ),
        ),
        State("end", guidance="It is over."),
    ],
)


@transition(source="a", target="z", name="next")
def next_a() -> None: ...


@transition(source="a", target="z", actor="human", name="class")
def class__a() -> None: ...


list_2 = workflow(
    "list",
    next_a,
    class__a,
    initial="a",
    final=["z"],
    states=[State("a", goal="Go.")],
)
