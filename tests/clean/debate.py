"""Two voices in one step: a body that asks several times, as often as it says, and one that loops over constants."""

from chaindsl import Budget, Complete, Text, chain, prompt, step

ROUNDS = 3
SIDES = ("for", "against")

SPEAK = prompt("speak", version="1", text="Speak {side} this: {motion}\n\nSo far:\n{so_far}")
VOTE = prompt("vote", version="1", text="Who was more convincing?\n\n{debate}")


def speak(motion: str, side: str, so_far: list[str], complete: Complete) -> str:
    return complete(SPEAK.format(motion=motion, side=side, so_far="\n".join(so_far)))


@step(writes="debate", prompt=SPEAK, max_calls=ROUNDS * len(SIDES), max_attempts=1)
def hold(motion: Text, *, complete: Complete) -> Text:
    said: list[str] = []
    for _ in range(ROUNDS):
        for side in SIDES:
            said.append(f"{side}: {speak(motion, side, said, complete)}")
    return "\n".join(said)


@step(writes="votes", prompt=VOTE, max_calls=3)
def vote(debate: Text, *, complete: Complete) -> list[Text]:
    return [complete(VOTE.format(debate=debate)) for _ in range(3)]


@step(writes="winner")
def count(votes: list[Text]) -> str:
    return max(SIDES, key=lambda side: sum(side in vote for vote in votes))


debate = chain(
    "debate", hold, vote, count, inputs={"motion": Text}, outputs=["debate", "winner"], budget=Budget(calls=12)
)
