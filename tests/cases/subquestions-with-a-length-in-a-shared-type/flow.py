from kinds import Few

from chaindsl import Budget, Complete, Text, chain, prompt, step

PLAN = prompt("plan", version="1", text="List the questions that have to be answered first, as JSON: {question}")
ANSWER = prompt("answer", version="1", text="Answer in one sentence: {subquestion}")


@step(writes="subquestions", prompt=PLAN, parse=Few)
def plan(question: Text, *, complete: Complete) -> str:
    return complete(PLAN.format(question=question))


@step(writes="answers", prompt=ANSWER, each="subquestions")
def answer(subquestion: str, *, complete: Complete) -> Text:
    return complete(ANSWER.format(subquestion=subquestion))


self_ask = chain("self_ask", plan, answer, inputs={"question": Text}, budget=Budget(calls=20))
