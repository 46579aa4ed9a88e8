from typing import Literal

MembersSyncedChangesItemResult = Literal["granted", "regranted", "revoked", "unchanged", "updated"]

MEMBERS_SYNCED_CHANGES_ITEM_RESULT_VALUES: set[MembersSyncedChangesItemResult] = {
    "granted",
    "regranted",
    "revoked",
    "unchanged",
    "updated",
}


def check_members_synced_changes_item_result(value: str) -> MembersSyncedChangesItemResult:
    if value in MEMBERS_SYNCED_CHANGES_ITEM_RESULT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {MEMBERS_SYNCED_CHANGES_ITEM_RESULT_VALUES!r}")
