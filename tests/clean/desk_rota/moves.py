"""Transitions, in the order in which they are tried."""

import states as s

from chaindsl import FromActor, Text, transition


@transition(source=s.NEW, target=s.ASKED, actor="deterministic", writes="subject")
def open_case(mail: Text) -> str:
    return mail.partition("\n")[0]


@transition(source=s.ASKED, target=s.DONE, actor="agent", writes="answer")
def answer(subject: str, answer: FromActor[Text]) -> Text:
    return f"Re: {subject}\n{answer}"


ALL = (open_case, answer)
