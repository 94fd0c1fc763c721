"""Tries a run that was found once more, as its test will, since real code may do something else each time."""

from typing import Any

from chaindsl.language.flow import Flow
from chaindsl.testing.branches.explore import Found
from chaindsl.testing.play import play


def shortened(said: list[Any]) -> list[Any]:
    """Return what was said, without what the last of it stands for anyway."""
    found = list(said)
    while len(found) > 1 and repr(found[-1]) == repr(found[-2]):
        found.pop()
    return found


def same_again(flow: Flow, found: Found) -> bool:
    """Say whether a run does the same when it is played."""
    script = {kind: {name: shortened(said) for name, said in rows.items()} for kind, rows in found.script.items()}
    try:
        played = play(
            flow,
            found.inputs,
            answers=script["answers"],
            returns=script["returns"],
            commands=script["commands"],
            decisions=found.decisions,
        )
    except (Exception, SystemExit):  # noqa: BLE001  code of the user's may raise anything
        return False
    return tuple(played.steps) == found.steps and played.ending == found.ending
