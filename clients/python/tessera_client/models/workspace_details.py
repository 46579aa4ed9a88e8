from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="WorkspaceDetails")


@_attrs_define
class WorkspaceDetails:
    """
    Attributes:
        id (str):
        slug (str):
        name (str):
        reader_seats (int):
        seats_used (int):
        billing_active (bool):
        suspended (bool): Reads work, writes are refused
        query_log_days (int): Days for which queries of collections are kept; 0: none
        color (None | str): Colour of its pages as #rrggbb; null: the colour of the service
        logo (None | str): Data URL of the logo on its pages; null: none
    """

    id: str
    slug: str
    name: str
    reader_seats: int
    seats_used: int
    billing_active: bool
    suspended: bool
    query_log_days: int
    color: None | str
    logo: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        slug = self.slug

        name = self.name

        reader_seats = self.reader_seats

        seats_used = self.seats_used

        billing_active = self.billing_active

        suspended = self.suspended

        query_log_days = self.query_log_days

        color: None | str
        color = self.color

        logo: None | str
        logo = self.logo

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "slug": slug,
                "name": name,
                "reader_seats": reader_seats,
                "seats_used": seats_used,
                "billing_active": billing_active,
                "suspended": suspended,
                "query_log_days": query_log_days,
                "color": color,
                "logo": logo,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = d.pop("id")

        slug = d.pop("slug")

        name = d.pop("name")

        reader_seats = d.pop("reader_seats")

        seats_used = d.pop("seats_used")

        billing_active = d.pop("billing_active")

        suspended = d.pop("suspended")

        query_log_days = d.pop("query_log_days")

        def _parse_color(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        color = _parse_color(d.pop("color"))

        def _parse_logo(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        logo = _parse_logo(d.pop("logo"))

        workspace_details = cls(
            id=id,
            slug=slug,
            name=name,
            reader_seats=reader_seats,
            seats_used=seats_used,
            billing_active=billing_active,
            suspended=suspended,
            query_log_days=query_log_days,
            color=color,
            logo=logo,
        )

        workspace_details.additional_properties = d
        return workspace_details

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
