from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.filters_input import FiltersInput


T = TypeVar("T", bound="QueryInput")


@_attrs_define
class QueryInput:
    """
    Attributes:
        query (str | Unset): An id, SKU or other code, or a few words; empty for a pure filter
        filters (FiltersInput | Unset): Conditions that must all hold: {field: value} for equality, or {field: {lt, lte,
            gt, gte, ne, in: [...], exists: true|false}}. Example: {"category": "Chairs", "list_price": {"lte": 200}}. A
            date without a time is the whole day in UTC. Without manage, a field that is not exposed is one that no record
            has.
        fields (list[str] | Unset): Attributes to return; default: all exposed fields
        top_k (int | Unset): Maximum number of results Default: 10.
        explain (bool | Unset): Explain the verdict; requires `manage`. The query is not logged Default: False.
    """

    query: str | Unset = UNSET
    filters: FiltersInput | Unset = UNSET
    fields: list[str] | Unset = UNSET
    top_k: int | Unset = 10
    explain: bool | Unset = False

    def to_dict(self) -> dict[str, Any]:
        query = self.query

        filters: dict[str, Any] | Unset = UNSET
        if not isinstance(self.filters, Unset):
            filters = self.filters.to_dict()

        fields: list[str] | Unset = UNSET
        if not isinstance(self.fields, Unset):
            fields = self.fields

        top_k = self.top_k

        explain = self.explain

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if query is not UNSET:
            field_dict["query"] = query
        if filters is not UNSET:
            field_dict["filters"] = filters
        if fields is not UNSET:
            field_dict["fields"] = fields
        if top_k is not UNSET:
            field_dict["top_k"] = top_k
        if explain is not UNSET:
            field_dict["explain"] = explain

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.filters_input import FiltersInput

        d = dict(src_dict)
        query = d.pop("query", UNSET)

        _filters = d.pop("filters", UNSET)
        filters: FiltersInput | Unset
        if isinstance(_filters, Unset):
            filters = UNSET
        else:
            filters = FiltersInput.from_dict(_filters)

        fields = cast(list[str], d.pop("fields", UNSET))

        top_k = d.pop("top_k", UNSET)

        explain = d.pop("explain", UNSET)

        query_input = cls(
            query=query,
            filters=filters,
            fields=fields,
            top_k=top_k,
            explain=explain,
        )

        return query_input
