from typing import Literal

DocumentVersionStatus = Literal["added", "changed", "deleted", "moved", "restored"]

DOCUMENT_VERSION_STATUS_VALUES: set[DocumentVersionStatus] = {
    "added",
    "changed",
    "deleted",
    "moved",
    "restored",
}


def check_document_version_status(value: str) -> DocumentVersionStatus:
    if value in DOCUMENT_VERSION_STATUS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {DOCUMENT_VERSION_STATUS_VALUES!r}")
