from typing import Literal

PathHoldersHoldersItemKind = Literal["membership", "reader", "token"]

PATH_HOLDERS_HOLDERS_ITEM_KIND_VALUES: set[PathHoldersHoldersItemKind] = {
    "membership",
    "reader",
    "token",
}


def check_path_holders_holders_item_kind(value: str) -> PathHoldersHoldersItemKind:
    if value in PATH_HOLDERS_HOLDERS_ITEM_KIND_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {PATH_HOLDERS_HOLDERS_ITEM_KIND_VALUES!r}")
