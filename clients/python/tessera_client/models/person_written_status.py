from typing import Literal

PersonWrittenStatus = Literal["active", "revoked"]

PERSON_WRITTEN_STATUS_VALUES: set[PersonWrittenStatus] = {
    "active",
    "revoked",
}


def check_person_written_status(value: str) -> PersonWrittenStatus:
    if value in PERSON_WRITTEN_STATUS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {PERSON_WRITTEN_STATUS_VALUES!r}")
