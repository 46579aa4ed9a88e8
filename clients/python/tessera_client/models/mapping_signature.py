from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.mapping_signature_scheme import MappingSignatureScheme, check_mapping_signature_scheme

T = TypeVar("T", bound="MappingSignature")


@_attrs_define
class MappingSignature:
    """
    Attributes:
        header (str): Header with the signature of the body as sent
        scheme (MappingSignatureScheme):
    """

    header: str
    scheme: MappingSignatureScheme
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        header = self.header

        scheme: str = self.scheme

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "header": header,
                "scheme": scheme,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        header = d.pop("header")

        scheme = check_mapping_signature_scheme(d.pop("scheme"))

        mapping_signature = cls(
            header=header,
            scheme=scheme,
        )

        mapping_signature.additional_properties = d
        return mapping_signature

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
