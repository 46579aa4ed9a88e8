from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="WorkspaceSettingsUpdateInput")


@_attrs_define
class WorkspaceSettingsUpdateInput:
    """
    Attributes:
        name (str | Unset):
        query_log_days (int | Unset): Days for which queries of collections are kept; 0 keeps none and deletes the
            existing ones
        color (None | str | Unset): Colour of its pages, such as #0b5566; null removes it
        logo (None | str | Unset): Logo on its pages: a data URL of a PNG, JPEG or WebP image of at most 8192 bytes;
            null removes it
    """

    name: str | Unset = UNSET
    query_log_days: int | Unset = UNSET
    color: None | str | Unset = UNSET
    logo: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        query_log_days = self.query_log_days

        color: None | str | Unset
        if isinstance(self.color, Unset):
            color = UNSET
        else:
            color = self.color

        logo: None | str | Unset
        if isinstance(self.logo, Unset):
            logo = UNSET
        else:
            logo = self.logo

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if name is not UNSET:
            field_dict["name"] = name
        if query_log_days is not UNSET:
            field_dict["query_log_days"] = query_log_days
        if color is not UNSET:
            field_dict["color"] = color
        if logo is not UNSET:
            field_dict["logo"] = logo

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        name = d.pop("name", UNSET)

        query_log_days = d.pop("query_log_days", UNSET)

        def _parse_color(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        color = _parse_color(d.pop("color", UNSET))

        def _parse_logo(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        logo = _parse_logo(d.pop("logo", UNSET))

        workspace_settings_update_input = cls(
            name=name,
            query_log_days=query_log_days,
            color=color,
            logo=logo,
        )

        return workspace_settings_update_input
