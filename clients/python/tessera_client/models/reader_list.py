from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.reader import Reader


T = TypeVar("T", bound="ReaderList")


@_attrs_define
class ReaderList:
    """
    Attributes:
        readers (list[Reader]):
        count (int):
        next_cursor (None | str | Unset):
    """

    readers: list[Reader]
    count: int
    next_cursor: None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        readers = []
        for readers_item_data in self.readers:
            readers_item = readers_item_data.to_dict()
            readers.append(readers_item)

        count = self.count

        next_cursor: None | str | Unset
        if isinstance(self.next_cursor, Unset):
            next_cursor = UNSET
        else:
            next_cursor = self.next_cursor

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "readers": readers,
                "count": count,
            }
        )
        if next_cursor is not UNSET:
            field_dict["next_cursor"] = next_cursor

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.reader import Reader

        d = dict(src_dict)
        readers = []
        _readers = d.pop("readers")
        for readers_item_data in _readers:
            readers_item = Reader.from_dict(readers_item_data)

            readers.append(readers_item)

        count = d.pop("count")

        def _parse_next_cursor(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        next_cursor = _parse_next_cursor(d.pop("next_cursor", UNSET))

        reader_list = cls(
            readers=readers,
            count=count,
            next_cursor=next_cursor,
        )

        reader_list.additional_properties = d
        return reader_list

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
