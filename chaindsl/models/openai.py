"""Models of OpenAI: `openai:MODEL`, with the key and the address that OpenAI's own tools use."""

import os

from chaindsl.models.failure import ModelError
from chaindsl.models.http import OpenAICompatible

BASE_URL = "https://api.openai.com/v1"


def from_spec(spec: str) -> OpenAICompatible:
    """Return a client for `openai:MODEL`: OPENAI_API_KEY is its key, OPENAI_BASE_URL its server where that is set."""
    name = spec.partition(":")[2]
    if not name:
        raise ModelError("unknown-model", f"{spec!r} has no model's name", subject=spec, hint="say openai:MODEL")
    key = os.environ.get("OPENAI_API_KEY", "").strip()
    if not key:
        raise ModelError("bad-setting", f"{spec} needs a key", subject=spec, hint="set OPENAI_API_KEY")
    base_url = os.environ.get("OPENAI_BASE_URL") or BASE_URL
    # The reasoning models there refuse a temperature and `max_tokens`.
    return OpenAICompatible(base_url, name, key, max_tokens=None, temperature=None)
