from typing import Literal

HolderAccessExplanationReason = Literal[
    "expired", "no_groups", "no_pattern_matches", "not_started", "pattern_matches", "revoked", "unconfined"
]

HOLDER_ACCESS_EXPLANATION_REASON_VALUES: set[HolderAccessExplanationReason] = {
    "expired",
    "no_groups",
    "no_pattern_matches",
    "not_started",
    "pattern_matches",
    "revoked",
    "unconfined",
}


def check_holder_access_explanation_reason(value: str) -> HolderAccessExplanationReason:
    if value in HOLDER_ACCESS_EXPLANATION_REASON_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {HOLDER_ACCESS_EXPLANATION_REASON_VALUES!r}")
