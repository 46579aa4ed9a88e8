from typing import Literal

RoleInput = Literal["admin", "member", "reader"]

ROLE_INPUT_VALUES: set[RoleInput] = {
    "admin",
    "member",
    "reader",
}


def check_role_input(value: str) -> RoleInput:
    if value in ROLE_INPUT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ROLE_INPUT_VALUES!r}")
