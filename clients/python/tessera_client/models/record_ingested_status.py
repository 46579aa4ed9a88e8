from typing import Literal

RecordIngestedStatus = Literal["created", "revived", "stale", "unchanged", "updated"]

RECORD_INGESTED_STATUS_VALUES: set[RecordIngestedStatus] = {
    "created",
    "revived",
    "stale",
    "unchanged",
    "updated",
}


def check_record_ingested_status(value: str) -> RecordIngestedStatus:
    if value in RECORD_INGESTED_STATUS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RECORD_INGESTED_STATUS_VALUES!r}")
