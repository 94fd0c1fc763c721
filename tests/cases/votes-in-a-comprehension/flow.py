from collections import Counter

from chaindsl import Budget, Complete, Text, chain, prompt, step

ASK = prompt("ask", version="1", text="Answer with one word: {question}")


@step(writes="answer", prompt=ASK, max_calls=5)
def vote(question: str, *, complete: Complete) -> Text:
    answers = [complete(ASK.format(question=question)) for _ in range(5)]
    return Counter(answers).most_common(1)[0][0]


ask = chain("ask", vote, inputs={"question": str}, budget=Budget(calls=10))
