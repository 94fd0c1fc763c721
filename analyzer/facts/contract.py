"""What one part reads and writes, with the role of each read. The order of roles is the order of the source."""

from collections.abc import Iterator
from dataclasses import dataclass

from chaindsl.graph.guard import Guard, Predicate, guard_keys
from chaindsl.graph.place import Place
from chaindsl.graph.reads import effect_keys
from chaindsl.graph.step import Check, Each, Source, Step
from chaindsl.graph.typeform import ANY, Named, TypeForm
from chaindsl.graph.unknown import Maybe, Unknown


@dataclass(frozen=True, slots=True)
class Use:
    """One read of a key.

    `role` says what reads it, for messages. Without `needed` the key may be missing. With `item` the type is that
    of one item of the list under the key.
    """

    key: str
    type: TypeForm = ANY
    role: str = "parameter"
    needed: bool = True
    item: bool = False


@dataclass(frozen=True, slots=True)
class Write:
    """One write of a key: by whom, and of what type. Without `sure` it may not happen."""

    key: str
    type: TypeForm
    writer: str
    place: Place | None
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Contract:
    """All reads and writes of a part; `reads_all` and `writes_all` stand for keys that can't be named."""

    uses: tuple[Use, ...] = ()
    writes: tuple[Write, ...] = ()
    reads_all: bool = False
    writes_all: bool = False


NO_KEYS = Contract()


def step_contract(step: Step, *, handed: bool = False) -> Contract:
    """Return what a step, or a transition's work, reads and writes.

    With `handed` its parameters are handed on to a flow, which then says what is written.
    """
    uses = tuple(_step_uses(step))
    open_ = any(
        (
            any(read.source is Source.VALUES for read in step.reads),
            isinstance(step.validators, Unknown),
            isinstance(step.each, Unknown),
            isinstance(step.each, Each) and isinstance(step.each.key, Unknown),
        )
    )
    if step.writes is None or handed:
        return Contract(uses, (), open_)
    if isinstance(step.writes, Unknown):
        return Contract(uses, (), open_, writes_all=True)
    return Contract(uses, (Write(step.writes, value_type(step), f"step `{name_of(step.name)}`", step.place),), open_)


def _step_uses(step: Step) -> Iterator[Use]:
    each = step.each
    for read in step.reads:
        if read.source is Source.KEY:
            yield Use(read.key, read.type, f"parameter `{read.parameter}`", not read.optional)
        elif isinstance(read.source, Unknown):
            yield Use(read.key, read.type, f"parameter `{read.parameter}`", needed=False)
    if isinstance(each, Each) and not isinstance(each.key, Unknown):
        yield Use(each.key, each.item, "`each`", item=True)
    if not isinstance(step.validators, Unknown):
        for check in step.validators:
            yield from check_uses(check, f"validator `{check.name}`")
    yield from (Use(key, ANY, "`idempotency_key`", needed=False) for key in effect_keys(step))


def check_uses(check: Check, role: str) -> Iterator[Use]:
    """Yield what a validator or a predicate reads."""
    yield from (Use(read.key, read.type, role, not read.optional) for read in check.reads)


def guard_uses(guard: Maybe[Guard | None]) -> tuple[Use, ...]:
    """Return what a guard reads."""
    if guard is None or isinstance(guard, Unknown):
        return ()
    if isinstance(guard, Predicate):
        return tuple(check_uses(guard.check, f"guard `{guard.check.name}`"))
    return tuple(Use(key, ANY, "guard") for key in guard_keys(guard.condition))


def value_type(step: Step) -> TypeForm:
    """Return the type of the key that a step writes: a list of what it yields, in an `each` step."""
    if isinstance(step.each, Unknown):
        return step.each
    return step.type if step.each is None else Named("list", (step.type,))


def name_of(name: Maybe[str]) -> str:
    """Return a name as messages show it."""
    return "?" if isinstance(name, Unknown) else name
