"""Validators and predicates with annotations of every sort, methods and lambdas left out."""

import functools

from chaindsl import Values, chain, step


def log(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        return function(*args, **kwargs)

    return inner


@log
def strict(candidate: str, /, question: "str", values: Values, *, extra: int = 1) -> None: ...


def lax(candidate, question=None): ...


CHECKS = [strict, lax]


@step(writes="a", validate=CHECKS)
def first(question: str) -> str: ...


@step(writes="b", validate=(lax,))
def second(a: str) -> str: ...


@step(writes="c", validate=strict)
def third(b: str) -> str: ...


flow = chain("flow", first, second, third, inputs={"question": str})
