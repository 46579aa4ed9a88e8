from typing import Literal

PersonAddedStatus = Literal["active", "revoked"]

PERSON_ADDED_STATUS_VALUES: set[PersonAddedStatus] = {
    "active",
    "revoked",
}


def check_person_added_status(value: str) -> PersonAddedStatus:
    if value in PERSON_ADDED_STATUS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {PERSON_ADDED_STATUS_VALUES!r}")
