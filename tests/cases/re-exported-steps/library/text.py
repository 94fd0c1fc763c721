from chaindsl import step


@step(writes="words")
def clean_text(text: str) -> list[str]:
    return text.lower().split()
