from typing import Literal

MembersSyncedFailedItemError = Literal[
    "billing_inactive", "group_not_found", "invalid_request", "member_exists", "seat_cap_reached"
]

MEMBERS_SYNCED_FAILED_ITEM_ERROR_VALUES: set[MembersSyncedFailedItemError] = {
    "billing_inactive",
    "group_not_found",
    "invalid_request",
    "member_exists",
    "seat_cap_reached",
}


def check_members_synced_failed_item_error(value: str) -> MembersSyncedFailedItemError:
    if value in MEMBERS_SYNCED_FAILED_ITEM_ERROR_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {MEMBERS_SYNCED_FAILED_ITEM_ERROR_VALUES!r}")
