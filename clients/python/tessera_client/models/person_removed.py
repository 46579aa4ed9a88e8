from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.person_removed_still_working_item import PersonRemovedStillWorkingItem
    from ..models.workspace_reference import WorkspaceReference


T = TypeVar("T", bound="PersonRemoved")


@_attrs_define
class PersonRemoved:
    """
    Attributes:
        id (str):
        email (str):
        status (Literal['revoked']):
        still_working (list[PersonRemovedStillWorkingItem]): API keys and tokens that this person created; they work
            until they are revoked
        workspace (WorkspaceReference): The workspace in which a write landed.
    """

    id: str
    email: str
    status: Literal["revoked"]
    still_working: list[PersonRemovedStillWorkingItem]
    workspace: WorkspaceReference
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        email = self.email

        status = self.status

        still_working = []
        for still_working_item_data in self.still_working:
            still_working_item = still_working_item_data.to_dict()
            still_working.append(still_working_item)

        workspace = self.workspace.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "email": email,
                "status": status,
                "still_working": still_working,
                "workspace": workspace,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.person_removed_still_working_item import PersonRemovedStillWorkingItem
        from ..models.workspace_reference import WorkspaceReference

        d = dict(src_dict)
        id = d.pop("id")

        email = d.pop("email")

        status = cast(Literal["revoked"], d.pop("status"))
        if status != "revoked":
            raise ValueError(f"status must match const 'revoked', got '{status}'")

        still_working = []
        _still_working = d.pop("still_working")
        for still_working_item_data in _still_working:
            still_working_item = PersonRemovedStillWorkingItem.from_dict(still_working_item_data)

            still_working.append(still_working_item)

        workspace = WorkspaceReference.from_dict(d.pop("workspace"))

        person_removed = cls(
            id=id,
            email=email,
            status=status,
            still_working=still_working,
            workspace=workspace,
        )

        person_removed.additional_properties = d
        return person_removed

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
