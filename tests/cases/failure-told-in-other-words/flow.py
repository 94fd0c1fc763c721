import json

from chaindsl import Budget, Complete, chain, prompt, step

TAG = prompt("tag", version="1", text="Give the tags as a JSON list: {text}")


@step(writes="tags", prompt=TAG)
def tag(text: str, *, complete: Complete) -> list[str]:
    raw = complete(TAG.format(text=text))
    try:
        return json.loads(raw)
    except json.JSONDecodeError as error:
        raise ValueError(f"no JSON: {raw[:40]!r}") from error


tagging = chain("tagging", tag, inputs={"text": str}, budget=Budget(calls=2))
