from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.match_type import MatchType, check_match_type

if TYPE_CHECKING:
    from ..models.query_result_attributes import QueryResultAttributes


T = TypeVar("T", bound="QueryResult")


@_attrs_define
class QueryResult:
    """
    Attributes:
        external_id (str): The id in the source system; use it for live lookups there
        relevance (float): 1 minus the cosine distance, so it can be below 0; 1 for exact_id and filter
        match_type (MatchType):
        rendered (str): One readable line that contains the id
        attributes (QueryResultAttributes): The record's fields, limited to exposed_fields
    """

    external_id: str
    relevance: float
    match_type: MatchType
    rendered: str
    attributes: QueryResultAttributes
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        external_id = self.external_id

        relevance = self.relevance

        match_type: str = self.match_type

        rendered = self.rendered

        attributes = self.attributes.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "external_id": external_id,
                "relevance": relevance,
                "match_type": match_type,
                "rendered": rendered,
                "attributes": attributes,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.query_result_attributes import QueryResultAttributes

        d = dict(src_dict)
        external_id = d.pop("external_id")

        relevance = d.pop("relevance")

        match_type = check_match_type(d.pop("match_type"))

        rendered = d.pop("rendered")

        attributes = QueryResultAttributes.from_dict(d.pop("attributes"))

        query_result = cls(
            external_id=external_id,
            relevance=relevance,
            match_type=match_type,
            rendered=rendered,
            attributes=attributes,
        )

        query_result.additional_properties = d
        return query_result

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
