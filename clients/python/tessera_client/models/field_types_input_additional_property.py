from typing import Literal

FieldTypesInputAdditionalProperty = Literal["date", "enum", "number", "string"]

FIELD_TYPES_INPUT_ADDITIONAL_PROPERTY_VALUES: set[FieldTypesInputAdditionalProperty] = {
    "date",
    "enum",
    "number",
    "string",
}


def check_field_types_input_additional_property(value: str) -> FieldTypesInputAdditionalProperty:
    if value in FIELD_TYPES_INPUT_ADDITIONAL_PROPERTY_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {FIELD_TYPES_INPUT_ADDITIONAL_PROPERTY_VALUES!r}")
