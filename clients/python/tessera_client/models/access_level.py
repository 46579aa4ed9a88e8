from typing import Literal

AccessLevel = Literal["read_only", "read_write"]

ACCESS_LEVEL_VALUES: set[AccessLevel] = {
    "read_only",
    "read_write",
}


def check_access_level(value: str) -> AccessLevel:
    if value in ACCESS_LEVEL_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ACCESS_LEVEL_VALUES!r}")
