from chaindsl import chain, renamed, step


@step(writes="clean")
def clean(text: str) -> str:
    return text.strip()


NAMES = ["title", "body"]
parts = [renamed(clean, name=f"clean_{name}", reads={"text": name}, writes=f"clean_{name}") for name in NAMES]

tidy = chain("tidy", *parts, inputs={"title": str, "body": str}, outputs=["clean_title", "clean_body"])
