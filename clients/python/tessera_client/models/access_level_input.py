from typing import Literal

AccessLevelInput = Literal["read_only", "read_write"]

ACCESS_LEVEL_INPUT_VALUES: set[AccessLevelInput] = {
    "read_only",
    "read_write",
}


def check_access_level_input(value: str) -> AccessLevelInput:
    if value in ACCESS_LEVEL_INPUT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ACCESS_LEVEL_INPUT_VALUES!r}")
