"""Two workflows in a file, built by one function from a table of states."""

from chaindsl import FromActor, State, Text, decides, transition, workflow
from chaindsl.language.flow import Flow


@transition(source="new", target="assigned", actor="deterministic", writes="owner", when="len(team) > 0")
def assign(team: list[str], ticket: Text) -> str:
    return team[len(ticket) % len(team)]


@transition(source="new", target="parked", actor="deterministic")
def park() -> None: ...


@transition(source="assigned", target="solved", actor="human", writes="solution")
def solve(ticket: Text, owner: str, solution: FromActor[Text]) -> Text:
    return f"{owner}: {solution}"


@transition(source=("assigned", "parked"), target="closed", actor="human")
def close() -> None: ...


def rota(name: str, goal: str) -> Flow:
    return workflow(
        name,
        assign,
        park,
        solve,
        close,
        initial="new",
        final=["solved", "closed"],
        inputs={"ticket": Text, "team": list[str]},
        states=[State("assigned", goal=goal), State("parked", goal="Find a team, or close it.")],
        always=[decides("human", before="solved")],
    )


day = rota("day", "Solve it today.")
night = rota("night", goal="Solve it before the morning.")
