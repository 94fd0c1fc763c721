"""What pydantic found wrong, as one line that a person or a model can act on."""

from pydantic import ValidationError

_MOST = 5


def complaint(error: ValidationError) -> str:
    """Return up to five problems, each with the path to where it is, separated by semicolons."""
    found = error.errors(include_url=False, include_context=False, include_input=False)
    said = [_line(problem["loc"], problem["msg"]) for problem in found[:_MOST]]
    if len(found) > _MOST:
        said.append(f"and {len(found) - _MOST} more")
    return "; ".join(said)


def _line(place: tuple[int | str, ...], message: str) -> str:
    return f"{'.'.join(map(str, place))}: {message}" if place else message
