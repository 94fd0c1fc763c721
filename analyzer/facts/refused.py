"""Whether a constant that a step hands back is rejected by its type; what is not known counts as rejected."""

from chaindsl.graph.step import Step
from chaindsl.graph.typeform import NONE, Constrained, EnumForm, LiteralForm, Named, TypeForm, UnionForm
from chaindsl.graph.unknown import Unknown

_SCALARS: dict[str, tuple[type, ...]] = {
    "str": (str,),
    "int": (int, float, str),
    "float": (int, float, str),
    "bool": (bool, int, str),
    "list": (list, tuple),
    "tuple": (list, tuple),
    "set": (list, tuple),
    "dict": (dict,),
    "Sequence": (list, tuple),
    "Mapping": (dict,),
    "chaindsl.Completion": (str,),
}


def refused(step: Step, value: object) -> bool:
    """Say whether a constant is rejected on write. A value that is not known is not, a type that is not known does."""
    if isinstance(value, Unknown):
        return isinstance(step.type, Unknown)
    return not _fits(step.type, value, parsed=step.parsed)


def _fits(form: TypeForm, value: object, *, parsed: bool) -> bool:
    match form:
        case Named("Any" | "object"):
            return True
        case UnionForm(members):
            # Whoever may write None says by it that there is nothing.
            return value is not None and any(
                _fits(member, value, parsed=parsed) for member in members if member != NONE
            )
        case LiteralForm(values) | EnumForm(_, values):
            return any(one.value == value or one.name == getattr(value, "name", "") for one in values)
        case Constrained(base, constraints):
            least = max(
                (c.value for c in constraints if c.name == "min_length" and isinstance(c.value, int)), default=0
            )
            short = isinstance(value, str | list | tuple | dict) and len(_stripped(value)) < least
            return not short and _fits(base, value, parsed=parsed)
        case Named(name):
            return isinstance(value, _SCALARS.get(name, ()))
    return False


def _stripped(value: object) -> str | list[object] | tuple[object, ...] | dict[object, object]:
    return value.strip() if isinstance(value, str) else value  # type: ignore[return-value]
