from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="QueryAcrossInput")


@_attrs_define
class QueryAcrossInput:
    """
    Attributes:
        query (str):
        collections (list[str] | Unset): Names; default: all
        top_k (int | Unset): Maximum number of results Default: 10.
    """

    query: str
    collections: list[str] | Unset = UNSET
    top_k: int | Unset = 10

    def to_dict(self) -> dict[str, Any]:
        query = self.query

        collections: list[str] | Unset = UNSET
        if not isinstance(self.collections, Unset):
            collections = self.collections

        top_k = self.top_k

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "query": query,
            }
        )
        if collections is not UNSET:
            field_dict["collections"] = collections
        if top_k is not UNSET:
            field_dict["top_k"] = top_k

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        query = d.pop("query")

        collections = cast(list[str], d.pop("collections", UNSET))

        top_k = d.pop("top_k", UNSET)

        query_across_input = cls(
            query=query,
            collections=collections,
            top_k=top_k,
        )

        return query_across_input
