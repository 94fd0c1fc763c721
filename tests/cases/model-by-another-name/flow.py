from chaindsl import AsyncComplete, Text, chain, prompt, step

LLM = AsyncComplete
ASK = prompt("ask", version="1", text="Answer: {question}")


@step(writes="answer", prompt=ASK)
async def answer(question: str, *, llm: LLM) -> Text:
    return await llm(ASK.format(question=question))


ask = chain("ask", answer, inputs={"question": str})
