"""What tests of flows need: models that follow a script, and a fixture that forbids real ones.

The fixtures `scripted_model`, `cassette` and `no_real_models` come with pytest by themselves. Nothing here loads
pydantic or a client of a model before a test asks for it, since pytest loads this package in every run.
"""

from chaindsl.testing.forbidden import RealModelError
from chaindsl.testing.script import Answer, ScriptError
from chaindsl.testing.scripted import AsyncScriptedModel, ScriptedModel

__all__ = ["Answer", "AsyncScriptedModel", "RealModelError", "ScriptError", "ScriptedModel"]
