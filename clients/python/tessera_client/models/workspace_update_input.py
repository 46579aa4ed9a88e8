from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="WorkspaceUpdateInput")


@_attrs_define
class WorkspaceUpdateInput:
    """
    Attributes:
        name (str | Unset):
        reader_seats (int | Unset):
        billing_active (bool | Unset):
        suspended (bool | Unset):
    """

    name: str | Unset = UNSET
    reader_seats: int | Unset = UNSET
    billing_active: bool | Unset = UNSET
    suspended: bool | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        reader_seats = self.reader_seats

        billing_active = self.billing_active

        suspended = self.suspended

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if name is not UNSET:
            field_dict["name"] = name
        if reader_seats is not UNSET:
            field_dict["reader_seats"] = reader_seats
        if billing_active is not UNSET:
            field_dict["billing_active"] = billing_active
        if suspended is not UNSET:
            field_dict["suspended"] = suspended

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        name = d.pop("name", UNSET)

        reader_seats = d.pop("reader_seats", UNSET)

        billing_active = d.pop("billing_active", UNSET)

        suspended = d.pop("suspended", UNSET)

        workspace_update_input = cls(
            name=name,
            reader_seats=reader_seats,
            billing_active=billing_active,
            suspended=suspended,
        )

        return workspace_update_input
