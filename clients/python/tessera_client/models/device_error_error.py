from typing import Literal

DeviceErrorError = Literal[
    "access_denied",
    "authorization_pending",
    "expired_token",
    "invalid_grant",
    "invalid_request",
    "server_error",
    "slow_down",
    "temporarily_unavailable",
    "unsupported_grant_type",
]

DEVICE_ERROR_ERROR_VALUES: set[DeviceErrorError] = {
    "access_denied",
    "authorization_pending",
    "expired_token",
    "invalid_grant",
    "invalid_request",
    "server_error",
    "slow_down",
    "temporarily_unavailable",
    "unsupported_grant_type",
}


def check_device_error_error(value: str) -> DeviceErrorError:
    if value in DEVICE_ERROR_ERROR_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {DEVICE_ERROR_ERROR_VALUES!r}")
