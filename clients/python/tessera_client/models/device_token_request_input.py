from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="DeviceTokenRequestInput")


@_attrs_define
class DeviceTokenRequestInput:
    """
    Attributes:
        grant_type (str): urn:ietf:params:oauth:grant-type:device_code
        device_code (str):
        client_id (str):
    """

    grant_type: str
    device_code: str
    client_id: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        grant_type = self.grant_type

        device_code = self.device_code

        client_id = self.client_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "grant_type": grant_type,
                "device_code": device_code,
                "client_id": client_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        grant_type = d.pop("grant_type")

        device_code = d.pop("device_code")

        client_id = d.pop("client_id")

        device_token_request_input = cls(
            grant_type=grant_type,
            device_code=device_code,
            client_id=client_id,
        )

        device_token_request_input.additional_properties = d
        return device_token_request_input

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
