from typing import Literal

GrantPermission = Literal["read", "write"]

GRANT_PERMISSION_VALUES: set[GrantPermission] = {
    "read",
    "write",
}


def check_grant_permission(value: str) -> GrantPermission:
    if value in GRANT_PERMISSION_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {GRANT_PERMISSION_VALUES!r}")
