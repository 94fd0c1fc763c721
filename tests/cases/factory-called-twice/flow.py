from chaindsl import chain, step


def translator(language: str):
    @step(writes="translated")
    def translate(text: str) -> str:
        return f"{language}: {text}"

    return translate


flow = chain("flow", translator("de"), translator("fr"), inputs={"text": str}, outputs=["translated"])
