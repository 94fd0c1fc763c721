"""The nearest names to one that does not exist, for every message that must offer them."""

from collections.abc import Iterable


def nearest(name: str, names: Iterable[str]) -> str:
    """Return `did you mean …?` with up to three names like `name`, or the names there are, at most ten of them."""
    from difflib import get_close_matches  # noqa: PLC0415 - only a mistake needs it

    known = list(dict.fromkeys(names))
    close = get_close_matches(name, known, n=3, cutoff=0.6)
    if close:
        return f"did you mean {' or '.join(close)}?"
    if not known:
        return "there is none"
    more = f" and {len(known) - 10} more" if len(known) > 10 else ""
    return f"there is {', '.join(known[:10])}{more}"


def only_near(name: str, names: Iterable[str]) -> str | None:
    """Return the one name that is like `name`; None where there is none, or more than one."""
    from difflib import get_close_matches  # noqa: PLC0415 - only a mistake needs it

    close = get_close_matches(name, list(dict.fromkeys(names)), n=2, cutoff=0.6)
    return close[0] if len(close) == 1 else None
