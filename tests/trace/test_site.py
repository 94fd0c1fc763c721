"""What all records of one step have in common."""

import functools

from chaindsl.trace.site import Site


def test_the_code_hash_follows_what_the_code_does() -> None:
    def one(a: int) -> int:
        return a + 1

    def same(a: int) -> int:
        return a + 1

    def other(a: int) -> int:
        return a + 2

    @functools.wraps(one)
    def wrapped(a: int) -> int:
        return one(a)

    def renamed() -> None: ...

    same.__code__ = same.__code__.replace(co_name="one")
    other.__code__ = other.__code__.replace(co_name="one")
    codes = [Site("f", "s", function=function).code for function in (one, same, other, wrapped)]
    assert codes[0] == codes[1] == codes[3]
    assert codes[2] != codes[0]
    assert Site("f", "s", function=len).code is None
    assert Site("f", "s").code is None
    assert Site("f", "s", function=renamed).code != codes[0]


def test_inner_functions_count() -> None:
    def make(number: int):  # type: ignore[no-untyped-def]
        if number == 1:

            def outer() -> object:
                return lambda: 1
        else:

            def outer() -> object:
                return lambda: 2

        return outer

    assert Site("f", "s", function=make(1)).code != Site("f", "s", function=make(2)).code
