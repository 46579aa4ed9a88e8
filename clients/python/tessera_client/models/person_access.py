from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.access_entry import AccessEntry


T = TypeVar("T", bound="PersonAccess")


@_attrs_define
class PersonAccess:
    """
    Attributes:
        id (str):
        email (str):
        access (list[AccessEntry]):
    """

    id: str
    email: str
    access: list[AccessEntry]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        email = self.email

        access = []
        for access_item_data in self.access:
            access_item = access_item_data.to_dict()
            access.append(access_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "email": email,
                "access": access,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.access_entry import AccessEntry

        d = dict(src_dict)
        id = d.pop("id")

        email = d.pop("email")

        access = []
        _access = d.pop("access")
        for access_item_data in _access:
            access_item = AccessEntry.from_dict(access_item_data)

            access.append(access_item)

        person_access = cls(
            id=id,
            email=email,
            access=access,
        )

        person_access.additional_properties = d
        return person_access

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
