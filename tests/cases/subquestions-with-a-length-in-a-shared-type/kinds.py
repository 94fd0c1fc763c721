from typing import Annotated

from chaindsl import Len

Few = Annotated[list[str], Len(1, 5)]
