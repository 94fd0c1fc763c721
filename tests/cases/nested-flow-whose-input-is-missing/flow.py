from chaindsl import chain, step


@step(writes="clean")
def clean(text: str, language: str) -> str:
    return f"{language}:{text.strip()}"


@step(writes="length")
def measure(clean: str) -> int:
    return len(clean)


inner = chain("inner", clean, inputs={"text": str, "language": str})
outer = chain("outer", inner, measure, inputs={"text": str})
