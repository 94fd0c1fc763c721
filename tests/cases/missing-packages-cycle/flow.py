import a_database_that_is_not_there as db

import chaindsl as c

engine = db.connect("postgres://nowhere")


@c.transition(source="poll", target="wait", actor=c.graph.Actor.DETERMINISTIC if False else "deterministic")
def poll(*, client: db.Client) -> None:
    client.poll()


@c.transition(source="wait", target="poll", actor="deterministic")
def wait() -> None: ...


watch = c.workflow("watch", poll, wait, initial="poll", final=["never"])
