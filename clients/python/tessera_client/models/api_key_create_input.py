from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.capability_input import CapabilityInput, check_capability_input
from ..types import UNSET, Unset

T = TypeVar("T", bound="ApiKeyCreateInput")


@_attrs_define
class ApiKeyCreateInput:
    """
    Attributes:
        name (str):
        capability (CapabilityInput | Unset):
        capabilities (list[CapabilityInput] | Unset): Several capabilities; duplicates collapse
    """

    name: str
    capability: CapabilityInput | Unset = UNSET
    capabilities: list[CapabilityInput] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        capability: str | Unset = UNSET
        if not isinstance(self.capability, Unset):
            capability = self.capability

        capabilities: list[str] | Unset = UNSET
        if not isinstance(self.capabilities, Unset):
            capabilities = []
            for capabilities_item_data in self.capabilities:
                capabilities_item: str = capabilities_item_data
                capabilities.append(capabilities_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
            }
        )
        if capability is not UNSET:
            field_dict["capability"] = capability
        if capabilities is not UNSET:
            field_dict["capabilities"] = capabilities

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        name = d.pop("name")

        _capability = d.pop("capability", UNSET)
        capability: CapabilityInput | Unset
        if isinstance(_capability, Unset):
            capability = UNSET
        else:
            capability = check_capability_input(_capability)

        _capabilities = d.pop("capabilities", UNSET)
        capabilities: list[CapabilityInput] | Unset = UNSET
        if _capabilities is not UNSET:
            capabilities = []
            for capabilities_item_data in _capabilities:
                capabilities_item = check_capability_input(capabilities_item_data)

                capabilities.append(capabilities_item)

        api_key_create_input = cls(
            name=name,
            capability=capability,
            capabilities=capabilities,
        )

        return api_key_create_input
