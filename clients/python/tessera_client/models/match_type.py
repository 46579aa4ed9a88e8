from typing import Literal

MatchType = Literal["exact_id", "filter", "semantic"]

MATCH_TYPE_VALUES: set[MatchType] = {
    "exact_id",
    "filter",
    "semantic",
}


def check_match_type(value: str) -> MatchType:
    if value in MATCH_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {MATCH_TYPE_VALUES!r}")
