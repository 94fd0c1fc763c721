from chaindsl import Budget, Complete, Text, chain, prompt, step

ASK = prompt("ask", version="1", text="Answer with one word: {question}")
VOTES = 5


@step(writes="answer", prompt=ASK, max_calls=3)
def vote(question: str, *, complete: Complete) -> Text:
    answers = [complete(ASK.format(question=question)) for _ in range(VOTES)]
    return max(set(answers), key=answers.count)


ask = chain("ask", vote, inputs={"question": str}, budget=Budget(calls=20))
