"""Constants of every sort."""

NAME = "qa"
MANY = False
KEYS = ("final", "x")[:1] if MANY else ("out",)
LIMITS = {"tries": 3, **{"calls": 2 * 6}}


class Keys:
    ANSWER = "out"[0:] if MANY else "out2"


class Limits:
    SECONDS = 2.5
    MOST = len(KEYS) if MANY else 4


def prefixed(name: str, *, sep: str = "-") -> str:
    return NAME + sep + name
