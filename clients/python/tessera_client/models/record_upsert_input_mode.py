from typing import Literal

RecordUpsertInputMode = Literal["merge", "replace"]

RECORD_UPSERT_INPUT_MODE_VALUES: set[RecordUpsertInputMode] = {
    "merge",
    "replace",
}


def check_record_upsert_input_mode(value: str) -> RecordUpsertInputMode:
    if value in RECORD_UPSERT_INPUT_MODE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RECORD_UPSERT_INPUT_MODE_VALUES!r}")
