from typing import Literal

RenderedDocumentReason = Literal["not_text", "too_deep", "too_large", "too_slow"]

RENDERED_DOCUMENT_REASON_VALUES: set[RenderedDocumentReason] = {
    "not_text",
    "too_deep",
    "too_large",
    "too_slow",
}


def check_rendered_document_reason(value: str) -> RenderedDocumentReason:
    if value in RENDERED_DOCUMENT_REASON_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RENDERED_DOCUMENT_REASON_VALUES!r}")
