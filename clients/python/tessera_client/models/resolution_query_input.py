from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.resolution_query_input_filters import ResolutionQueryInputFilters


T = TypeVar("T", bound="ResolutionQueryInput")


@_attrs_define
class ResolutionQueryInput:
    """
    Attributes:
        key (float | str | Unset): Returned with the result
        query (str | Unset):
        filters (ResolutionQueryInputFilters | Unset): As in query_collection
    """

    key: float | str | Unset = UNSET
    query: str | Unset = UNSET
    filters: ResolutionQueryInputFilters | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        key: float | str | Unset
        if isinstance(self.key, Unset):
            key = UNSET
        else:
            key = self.key

        query = self.query

        filters: dict[str, Any] | Unset = UNSET
        if not isinstance(self.filters, Unset):
            filters = self.filters.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if key is not UNSET:
            field_dict["key"] = key
        if query is not UNSET:
            field_dict["query"] = query
        if filters is not UNSET:
            field_dict["filters"] = filters

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.resolution_query_input_filters import ResolutionQueryInputFilters

        d = dict(src_dict)

        def _parse_key(data: object) -> float | str | Unset:
            if isinstance(data, Unset):
                return data
            return cast(float | str | Unset, data)

        key = _parse_key(d.pop("key", UNSET))

        query = d.pop("query", UNSET)

        _filters = d.pop("filters", UNSET)
        filters: ResolutionQueryInputFilters | Unset
        if isinstance(_filters, Unset):
            filters = UNSET
        else:
            filters = ResolutionQueryInputFilters.from_dict(_filters)

        resolution_query_input = cls(
            key=key,
            query=query,
            filters=filters,
        )

        return resolution_query_input
