"""Models named by a URL: `https://HOST/v1#MODEL`, an OpenAI-compatible server and the model to ask there."""

import os

from chaindsl.models.failure import ModelError
from chaindsl.models.http import OpenAICompatible


def from_spec(spec: str) -> OpenAICompatible:
    """Return a client for a URL.

    The fragment names the model, else CHAINDSL_MODEL does. CHAINDSL_API_KEY is sent as the key; OPENAI_API_KEY is not,
    for it must not reach a server it was not made for.
    """
    base_url, _, fragment = spec.partition("#")
    name = fragment or os.environ.get("CHAINDSL_MODEL", "")
    if not name:
        hint = "put #MODEL at the end of the URL, or set CHAINDSL_MODEL"
        raise ModelError("unknown-model", "the URL does not say which model to ask", hint=hint)
    return OpenAICompatible(base_url, name, os.environ.get("CHAINDSL_API_KEY"))
