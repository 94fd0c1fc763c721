import logging

from chaindsl import Budget, Complete, Text, chain, prompt, step

ASK = prompt("ask", version="1", text="Answer: {question}")
log = logging.getLogger(__name__)


@step(writes="answer", prompt=ASK)
def answer(question: str, *, complete: Complete) -> Text:
    try:
        return complete(ASK.format(question=question))
    except Exception:
        log.exception("no answer")
        return "Sorry, something went wrong."


ask = chain("ask", answer, inputs={"question": str}, budget=Budget(calls=2))
