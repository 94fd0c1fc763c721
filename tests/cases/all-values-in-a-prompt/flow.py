from chaindsl import Budget, Complete, Text, Values, chain, prompt, step

ASK = prompt("ask", version="1", text="Here is all that is known: {everything}. What next?")


@step(writes="advice", prompt=ASK)
def advise(values: Values, *, complete: Complete) -> Text:
    return complete(ASK.format(everything=values))


advice = chain("advice", advise, inputs={"history": str, "goal": str}, budget=Budget(calls=2))
