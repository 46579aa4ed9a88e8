from typing import Literal

CollectionsListRecordsOrder = Literal["asc", "desc"]

COLLECTIONS_LIST_RECORDS_ORDER_VALUES: set[CollectionsListRecordsOrder] = {
    "asc",
    "desc",
}


def check_collections_list_records_order(value: str) -> CollectionsListRecordsOrder:
    if value in COLLECTIONS_LIST_RECORDS_ORDER_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {COLLECTIONS_LIST_RECORDS_ORDER_VALUES!r}")
