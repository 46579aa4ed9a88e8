from typing import Literal

TokenStatus = Literal["active", "expired", "revoked"]

TOKEN_STATUS_VALUES: set[TokenStatus] = {
    "active",
    "expired",
    "revoked",
}


def check_token_status(value: str) -> TokenStatus:
    if value in TOKEN_STATUS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {TOKEN_STATUS_VALUES!r}")
