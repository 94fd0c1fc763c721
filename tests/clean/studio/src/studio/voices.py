"""Casting, a chain that others have as a part."""

from studio.dialect import *  # noqa: F403

CAST = prompt("cast", version="1", text="Who speaks in this scene? As a JSON list.\n\n{scene}")  # noqa: F405


@task(writes="voices", prompt=CAST, parse=list[Text])  # noqa: F405
def cast(scene: Text, *, complete: Complete) -> str:  # noqa: F405
    return complete(CAST.format(scene=scene))


casting = chain("casting", cast, inputs={"scene": Text}, budget=SMALL)  # noqa: F405
