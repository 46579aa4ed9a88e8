from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.holder_access_explanation_holder_kind import (
    HolderAccessExplanationHolderKind,
    check_holder_access_explanation_holder_kind,
)

T = TypeVar("T", bound="HolderAccessExplanationHolder")


@_attrs_define
class HolderAccessExplanationHolder:
    """
    Attributes:
        kind (HolderAccessExplanationHolderKind):
        id (str):
        name (str):
        email (None | str): null for a token
    """

    kind: HolderAccessExplanationHolderKind
    id: str
    name: str
    email: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        kind: str = self.kind

        id = self.id

        name = self.name

        email: None | str
        email = self.email

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "kind": kind,
                "id": id,
                "name": name,
                "email": email,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        kind = check_holder_access_explanation_holder_kind(d.pop("kind"))

        id = d.pop("id")

        name = d.pop("name")

        def _parse_email(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        email = _parse_email(d.pop("email"))

        holder_access_explanation_holder = cls(
            kind=kind,
            id=id,
            name=name,
            email=email,
        )

        holder_access_explanation_holder.additional_properties = d
        return holder_access_explanation_holder

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
