"""States that have something to say."""

from chaindsl.errors import Issue
from chaindsl.graph.place import Place
from chaindsl.graph.state import State as StateModel
from chaindsl.language.declaration import calling_place
from chaindsl.language.judged import Judged


def judge_state(state: StateModel, issues: list[Issue]) -> None:
    """Note what is wrong with the options of a declared state."""
    options = {name: getattr(state, name) for name in ("goal", "guidance", "timeout", "on_timeout")}
    given = {name: value for name, value in options.items() if value is not None}
    judged = Judged({**given, "name": state.name, "final": state.final}, "State", state.place or Place("", 0), issues)
    for name in ("name", "goal", "guidance", "on_timeout"):
        judged.text(name, None)
    judged.seconds("timeout", None)
    judged.flag("final", False)


class State:
    """A declared state of a workflow.

    `goal` and `guidance` are read by whoever decides there. After `timeout` seconds of waiting the run goes to
    `on_timeout`.
    """

    __slots__ = ("model",)
    model: StateModel

    def __init__(
        self,
        name: str,
        *,
        goal: str | None = None,
        guidance: str | None = None,
        final: bool = False,
        timeout: float | None = None,
        on_timeout: str | None = None,
    ) -> None:
        place: Place = calling_place()
        self.model = StateModel(name, goal, guidance, final, timeout, on_timeout, place)

    def __repr__(self) -> str:
        return f"State({self.model.name!r})"
