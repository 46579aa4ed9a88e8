from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.resolution_query_input import ResolutionQueryInput


T = TypeVar("T", bound="ResolutionRequestInput")


@_attrs_define
class ResolutionRequestInput:
    """
    Attributes:
        queries (list[ResolutionQueryInput]): Each gets its own result
        fields (list[str] | Unset): Attributes to return; default: all exposed fields
    """

    queries: list[ResolutionQueryInput]
    fields: list[str] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        queries = []
        for queries_item_data in self.queries:
            queries_item = queries_item_data.to_dict()
            queries.append(queries_item)

        fields: list[str] | Unset = UNSET
        if not isinstance(self.fields, Unset):
            fields = self.fields

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "queries": queries,
            }
        )
        if fields is not UNSET:
            field_dict["fields"] = fields

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.resolution_query_input import ResolutionQueryInput

        d = dict(src_dict)
        queries = []
        _queries = d.pop("queries")
        for queries_item_data in _queries:
            queries_item = ResolutionQueryInput.from_dict(queries_item_data)

            queries.append(queries_item)

        fields = cast(list[str], d.pop("fields", UNSET))

        resolution_request_input = cls(
            queries=queries,
            fields=fields,
        )

        return resolution_request_input
