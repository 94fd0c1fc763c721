from chaindsl import Budget, Complete, Text, chain, step


@step(writes="answer")
def answer(question: Text, *, complete: Complete) -> Text:
    return complete(question)


inner = chain("inner", answer, inputs={"question": Text}, outputs=["answer"])
outer = chain("outer", inner, inputs={"question": Text}, outputs=["answer"], budget=Budget(tokens=1000))
