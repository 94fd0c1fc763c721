"""Makes surveys: one flow for each list of topics."""

from chaindsl import Budget, Complete, Text, branch, chain, prompt, step

TOPIC = prompt("topic", version="1", text="Which of {topics} is this about?\n\n{reply}")


def survey(name, kind, routes, calls=2):
    """Return a chain that sorts a reply by topic; `routes` says what is done for each."""

    @step(writes="topic", prompt=TOPIC, parse=kind, fallback="other")
    def sort(reply: Text, *, complete: Complete) -> str:
        return complete(TOPIC.format(topics=", ".join(routes), reply=reply))

    return chain(
        name,
        sort,
        branch("topic", routes),
        inputs={"reply": Text},
        outputs=["topic", "filed"],
        budget=Budget(calls=calls),
    )


@step(writes="filed")
def file(reply: Text) -> str:
    return reply


@step(writes="filed")
def forget() -> str:
    return ""
