from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.access_explanation_reason import AccessExplanationReason, check_access_explanation_reason

if TYPE_CHECKING:
    from ..models.access_explanation_matches_item import AccessExplanationMatchesItem


T = TypeVar("T", bound="AccessExplanation")


@_attrs_define
class AccessExplanation:
    """
    Attributes:
        id (str):
        email (str):
        path (str):
        readable (bool):
        reason (AccessExplanationReason): Why it can or cannot be read
        matches (list[AccessExplanationMatchesItem]): All patterns of their groups that match the path
    """

    id: str
    email: str
    path: str
    readable: bool
    reason: AccessExplanationReason
    matches: list[AccessExplanationMatchesItem]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        email = self.email

        path = self.path

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
                "id": id,
                "email": email,
                "path": path,
                "readable": readable,
                "reason": reason,
                "matches": matches,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.access_explanation_matches_item import AccessExplanationMatchesItem

        d = dict(src_dict)
        id = d.pop("id")

        email = d.pop("email")

        path = d.pop("path")

        readable = d.pop("readable")

        reason = check_access_explanation_reason(d.pop("reason"))

        matches = []
        _matches = d.pop("matches")
        for matches_item_data in _matches:
            matches_item = AccessExplanationMatchesItem.from_dict(matches_item_data)

            matches.append(matches_item)

        access_explanation = cls(
            id=id,
            email=email,
            path=path,
            readable=readable,
            reason=reason,
            matches=matches,
        )

        access_explanation.additional_properties = d
        return access_explanation

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
