from typing import Literal

AccessExplanationReason = Literal[
    "expired", "no_groups", "no_pattern_matches", "not_started", "pattern_matches", "revoked"
]

ACCESS_EXPLANATION_REASON_VALUES: set[AccessExplanationReason] = {
    "expired",
    "no_groups",
    "no_pattern_matches",
    "not_started",
    "pattern_matches",
    "revoked",
}


def check_access_explanation_reason(value: str) -> AccessExplanationReason:
    if value in ACCESS_EXPLANATION_REASON_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ACCESS_EXPLANATION_REASON_VALUES!r}")
