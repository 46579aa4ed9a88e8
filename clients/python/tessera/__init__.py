"""Calls Tessera from Python, and loads records from data pipelines into its collections."""

from .client import Retry, async_items, async_pages, call, connect, items, pages
from .collection import Collection
from .errors import ApiError, CollectionError, ConnectionFailed, TesseraError
from .values import to_json

__all__ = (
    "ApiError",
    "Collection",
    "CollectionError",
    "ConnectionFailed",
    "Retry",
    "TesseraError",
    "async_items",
    "async_pages",
    "call",
    "connect",
    "items",
    "pages",
    "to_json",
)
