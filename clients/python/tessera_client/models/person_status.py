from typing import Literal

PersonStatus = Literal["active", "revoked"]

PERSON_STATUS_VALUES: set[PersonStatus] = {
    "active",
    "revoked",
}


def check_person_status(value: str) -> PersonStatus:
    if value in PERSON_STATUS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {PERSON_STATUS_VALUES!r}")
