from typing import Literal

GrantStatus = Literal["active", "revoked"]

GRANT_STATUS_VALUES: set[GrantStatus] = {
    "active",
    "revoked",
}


def check_grant_status(value: str) -> GrantStatus:
    if value in GRANT_STATUS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {GRANT_STATUS_VALUES!r}")
