from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.holder_access_explanation_reason import (
    HolderAccessExplanationReason,
    check_holder_access_explanation_reason,
)

if TYPE_CHECKING:
    from ..models.holder_access_explanation_holder import HolderAccessExplanationHolder
    from ..models.holder_access_explanation_matches_item import HolderAccessExplanationMatchesItem


T = TypeVar("T", bound="HolderAccessExplanation")


@_attrs_define
class HolderAccessExplanation:
    """
    Attributes:
        path (str):
        exists (bool): Whether there is a document of this path
        holder (HolderAccessExplanationHolder):
        readable (bool):
        reason (HolderAccessExplanationReason): Why it can or cannot be read
        matches (list[HolderAccessExplanationMatchesItem]): All patterns of their groups that match the path
    """

    path: str
    exists: bool
    holder: HolderAccessExplanationHolder
    readable: bool
    reason: HolderAccessExplanationReason
    matches: list[HolderAccessExplanationMatchesItem]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        path = self.path

        exists = self.exists

        holder = self.holder.to_dict()

        readable = self.readable

        reason: str = self.reason

        matches = []
        for matches_item_data in self.matches:
            matches_item = matches_item_data.to_dict()
            matches.append(matches_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "path": path,
                "exists": exists,
                "holder": holder,
                "readable": readable,
                "reason": reason,
                "matches": matches,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.holder_access_explanation_holder import HolderAccessExplanationHolder
        from ..models.holder_access_explanation_matches_item import HolderAccessExplanationMatchesItem

        d = dict(src_dict)
        path = d.pop("path")

        exists = d.pop("exists")

        holder = HolderAccessExplanationHolder.from_dict(d.pop("holder"))

        readable = d.pop("readable")

        reason = check_holder_access_explanation_reason(d.pop("reason"))

        matches = []
        _matches = d.pop("matches")
        for matches_item_data in _matches:
            matches_item = HolderAccessExplanationMatchesItem.from_dict(matches_item_data)

            matches.append(matches_item)

        holder_access_explanation = cls(
            path=path,
            exists=exists,
            holder=holder,
            readable=readable,
            reason=reason,
            matches=matches,
        )

        holder_access_explanation.additional_properties = d
        return holder_access_explanation

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
