"""One check, used three times under other names and keys."""

from chaindsl import Budget, Complete, Text, chain, prompt, renamed, step

HEAD = prompt("head", version="1", text="A headline:\n\n{news}")
LEAD = prompt("lead", version="1", text="A first paragraph under {headline}:\n\n{news}")
QUOTE = prompt("quote", version="1", text="What the director says about it:\n\n{news}")
PROOF = prompt("proof", version="1", text="Correct the spelling and change nothing else:\n\n{text}")


def says_something(text: str) -> None:
    if len(text) < 10:
        raise ValueError("too short to say anything")


@step(writes="headline", prompt=HEAD)
def head(news: Text, *, complete: Complete) -> Text:
    return complete(HEAD.format(news=news))


@step(writes="lead", prompt=LEAD)
def lead(news: Text, headline: Text, *, complete: Complete) -> Text:
    return complete(LEAD.format(news=news, headline=headline))


@step(writes="quote", prompt=QUOTE)
def quote(news: Text, *, complete: Complete) -> Text:
    return complete(QUOTE.format(news=news))


@step(writes="proofread", prompt=PROOF, validate=says_something)
def proofread(text: Text, *, complete: Complete) -> Text:
    return complete(PROOF.format(text=text))


@step(writes="release")
def assemble(clean_headline: Text, clean_lead: Text, clean_quote: Text) -> Text:
    return f"{clean_headline}\n\n{clean_lead}\n\n{clean_quote}"


press = chain(
    "press",
    head,
    renamed(proofread, name="proof_headline", reads={"text": "headline"}, writes="clean_headline"),
    lead,
    renamed(proofread, name="proof_lead", reads={"text": "lead"}, writes="clean_lead"),
    quote,
    renamed(proofread, name="proof_quote", reads={"text": "quote"}, writes="clean_quote"),
    assemble,
    inputs={"news": Text},
    outputs=["release"],
    budget=Budget(calls=12),
)
