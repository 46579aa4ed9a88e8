"""Loads records from Python and from data pipelines into collections of Tessera."""

from .collection import Collection, CollectionError
from .values import to_json

__all__ = ("Collection", "CollectionError", "to_json")
