"""How pieces of graph are spelt where a change says what there was and what there is. It compares nothing."""

from chaindsl.draw.wording import cut, name, number, short_type
from chaindsl.graph.budget import Input
from chaindsl.graph.flow import Branch, Hole, Nested, Parallel, Part, Repeat, Route
from chaindsl.graph.guarantee import AtMost, Decides, Guarantee, Passes
from chaindsl.graph.guard import Expression, Guard, guard_text
from chaindsl.graph.step import Check, Effect, Read, Source, Step, Tool, ToolKind
from chaindsl.graph.typeform import EnumForm, TypeForm, type_text
from chaindsl.graph.unknown import Maybe, Unknown

_TYPE = 200
_GUARD = 300


def unknown_text(value: Unknown) -> str:
    """Return what stands for something that can't be followed."""
    return f"? ({cut(value.text)})" if value.text else "?"


def plain(value: object) -> str | None:
    """Return a name or number as people write it, None for nothing."""
    match value:
        case None:
            return None
        case Unknown():
            return unknown_text(value)
        case bool():
            return "yes" if value else "no"
        case int() | float():
            return number(value)
        case tuple():
            return ", ".join(str(plain(item)) for item in value) or None
    return cut(str(value), _TYPE)


def type_words(form: TypeForm, other: TypeForm) -> str:
    """Return a type in as few words as tell it apart from another one."""
    if isinstance(form, Unknown):
        return unknown_text(form)
    short, whole = short_type(form), cut(type_text(form), _TYPE)
    if short and short != short_type(other):
        return short
    if whole != cut(type_text(other), _TYPE) or not isinstance(form, EnumForm):
        return whole
    return f"{name(form.name)} ({', '.join(cut(one.label) for one in form.members)})"


def read_words(read: Read) -> str:
    """Return one read: the key, `?` after an optional one, and the parameter where its name is another."""
    if read.source is Source.VALUES:
        return "every key"
    asked = " from whoever decides" if read.source is Source.ACTOR else ""
    doubt = " (or asks for it)" if isinstance(read.source, Unknown) else ""
    parameter = f" as {name(read.parameter)}" if read.parameter != read.key else ""
    return f"{name(read.key)}{'?' if read.optional else ''}{parameter}{asked}{doubt}"


def input_words(given: Input) -> str:
    """Return one input with its type."""
    form = type_words(given.type, given.type)
    return f"{name(given.key)}{'?' if given.optional else ''}{': ' + form if form != 'Any' else ''}"


def tool_words(tool: Tool) -> str:
    """Return one tool; what is a model says so."""
    kind = "?" if isinstance(tool.kind, Unknown) else tool.kind.value
    said = "" if tool.kind is ToolKind.TOOL else f" ({kind})"
    return f"{name(tool.name)}{'' if tool.required else '?'}{said}"


def check_words(check: Check) -> str:
    """Return a validator or predicate with what it reads."""
    return f"{name(check.name)}({', '.join(map(read_words, check.reads))})"


def guard_words(guard: Maybe[Guard | None]) -> str | None:
    """Return a guard as it is written, None where there is none."""
    match guard:
        case None:
            return None
        case Unknown():
            return unknown_text(guard)
        case Expression(condition):
            return cut(guard_text(condition), _GUARD)
        case _:
            return check_words(guard.check)


def effect_words(effect: Maybe[Effect | None]) -> str | None:
    """Return an effect and what keeps it from happening twice, None without one."""
    if effect is None or isinstance(effect, Unknown):
        return None if effect is None else unknown_text(effect)
    if effect.automatic:
        return "an effect, once in a run"
    return "an effect" if effect.key is None else f"an effect, once for {plain(effect.key)}"


def guarantee_words(guarantee: Guarantee) -> str:
    """Return a guarantee as it is written."""
    match guarantee:
        case Passes():
            return f"passes({name(guarantee.name)}, before {name(guarantee.before)})"
        case Decides():
            return f"decides({name(guarantee.actor)}, before {name(guarantee.before)})"
        case AtMost():
            return f"at_most({name(guarantee.name)}, {number(guarantee.times)})"
    return f"never({name(guarantee.name)}, after {name(guarantee.after)})"


def route_words(route: Route) -> str:
    """Return a route's label."""
    return "?" if isinstance(route.label, Unknown) else cut(route.label.label) or "''"


def part_words(part: Part) -> str:
    """Return what a part is called where it stands among others."""
    match part:
        case Step():
            return name(part.name)
        case Nested(flow):
            return name(flow.name)
        case Branch():
            return f"branch on {name(part.key)}"
        case Repeat():
            return f"loop until {name(part.until)}"
        case Parallel():
            return f"side by side: {', '.join(map(part_words, part.parts))}"
        case Hole():
            return unknown_text(part.unknown)


def parts_words(parts: tuple[Part, ...]) -> str:
    """Return parts in a row."""
    return ", ".join(map(part_words, parts)) or "nothing"
