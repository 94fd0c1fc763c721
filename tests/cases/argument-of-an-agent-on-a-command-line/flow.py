from chaindsl import Command, CommandResult, FromActor, State, Text, cli, transition, workflow


@transition(source="ready", target="tagged", actor="agent")
def tag(name: FromActor[Text]) -> Command[CommandResult]:
    """Tag the release."""
    return cli("git", "tag", name)


release = workflow(
    "release",
    tag,
    initial="ready",
    final=["tagged"],
    states=[State("ready", goal="Name the release")],
)
