from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.mapping_update_input_signature_scheme import (
    MappingUpdateInputSignatureScheme,
    check_mapping_update_input_signature_scheme,
)
from ..types import UNSET, Unset

T = TypeVar("T", bound="MappingUpdateInputSignature")


@_attrs_define
class MappingUpdateInputSignature:
    """
    Attributes:
        header (str): Header with the signature of the body as sent
        scheme (MappingUpdateInputSignatureScheme):
        secret (str | Unset): Write-only. Required at first; if omitted later, the stored secret is kept
    """

    header: str
    scheme: MappingUpdateInputSignatureScheme
    secret: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        header = self.header

        scheme: str = self.scheme

        secret = self.secret

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "header": header,
                "scheme": scheme,
            }
        )
        if secret is not UNSET:
            field_dict["secret"] = secret

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        header = d.pop("header")

        scheme = check_mapping_update_input_signature_scheme(d.pop("scheme"))

        secret = d.pop("secret", UNSET)

        mapping_update_input_signature = cls(
            header=header,
            scheme=scheme,
            secret=secret,
        )

        return mapping_update_input_signature
