from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.query_disambiguation_values_item import QueryDisambiguationValuesItem


T = TypeVar("T", bound="QueryDisambiguation")


@_attrs_define
class QueryDisambiguation:
    """
    Attributes:
        field (str):
        values (list[QueryDisambiguationValuesItem]):
    """

    field: str
    values: list[QueryDisambiguationValuesItem]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        field = self.field

        values = []
        for values_item_data in self.values:
            values_item = values_item_data.to_dict()
            values.append(values_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "field": field,
                "values": values,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.query_disambiguation_values_item import QueryDisambiguationValuesItem

        d = dict(src_dict)
        field = d.pop("field")

        values = []
        _values = d.pop("values")
        for values_item_data in _values:
            values_item = QueryDisambiguationValuesItem.from_dict(values_item_data)

            values.append(values_item)

        query_disambiguation = cls(
            field=field,
            values=values,
        )

        query_disambiguation.additional_properties = d
        return query_disambiguation

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
