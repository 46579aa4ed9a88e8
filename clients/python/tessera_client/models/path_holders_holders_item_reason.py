from typing import Literal

PathHoldersHoldersItemReason = Literal[
    "expired", "no_groups", "no_pattern_matches", "not_started", "pattern_matches", "revoked", "unconfined"
]

PATH_HOLDERS_HOLDERS_ITEM_REASON_VALUES: set[PathHoldersHoldersItemReason] = {
    "expired",
    "no_groups",
    "no_pattern_matches",
    "not_started",
    "pattern_matches",
    "revoked",
    "unconfined",
}


def check_path_holders_holders_item_reason(value: str) -> PathHoldersHoldersItemReason:
    if value in PATH_HOLDERS_HOLDERS_ITEM_REASON_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {PATH_HOLDERS_HOLDERS_ITEM_REASON_VALUES!r}")
