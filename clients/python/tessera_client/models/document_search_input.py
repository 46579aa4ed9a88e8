from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="DocumentSearchInput")


@_attrs_define
class DocumentSearchInput:
    """
    Attributes:
        query (str):
        prefix (str | Unset): A folder, such as handbook or handbook/people/; whole segments count
        limit (int | Unset):  Default: 10.
    """

    query: str
    prefix: str | Unset = UNSET
    limit: int | Unset = 10

    def to_dict(self) -> dict[str, Any]:
        query = self.query

        prefix = self.prefix

        limit = self.limit

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "query": query,
            }
        )
        if prefix is not UNSET:
            field_dict["prefix"] = prefix
        if limit is not UNSET:
            field_dict["limit"] = limit

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        query = d.pop("query")

        prefix = d.pop("prefix", UNSET)

        limit = d.pop("limit", UNSET)

        document_search_input = cls(
            query=query,
            prefix=prefix,
            limit=limit,
        )

        return document_search_input
