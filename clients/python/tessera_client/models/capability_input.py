from typing import Literal

CapabilityInput = Literal["manage_members", "manage_permissions", "manage_readers"]

CAPABILITY_INPUT_VALUES: set[CapabilityInput] = {
    "manage_members",
    "manage_permissions",
    "manage_readers",
}


def check_capability_input(value: str) -> CapabilityInput:
    if value in CAPABILITY_INPUT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {CAPABILITY_INPUT_VALUES!r}")
