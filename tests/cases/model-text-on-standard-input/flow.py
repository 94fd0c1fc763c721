from chaindsl import Budget, Command, CommandResult, Complete, Text, chain, cli, prompt, step

ASK = prompt("ask", version="1", text="A commit message for: {diff}")


@step(writes="message", prompt=ASK)
def propose(diff: str, *, complete: Complete) -> Text:
    return complete(ASK.format(diff=diff))


@step(writes="output", max_attempts=1)
def commit(message: str) -> Command[CommandResult]:
    return cli("git", "commit", "--file=-", stdin=message)


committing = chain("committing", propose, commit, inputs={"diff": str}, budget=Budget(calls=2))
