from typing import Literal

DocumentsListOrder = Literal["changed", "path"]

DOCUMENTS_LIST_ORDER_VALUES: set[DocumentsListOrder] = {
    "changed",
    "path",
}


def check_documents_list_order(value: str) -> DocumentsListOrder:
    if value in DOCUMENTS_LIST_ORDER_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {DOCUMENTS_LIST_ORDER_VALUES!r}")
