from typing import Literal

Tone = Literal["formal", "plain"]
