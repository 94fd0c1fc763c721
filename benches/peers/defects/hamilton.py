"""The mistakes in Hamilton. Parameters' names are its graph: no targets, no branches. Building validates the run."""

# The system is not installed where mypy runs.
# mypy: ignore-errors

from collections.abc import Callable

from hamilton import ad_hoc_utils, driver
from hamilton.htypes import Collect, Parallelizable

Run = Callable[[], object]


def runs(wanted: str, *modules: tuple[Callable[..., object], ...], dynamic: bool = False) -> Run:
    made = [ad_hoc_utils.create_temporary_module(*functions) for functions in modules]
    builder = driver.Builder().with_modules(*made)
    built = (builder.enable_dynamic_execution(allow_experimental_mode=True) if dynamic else builder).build()
    given = {"text": "x"}
    built.validate_execution([wanted], inputs=given)
    return lambda: built.execute([wanted], inputs=given)


def unconditional_cycle() -> Run:
    def first(second: str) -> str:
        return second

    def second(first: str) -> str:
        return first

    return runs("second", (first, second))


def read_never_written() -> Run:
    def first(text: str, missing: str) -> str:
        return text + missing

    return runs("first", (first,))


def written_never_read() -> Run:
    def unused(text: str) -> str:
        return text

    def second(text: str) -> str:
        return text

    return runs("second", (unused, second))


def two_parallel_writers() -> Run:
    def answer(text: str) -> str:
        return text

    return runs("answer", (answer,), (answer,))


def types_differ() -> Run:
    def first(text: str) -> str:
        return text

    def second(first: int) -> int:
        return first + 1

    return runs("second", (first, second))


def fan_out_of_unknown_size() -> Run:
    def item(text: str) -> Parallelizable[str]:
        yield from [text] * 3

    def same(item: str) -> str:
        return item

    def done(same: Collect[str]) -> list[str]:
        return list(same)

    return runs("done", (item, same, done), dynamic=True)
