from typing import Literal

RecordChangeStatus = Literal["tombstoned", "upserted"]

RECORD_CHANGE_STATUS_VALUES: set[RecordChangeStatus] = {
    "tombstoned",
    "upserted",
}


def check_record_change_status(value: str) -> RecordChangeStatus:
    if value in RECORD_CHANGE_STATUS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RECORD_CHANGE_STATUS_VALUES!r}")
