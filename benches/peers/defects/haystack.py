"""The mistakes in Haystack. Building validates the inputs of a run; there is no fan-out over a list."""

# The system is not installed where mypy runs.
# mypy: ignore-errors

from collections.abc import Callable
from typing import Any

from haystack import Pipeline, component

Run = Callable[[], object]


@component
class Same:
    """Gives what it is given."""

    @component.output_types(text=str)
    def run(self, text: str) -> dict[str, str]:
        return {"text": text}


@component
class Default:
    """Needs nothing."""

    @component.output_types(text=str)
    def run(self, text: str = "x") -> dict[str, str]:
        return {"text": text}


@component
class Both:
    """Needs two values."""

    @component.output_types(text=str)
    def run(self, text: str, missing: str) -> dict[str, str]:
        return {"text": text + missing}


@component
class Undeclared:
    """Gives more than it says."""

    @component.output_types(text=str)
    def run(self, text: str) -> dict[str, str]:
        return {"text": text, "other": "y"}


@component
class Unused:
    """Gives something that nothing takes."""

    @component.output_types(text=str, unused=str)
    def run(self, text: str) -> dict[str, str]:
        return {"text": text, "unused": "y"}


@component
class Route:
    """Gives one of two values."""

    @component.output_types(x=str, y=str)
    def run(self, text: str) -> dict[str, str]:
        return {"y": text}


@component
class Number:
    """Needs a number."""

    @component.output_types(number=int)
    def run(self, number: int) -> dict[str, int]:
        return {"number": number + 1}


def runs(parts: dict[str, Any], *connections: tuple[str, str], **given: dict[str, Any]) -> Run:
    pipeline = Pipeline()
    for name, part in parts.items():
        pipeline.add_component(name, part)
    for sender, receiver in connections:
        pipeline.connect(sender, receiver)
    inputs = given or {"a": {"text": "x"}}
    pipeline.validate_input(inputs)
    return lambda: pipeline.run(inputs)


def unknown_target() -> Run:
    return runs({"a": Same()}, ("a.text", "nowhere.text"))


def unreachable_step() -> Run:
    return runs({"a": Same(), "b": Default()})


def unconditional_cycle() -> Run:
    return runs({"a": Default(), "b": Same()}, ("a.text", "b.text"), ("b.text", "a.text"), a={})


def read_never_written() -> Run:
    return runs({"a": Same(), "b": Both()}, ("a.text", "b.text"))


def written_never_read() -> Run:
    return runs({"a": Unused(), "b": Same()}, ("a.text", "b.text"))


def undeclared_key() -> Run:
    return runs({"a": Undeclared(), "b": Same()}, ("a.text", "b.text"))


def two_parallel_writers() -> Run:
    parts = {"a": Same(), "b": Same(), "c": Same()}
    return runs(parts, ("a.text", "c.text"), ("b.text", "c.text"), a={"text": "x"}, b={"text": "x"})


def branch_without_target() -> Run:
    return runs({"a": Route(), "b": Same()}, ("a.x", "b.text"))


def types_differ() -> Run:
    return runs({"a": Same(), "b": Number()}, ("a.text", "b.number"))
