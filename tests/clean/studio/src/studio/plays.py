"""The play: one scene, its voices from another chain, and what each says."""

from chaindsl import Budget
from studio import dialect as d
from studio.voices import casting

SCENE = d.prompt("scene", version="1", text="A scene about {subject}.")
LINES = d.prompt("lines", version="1", text="What does {voice} say in this scene?\n\n{scene}")


@d.task(writes="scene", prompt=SCENE)
def invent(subject: d.Text, *, complete: d.Complete) -> d.Text:
    return complete(SCENE.format(subject=subject))


@d.task(writes="lines", prompt=LINES, each="voices", limit=6, max_attempts=1)
def speak(voice: d.Text, scene: d.Text, *, complete: d.Complete) -> d.Text:
    return complete(LINES.format(voice=voice, scene=scene))


@d.task(writes="script")
def bind(voices: list[d.Text], lines: list[d.Text]) -> str:
    return "\n".join(f"{voice}: {line}" for voice, line in zip(voices, lines, strict=False))


flow = d.chain(
    "play", invent, casting, speak, bind, inputs={"subject": d.Text}, outputs=["script"], budget=Budget(calls=12)
)
