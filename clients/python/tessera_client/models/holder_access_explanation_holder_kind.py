from typing import Literal

HolderAccessExplanationHolderKind = Literal["membership", "reader", "token"]

HOLDER_ACCESS_EXPLANATION_HOLDER_KIND_VALUES: set[HolderAccessExplanationHolderKind] = {
    "membership",
    "reader",
    "token",
}


def check_holder_access_explanation_holder_kind(value: str) -> HolderAccessExplanationHolderKind:
    if value in HOLDER_ACCESS_EXPLANATION_HOLDER_KIND_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {HOLDER_ACCESS_EXPLANATION_HOLDER_KIND_VALUES!r}")
