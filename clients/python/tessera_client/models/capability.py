from typing import Literal

Capability = Literal["manage_members", "manage_permissions", "manage_readers"]

CAPABILITY_VALUES: set[Capability] = {
    "manage_members",
    "manage_permissions",
    "manage_readers",
}


def check_capability(value: str) -> Capability:
    if value in CAPABILITY_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {CAPABILITY_VALUES!r}")
