from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.path_holders_holders_item_kind import PathHoldersHoldersItemKind, check_path_holders_holders_item_kind
from ..models.path_holders_holders_item_reason import (
    PathHoldersHoldersItemReason,
    check_path_holders_holders_item_reason,
)

if TYPE_CHECKING:
    from ..models.path_holders_holders_item_matches_item import PathHoldersHoldersItemMatchesItem


T = TypeVar("T", bound="PathHoldersHoldersItem")


@_attrs_define
class PathHoldersHoldersItem:
    """
    Attributes:
        kind (PathHoldersHoldersItemKind):
        id (str):
        name (str):
        email (None | str): null for a token
        reason (PathHoldersHoldersItemReason): Why it can or cannot be read
        matches (list[PathHoldersHoldersItemMatchesItem]): All patterns of their groups that match the path
    """

    kind: PathHoldersHoldersItemKind
    id: str
    name: str
    email: None | str
    reason: PathHoldersHoldersItemReason
    matches: list[PathHoldersHoldersItemMatchesItem]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        kind: str = self.kind

        id = self.id

        name = self.name

        email: None | str
        email = self.email

        reason: str = self.reason

        matches = []
        for matches_item_data in self.matches:
            matches_item = matches_item_data.to_dict()
            matches.append(matches_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "kind": kind,
                "id": id,
                "name": name,
                "email": email,
                "reason": reason,
                "matches": matches,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.path_holders_holders_item_matches_item import PathHoldersHoldersItemMatchesItem

        d = dict(src_dict)
        kind = check_path_holders_holders_item_kind(d.pop("kind"))

        id = d.pop("id")

        name = d.pop("name")

        def _parse_email(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        email = _parse_email(d.pop("email"))

        reason = check_path_holders_holders_item_reason(d.pop("reason"))

        matches = []
        _matches = d.pop("matches")
        for matches_item_data in _matches:
            matches_item = PathHoldersHoldersItemMatchesItem.from_dict(matches_item_data)

            matches.append(matches_item)

        path_holders_holders_item = cls(
            kind=kind,
            id=id,
            name=name,
            email=email,
            reason=reason,
            matches=matches,
        )

        path_holders_holders_item.additional_properties = d
        return path_holders_holders_item

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
