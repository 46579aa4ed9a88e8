from typing import Literal

RecordAppliedStatus = Literal["created", "revived", "stale", "unchanged", "updated"]

RECORD_APPLIED_STATUS_VALUES: set[RecordAppliedStatus] = {
    "created",
    "revived",
    "stale",
    "unchanged",
    "updated",
}


def check_record_applied_status(value: str) -> RecordAppliedStatus:
    if value in RECORD_APPLIED_STATUS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RECORD_APPLIED_STATUS_VALUES!r}")
