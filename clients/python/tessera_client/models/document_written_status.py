from typing import Literal

DocumentWrittenStatus = Literal["added", "changed", "deleted", "moved", "restored", "unchanged"]

DOCUMENT_WRITTEN_STATUS_VALUES: set[DocumentWrittenStatus] = {
    "added",
    "changed",
    "deleted",
    "moved",
    "restored",
    "unchanged",
}


def check_document_written_status(value: str) -> DocumentWrittenStatus:
    if value in DOCUMENT_WRITTEN_STATUS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {DOCUMENT_WRITTEN_STATUS_VALUES!r}")
