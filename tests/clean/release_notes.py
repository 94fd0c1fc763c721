"""Release notes from commits; written with the package under a short name."""

import chaindsl as c

PICK = c.prompt("pick", version="1", text="Which of these would a user notice? One a line.\n\n{commits}")
NOTES = c.prompt("notes", version="1", text="Write release notes:\n\n{noticed}")


@c.step(writes="commits")
def since(tag: str, *, git: object) -> list[str]:
    return [f"{git} since {tag}"]


@c.step(writes="noticed", prompt=PICK)
def pick(commits: list[str], *, complete: c.Complete) -> c.Text:
    return complete(PICK.format(commits="\n".join(commits)))


@c.step(writes="notes", prompt=NOTES, max_attempts=1)
def write(noticed: c.Text, *, complete: c.Complete) -> c.Text:
    return complete(NOTES.format(noticed=noticed))


notes = c.chain("notes", since, pick, write, inputs={"tag": str}, budget=c.Budget(calls=3, seconds=30))
