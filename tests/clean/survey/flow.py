"""Two surveys from one factory of another module."""

from typing import Literal

from making import file, forget, survey

Food = Literal["taste", "price", "other"]

food = survey("food", Food, {"taste": file, "price": file, "other": forget})
flow = survey("rooms", kind=Literal["noise", "other"], routes={"noise": file, "other": forget}, calls=2)
