from typing import Literal

UnknownPolicy = Literal["accept", "reject", "warn"]

UNKNOWN_POLICY_VALUES: set[UnknownPolicy] = {
    "accept",
    "reject",
    "warn",
}


def check_unknown_policy(value: str) -> UnknownPolicy:
    if value in UNKNOWN_POLICY_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {UNKNOWN_POLICY_VALUES!r}")
