"""Where in a run a step stands: the flows and rounds around it, and the transition it belongs to."""


class Scope:
    """`path` names the flow and, inside it, nested flows, rounds and visits, separated by slashes.

    `state`, `transition` and `actor` (who decided) are None in a chain; `began` is when the run did, on its clock.
    """

    __slots__ = ("actor", "began", "path", "state", "transition")

    def __init__(
        self,
        path: str,
        began: float,
        state: str | None = None,
        transition: str | None = None,
        actor: str | None = None,
    ) -> None:
        self.path = path
        self.began = began
        self.state = state
        self.transition = transition
        self.actor = actor

    def within(self, name: str) -> "Scope":
        """Return the scope called `name` inside this one."""
        return Scope(f"{self.path}/{name}", self.began, self.state, self.transition, self.actor)
