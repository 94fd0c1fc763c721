import json

from chaindsl import Budget, Complete, chain, prompt, step

TAG = prompt("tag", version="1", text="Give the tags as a JSON list: {text}")


@step(writes="tags", prompt=TAG)
def tag(text: str, *, complete: Complete) -> list[str]:
    try:
        return json.loads(complete(TAG.format(text=text)))
    except json.JSONDecodeError:
        return []


tagging = chain("tagging", tag, inputs={"text": str}, budget=Budget(calls=2))
