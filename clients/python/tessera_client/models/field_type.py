from typing import Literal

FieldType = Literal["date", "enum", "number", "string"]

FIELD_TYPE_VALUES: set[FieldType] = {
    "date",
    "enum",
    "number",
    "string",
}


def check_field_type(value: str) -> FieldType:
    if value in FIELD_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {FIELD_TYPE_VALUES!r}")
