"""What pydantic found wrong, as one line that a person or a model can act on."""

from inspect import isawaitable

from pydantic import ValidationError

Path = tuple[int | str, ...]

_MOST = 5


def complaint(error: ValidationError) -> str:
    """Return up to five problems, each with the path to where it is, separated by semicolons."""
    found = problems(error)
    said = [line(place, message) for place, message in found[:_MOST]]
    if len(found) > _MOST:
        said.append(f"and {len(found) - _MOST} more")
    return "; ".join(said)


def problems(error: ValidationError) -> list[tuple[Path, str]]:
    """Return every problem: the path to where it is, and what is wrong there, without values and links."""
    found = error.errors(include_url=False, include_context=False)
    return [(problem["loc"], problem["msg"] + _hint(problem["input"])) for problem in found]


def _hint(value: object) -> str:
    return ", and not something to await: say await where it is made" if isawaitable(value) else ""


def line(place: Path, message: str) -> str:
    """Return one problem as text."""
    return f"{'.'.join(map(str, place))}: {message}" if place else message
