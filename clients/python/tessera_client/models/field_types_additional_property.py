from typing import Literal

FieldTypesAdditionalProperty = Literal["date", "enum", "number", "string"]

FIELD_TYPES_ADDITIONAL_PROPERTY_VALUES: set[FieldTypesAdditionalProperty] = {
    "date",
    "enum",
    "number",
    "string",
}


def check_field_types_additional_property(value: str) -> FieldTypesAdditionalProperty:
    if value in FIELD_TYPES_ADDITIONAL_PROPERTY_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {FIELD_TYPES_ADDITIONAL_PROPERTY_VALUES!r}")
