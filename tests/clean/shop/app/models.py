"""What is bought."""

from decimal import Decimal
from typing import Annotated

from pydantic import BaseModel, Field


class Item(BaseModel):
    name: str
    price: Annotated[Decimal, Field(ge=0)]


Basket = list[Item]
