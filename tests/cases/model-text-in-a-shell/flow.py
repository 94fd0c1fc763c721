from chaindsl import Budget, Command, CommandResult, Complete, Text, chain, cli, prompt, step

ASK = prompt("ask", version="1", text="A shell command that does this: {task}")


@step(writes="command", prompt=ASK)
def propose(task: str, *, complete: Complete) -> Text:
    return complete(ASK.format(task=task))


@step(writes="output", max_attempts=1)
def run(command: str) -> Command[CommandResult]:
    return cli("bash", "-c", command)


shell = chain("shell", propose, run, inputs={"task": str}, budget=Budget(calls=2))
