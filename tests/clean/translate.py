"""A leaflet in three languages side by side, asynchronously, with a check of the terms that must survive."""

from chaindsl import AsyncComplete, Budget, Text, chain, parallel, prompt, step

GERMAN = prompt("german", version="3", text="Translate into German, keep {terms} as they are:\n\n{leaflet}")
FRENCH = prompt("french", version="3", text="Translate into French, keep {terms} as they are:\n\n{leaflet}")
POLISH = prompt("polish", version="1", text="Translate into Polish, keep {terms} as they are:\n\n{leaflet}")


def keeps_terms(candidate: str, terms: list[str]) -> None:
    lost = [term for term in terms if term not in candidate]
    if lost:
        raise ValueError(f"the translation lost {', '.join(lost)}")


@step(writes="terms")
def find_terms(leaflet: Text) -> list[str]:
    return sorted({word.strip(".,") for word in leaflet.split() if word.isupper()})


@step(writes="german", prompt=GERMAN, validate=keeps_terms, timeout=30)
async def to_german(leaflet: Text, terms: list[str], *, complete: AsyncComplete) -> Text:
    return await complete(GERMAN.format(leaflet=leaflet, terms=", ".join(terms)))


@step(writes="french", prompt=FRENCH, validate=keeps_terms, timeout=30)
async def to_french(leaflet: Text, terms: list[str], *, complete: AsyncComplete) -> Text:
    return await complete(FRENCH.format(leaflet=leaflet, terms=", ".join(terms)))


@step(writes="polish", prompt=POLISH, validate=keeps_terms, timeout=30)
async def to_polish(leaflet: Text, terms: list[str], *, complete: AsyncComplete) -> Text:
    return await complete(POLISH.format(leaflet=leaflet, terms=", ".join(terms)))


@step(writes="leaflets")
async def bind(german: Text, french: Text, polish: Text) -> dict[str, str]:
    return {"de": german, "fr": french, "pl": polish}


leaflets = chain(
    "leaflets",
    find_terms,
    parallel(to_german, to_french, to_polish),
    bind,
    inputs={"leaflet": Text},
    outputs=["leaflets"],
    budget=Budget(seconds=120, calls=6),
)
