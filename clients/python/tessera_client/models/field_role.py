from typing import Literal

FieldRole = Literal["control", "exposed", "filterable", "identifier", "semantic"]

FIELD_ROLE_VALUES: set[FieldRole] = {
    "control",
    "exposed",
    "filterable",
    "identifier",
    "semantic",
}


def check_field_role(value: str) -> FieldRole:
    if value in FIELD_ROLE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {FIELD_ROLE_VALUES!r}")
