from chaindsl import Budget, Complete, Text, chain, prompt, step

MAIL = prompt("mail", version="2", text="Write a {tone} mail about {topic}.")


@step(writes="mail", prompt=MAIL)
def write(topic: str, *, complete: Complete) -> Text:
    return complete(MAIL.format(topic=topic))


mail = chain("mail", write, inputs={"topic": str}, budget=Budget(calls=2))
