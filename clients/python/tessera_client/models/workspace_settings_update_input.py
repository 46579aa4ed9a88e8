from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

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
    """

    name: str | Unset = UNSET
    query_log_days: int | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        query_log_days = self.query_log_days

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if name is not UNSET:
            field_dict["name"] = name
        if query_log_days is not UNSET:
            field_dict["query_log_days"] = query_log_days

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        name = d.pop("name", UNSET)

        query_log_days = d.pop("query_log_days", UNSET)

        workspace_settings_update_input = cls(
            name=name,
            query_log_days=query_log_days,
        )

        return workspace_settings_update_input
