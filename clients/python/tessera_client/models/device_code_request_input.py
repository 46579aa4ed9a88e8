from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="DeviceCodeRequestInput")


@_attrs_define
class DeviceCodeRequestInput:
    """
    Attributes:
        client_id (str): Names the program that asks, such as svc
        scope (str | Unset): Ignored: a personal token reaches what its person reaches
        device_name (str | Unset): Names the device in the list of personal tokens
    """

    client_id: str
    scope: str | Unset = UNSET
    device_name: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        client_id = self.client_id

        scope = self.scope

        device_name = self.device_name

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "client_id": client_id,
            }
        )
        if scope is not UNSET:
            field_dict["scope"] = scope
        if device_name is not UNSET:
            field_dict["device_name"] = device_name

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        client_id = d.pop("client_id")

        scope = d.pop("scope", UNSET)

        device_name = d.pop("device_name", UNSET)

        device_code_request_input = cls(
            client_id=client_id,
            scope=scope,
            device_name=device_name,
        )

        device_code_request_input.additional_properties = d
        return device_code_request_input

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
