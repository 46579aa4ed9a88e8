from typing import Literal

CollectionAccess = Literal["manage", "read", "write"]

COLLECTION_ACCESS_VALUES: set[CollectionAccess] = {
    "manage",
    "read",
    "write",
}


def check_collection_access(value: str) -> CollectionAccess:
    if value in COLLECTION_ACCESS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {COLLECTION_ACCESS_VALUES!r}")
