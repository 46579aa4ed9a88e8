from typing import Literal

PersonRemovedStillWorkingItemKind = Literal["api_key", "token"]

PERSON_REMOVED_STILL_WORKING_ITEM_KIND_VALUES: set[PersonRemovedStillWorkingItemKind] = {
    "api_key",
    "token",
}


def check_person_removed_still_working_item_kind(value: str) -> PersonRemovedStillWorkingItemKind:
    if value in PERSON_REMOVED_STILL_WORKING_ITEM_KIND_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {PERSON_REMOVED_STILL_WORKING_ITEM_KIND_VALUES!r}")
