import asyncio

from chaindsl import AsyncComplete, Budget, Text, chain, prompt, step

ASK = prompt("ask", version="1", text="Answer: {question}")


@step(writes="answers", prompt=ASK)
async def answers(questions: list[str], *, complete: AsyncComplete) -> list[Text]:
    return list(await asyncio.gather(*(complete(ASK.format(question=one)) for one in questions)))


ask = chain("ask", answers, inputs={"questions": list[str]}, budget=Budget(seconds=60))
