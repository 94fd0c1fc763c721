from chaindsl import Budget, Complete, Text, chain, step


@step(writes="keywords")
def extract(question: Text, *, complete: Complete) -> Text:
    return complete(f"Name the keywords of: {question}")


@step(writes="answer")
def answer(question: Text, *, complete: Complete) -> Text:
    return complete(question)


qa = chain("qa", extract, answer, inputs={"question": Text}, outputs=["answer"], budget=Budget(calls=4))
