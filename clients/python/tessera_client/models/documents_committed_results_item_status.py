from typing import Literal

DocumentsCommittedResultsItemStatus = Literal["added", "changed", "deleted", "moved", "restored", "unchanged"]

DOCUMENTS_COMMITTED_RESULTS_ITEM_STATUS_VALUES: set[DocumentsCommittedResultsItemStatus] = {
    "added",
    "changed",
    "deleted",
    "moved",
    "restored",
    "unchanged",
}


def check_documents_committed_results_item_status(value: str) -> DocumentsCommittedResultsItemStatus:
    if value in DOCUMENTS_COMMITTED_RESULTS_ITEM_STATUS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {DOCUMENTS_COMMITTED_RESULTS_ITEM_STATUS_VALUES!r}")
