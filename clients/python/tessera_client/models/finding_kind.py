from typing import Literal

FindingKind = Literal["delivery", "future_clock", "type_mismatch", "unknown_field"]

FINDING_KIND_VALUES: set[FindingKind] = {
    "delivery",
    "future_clock",
    "type_mismatch",
    "unknown_field",
}


def check_finding_kind(value: str) -> FindingKind:
    if value in FINDING_KIND_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {FINDING_KIND_VALUES!r}")
