from chaindsl import step
from words import Tone


@step(writes="text")
def draft(topic: str) -> str:
    return topic


@step(writes="text")
def polish(text: str, tone: Tone) -> str:
    return text + tone
