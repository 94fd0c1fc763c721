"""Three independent checks side by side, then a branch on whether anything was found."""

from typing import Literal

from chaindsl import Budget, Complete, Text, branch, chain, parallel, prompt, step

YES_NO = Literal["yes", "no"]

INSULT = prompt("insult", version="1", text="Is this an insult? yes or no\n\n{comment}")
ADVERT = prompt("advert", version="1", text="Is this an advertisement? yes or no\n\n{comment}")
NOTICE = prompt("notice", version="1", text="Write politely why this was hidden: {why}\n\n{comment}")


@step(writes="insult", prompt=INSULT, parse=YES_NO, fallback="yes")
def check_insult(comment: Text, *, complete: Complete) -> str:
    return complete(INSULT.format(comment=comment))


@step(writes="advert", prompt=ADVERT, parse=YES_NO, fallback="no")
def check_advert(comment: Text, *, complete: Complete) -> str:
    return complete(ADVERT.format(comment=comment))


@step(writes="shouting")
def check_shouting(comment: Text) -> bool:
    return comment.isupper()


@step(writes="hide")
def decide(insult: YES_NO, advert: YES_NO, shouting: bool) -> bool:
    return "yes" in (insult, advert) or shouting


@step(writes="message", prompt=NOTICE)
def explain(comment: Text, insult: YES_NO, advert: YES_NO, *, complete: Complete) -> Text:
    why = "it insults" if insult == "yes" else "it advertises" if advert == "yes" else "it shouts"
    return complete(NOTICE.format(why=why, comment=comment))


@step(writes="message")
def publish(comment: Text) -> Text:
    return comment


moderation = chain(
    "moderation",
    parallel(check_insult, check_advert, check_shouting),
    decide,
    branch("hide", {True: explain, False: publish}),
    inputs={"comment": Text},
    outputs=["hide", "message"],
    budget=Budget(calls=6),
)
