from typing import Literal

RecordRefusedError = Literal[
    "append_only",
    "invalid_id",
    "invalid_request",
    "invalid_text",
    "missing_id",
    "missing_required_field",
    "outside_slice",
    "too_deep",
    "too_many_fields",
    "unknown_field",
    "version_mismatch",
]

RECORD_REFUSED_ERROR_VALUES: set[RecordRefusedError] = {
    "append_only",
    "invalid_id",
    "invalid_request",
    "invalid_text",
    "missing_id",
    "missing_required_field",
    "outside_slice",
    "too_deep",
    "too_many_fields",
    "unknown_field",
    "version_mismatch",
}


def check_record_refused_error(value: str) -> RecordRefusedError:
    if value in RECORD_REFUSED_ERROR_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RECORD_REFUSED_ERROR_VALUES!r}")
