"""Texts that are safe and short enough to show. It knows no format: escaping is each format's own."""

import textwrap

from chaindsl.graph.typeform import ANY, Constrained, Constraint, Named, TypeForm, UnionForm, type_text
from chaindsl.graph.unknown import Maybe, Unknown

_NAME = 60
_LINE = 44
_LINES = 4
_TYPE = 40
_TEXT = frozenset({Constraint("min_length", 1), Constraint("strip_whitespace", True)})


def visible(text: str) -> str:
    """Return the text with every character that can't be seen (controls, bidi marks, line ends) as its escape."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def cut(text: str, width: int = _NAME) -> str:
    """Return the text as one visible line of at most `width` characters."""
    # No name needs more than a part of a hostile 10 kB to fill the width.
    shown = visible(text[: width + 1])
    return shown if len(shown) <= width else shown[: width - 1] + "…"


def name(text: Maybe[str]) -> str:
    """Return a name to show, `?` where it is not known."""
    return "?" if isinstance(text, Unknown) else cut(text) or "''"


def names(texts: Maybe[tuple[str, ...]]) -> str:
    """Return names in a row."""
    return "?" if isinstance(texts, Unknown) else ", ".join(name(text) for text in texts)


def number(value: Maybe[int | float | None]) -> str:
    """Return a number without useless digits, `?` where it is not known."""
    if value is None or isinstance(value, Unknown):
        return "?"
    return f"{value:,}".replace(",", " ") if isinstance(value, int) and value >= 10_000 else f"{value:.10g}"


def count(value: Maybe[int | None], noun: str) -> str:
    """Return `1 call`, `3 calls` or `? calls`."""
    return f"{number(value)} {noun if value == 1 else noun + 's'}"


def times(value: Maybe[int | None]) -> str:
    """Return `once`, `3 times` or `? times`."""
    return "once" if value == 1 else f"{number(value)} times"


def wrapped(text: str, width: int = _LINE, lines: int = _LINES) -> tuple[str, ...]:
    """Return one text as at most `lines` visible lines of at most `width` characters, cut where there is more."""
    shown = visible(" ".join(text[: width * lines * 2].split()))
    if len(shown) <= width:
        return (shown,) if shown else ()
    found = textwrap.wrap(shown, width, max_lines=lines, placeholder=" …", subsequent_indent="   ")
    return tuple(found)


def short_type(form: TypeForm) -> str:
    """Return a type in few characters, the empty text where it says nothing."""
    return "" if form == ANY else cut(_spelled(form), _TYPE)


def _spelled(form: TypeForm) -> str:
    match form:
        case Constrained(Named("str"), constraints) if set(constraints) == _TEXT:
            return "Text"
        case Constrained(base, constraints):
            return f"{_spelled(base)}{_limits(constraints)}"
        case Named(name, (_, *_) as args):
            return f"{'' if name == '[]' else name}[{', '.join(map(_spelled, args))}]"
        case UnionForm(members):
            return " | ".join(map(_spelled, members))
    return type_text(form)


def _limits(constraints: tuple[Constraint, ...]) -> str:
    found = {limit.name: limit.value for limit in constraints}
    least, most = found.pop("min_length", None), found.pop("max_length", None)
    words = [f"{name}={value!r}" for name, value in found.items()]
    if most is not None:
        words.insert(0, f"{0 if least is None else least}–{most} long")
    elif least is not None:
        words.insert(0, f"{least} or longer")
    return f" ({', '.join(words)})" if words else ""
