"""Values as Python source, laid out as formatters do: on one line where there is room, else one part a line."""

from collections.abc import Mapping, Sequence

from chaindsl.vocabulary.command import CommandResult

WIDTH = 88
LONGEST = 120
"""A text alone on a line may be so long before it is split, since formatters leave it as it is."""
STEP = "    "


def literal(value: object, indent: str, taken: int = 0) -> str:
    """Return a plain value as source; `taken` is what stands on its line before it and behind it."""
    short = _short(value)
    if isinstance(value, str) and len(indent) + taken + len(short) > LONGEST:
        return _split(value, indent)
    if len(indent) + taken + len(short) <= WIDTH or not isinstance(value, Mapping | list | tuple) or not value:
        return short
    inner = indent + STEP
    if isinstance(value, Mapping):
        lines = []
        for key, one in value.items():
            name = _short(key)
            lines.append(f"{inner}{name}: {literal(one, inner, len(name) + 3)},\n")
        return "{\n" + "".join(lines) + indent + "}"
    opening, closing = ("(", ")") if isinstance(value, tuple) else ("[", "]")
    return f"{opening}\n" + "".join(f"{inner}{literal(one, inner, 1)},\n" for one in value) + indent + closing


def _split(text: str, indent: str) -> str:
    """A long text as several beside each other."""
    room = WIDTH - len(indent) - len(STEP) - 2
    lines = [quoted(text[at : at + room]) for at in range(0, len(text), room)]
    return "(\n" + "".join(f"{indent}{STEP}{line}\n" for line in lines) + f"{indent})"


def _short(value: object) -> str:
    match value:
        case str():
            return quoted(value)
        case CommandResult(exit_code, stdout, stderr):
            return f"CommandResult({exit_code}, {quoted(stdout)}, {quoted(stderr)})"
        case BaseException():
            return f"{type(value).__name__}({', '.join(map(_short, value.args))})"
        case Mapping():
            return "{" + ", ".join(f"{_short(key)}: {_short(one)}" for key, one in value.items()) + "}"
        case tuple():
            return f"({_listed(value)}{',' if len(value) == 1 else ''})"
        case list():
            return f"[{_listed(value)}]"
    return repr(value)


def _listed(values: Sequence[object]) -> str:
    return ", ".join(map(_short, values))


def quoted(text: str) -> str:
    """Return a text in double quotes, or in single ones where those need fewer escapes."""
    escaped = repr(f"'{text}\"")[1:-1].replace("\\'", "'").replace('\\"', '"')[1:-1]
    if text.count('"') > text.count("'"):
        return "'" + escaped.replace("'", "\\'") + "'"
    return '"' + escaped.replace('"', '\\"') + '"'
