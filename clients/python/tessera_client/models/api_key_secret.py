from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.capability import Capability, check_capability

if TYPE_CHECKING:
    from ..models.workspace_reference import WorkspaceReference


T = TypeVar("T", bound="ApiKeySecret")


@_attrs_define
class ApiKeySecret:
    """
    Attributes:
        id (str):
        name (str):
        capability (Capability):
        capabilities (list[Capability]):
        secret (str): svc_ak_...; shown once
        workspace (WorkspaceReference): The workspace in which a write landed.
    """

    id: str
    name: str
    capability: Capability
    capabilities: list[Capability]
    secret: str
    workspace: WorkspaceReference
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        capability: str = self.capability

        capabilities = []
        for capabilities_item_data in self.capabilities:
            capabilities_item: str = capabilities_item_data
            capabilities.append(capabilities_item)

        secret = self.secret

        workspace = self.workspace.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "capability": capability,
                "capabilities": capabilities,
                "secret": secret,
                "workspace": workspace,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.workspace_reference import WorkspaceReference

        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        capability = check_capability(d.pop("capability"))

        capabilities = []
        _capabilities = d.pop("capabilities")
        for capabilities_item_data in _capabilities:
            capabilities_item = check_capability(capabilities_item_data)

            capabilities.append(capabilities_item)

        secret = d.pop("secret")

        workspace = WorkspaceReference.from_dict(d.pop("workspace"))

        api_key_secret = cls(
            id=id,
            name=name,
            capability=capability,
            capabilities=capabilities,
            secret=secret,
            workspace=workspace,
        )

        api_key_secret.additional_properties = d
        return api_key_secret

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
