from chaindsl import Budget, Complete, Text, chain, step


class Prompts:
    @staticmethod
    def translation(text: str) -> str:
        return f"Translate into German: {text}"


@step(writes="german")
def translate(text: str, *, complete: Complete) -> Text:
    return complete(Prompts.translation(text))


german = chain("german", translate, inputs={"text": str}, budget=Budget(calls=2))
