from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="WorkspaceCreateInput")


@_attrs_define
class WorkspaceCreateInput:
    """
    Attributes:
        slug (str):
        name (str):
        reader_seats (int | Unset):
        billing_active (bool | Unset):  Default: True.
        admin_email (str | Unset):
    """

    slug: str
    name: str
    reader_seats: int | Unset = UNSET
    billing_active: bool | Unset = True
    admin_email: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        slug = self.slug

        name = self.name

        reader_seats = self.reader_seats

        billing_active = self.billing_active

        admin_email = self.admin_email

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "slug": slug,
                "name": name,
            }
        )
        if reader_seats is not UNSET:
            field_dict["reader_seats"] = reader_seats
        if billing_active is not UNSET:
            field_dict["billing_active"] = billing_active
        if admin_email is not UNSET:
            field_dict["admin_email"] = admin_email

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        slug = d.pop("slug")

        name = d.pop("name")

        reader_seats = d.pop("reader_seats", UNSET)

        billing_active = d.pop("billing_active", UNSET)

        admin_email = d.pop("admin_email", UNSET)

        workspace_create_input = cls(
            slug=slug,
            name=name,
            reader_seats=reader_seats,
            billing_active=billing_active,
            admin_email=admin_email,
        )

        return workspace_create_input
