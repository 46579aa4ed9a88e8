from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.path_holders_holders_item import PathHoldersHoldersItem


T = TypeVar("T", bound="PathHolders")


@_attrs_define
class PathHolders:
    """
    Attributes:
        holders (list[PathHoldersHoldersItem]):
        count (int):
        next_cursor (None | str):
    """

    holders: list[PathHoldersHoldersItem]
    count: int
    next_cursor: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        holders = []
        for holders_item_data in self.holders:
            holders_item = holders_item_data.to_dict()
            holders.append(holders_item)

        count = self.count

        next_cursor: None | str
        next_cursor = self.next_cursor

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "holders": holders,
                "count": count,
                "next_cursor": next_cursor,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.path_holders_holders_item import PathHoldersHoldersItem

        d = dict(src_dict)
        holders = []
        _holders = d.pop("holders")
        for holders_item_data in _holders:
            holders_item = PathHoldersHoldersItem.from_dict(holders_item_data)

            holders.append(holders_item)

        count = d.pop("count")

        def _parse_next_cursor(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        next_cursor = _parse_next_cursor(d.pop("next_cursor"))

        path_holders = cls(
            holders=holders,
            count=count,
            next_cursor=next_cursor,
        )

        path_holders.additional_properties = d
        return path_holders

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
