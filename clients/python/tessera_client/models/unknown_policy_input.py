from typing import Literal

UnknownPolicyInput = Literal["accept", "reject", "warn"]

UNKNOWN_POLICY_INPUT_VALUES: set[UnknownPolicyInput] = {
    "accept",
    "reject",
    "warn",
}


def check_unknown_policy_input(value: str) -> UnknownPolicyInput:
    if value in UNKNOWN_POLICY_INPUT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {UNKNOWN_POLICY_INPUT_VALUES!r}")
