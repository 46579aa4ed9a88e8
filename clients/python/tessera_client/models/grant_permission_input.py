from typing import Literal

GrantPermissionInput = Literal["read", "write"]

GRANT_PERMISSION_INPUT_VALUES: set[GrantPermissionInput] = {
    "read",
    "write",
}


def check_grant_permission_input(value: str) -> GrantPermissionInput:
    if value in GRANT_PERMISSION_INPUT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {GRANT_PERMISSION_INPUT_VALUES!r}")
