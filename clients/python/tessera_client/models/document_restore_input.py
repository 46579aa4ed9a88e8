from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="DocumentRestoreInput")


@_attrs_define
class DocumentRestoreInput:
    """
    Attributes:
        path (str): Whole path of a document: the name of its repo, a slash, and its path there, as in handbook/start.md
        version (str): A version of the document, as its history gives it
        base (Literal['any'] | None | str): The blob that the caller last read; null: a new document; any: overwrite any
            version
        message (str | Unset): Default: a line that describes the change
    """

    path: str
    version: str
    base: Literal["any"] | None | str
    message: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        path = self.path

        version = self.version

        base: Literal["any"] | None | str
        base = self.base

        message = self.message

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "path": path,
                "version": version,
                "base": base,
            }
        )
        if message is not UNSET:
            field_dict["message"] = message

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        path = d.pop("path")

        version = d.pop("version")

        def _parse_base(data: object) -> Literal["any"] | None | str:
            if data is None:
                return data
            componentsschemas_base_input_type_1 = cast(Literal["any"], data)
            if componentsschemas_base_input_type_1 != "any":
                raise ValueError(
                    f"/components/schemas/BaseInput_type_1 must match const 'any', got '{componentsschemas_base_input_type_1}'"
                )
            return componentsschemas_base_input_type_1
            return cast(Literal["any"] | None | str, data)

        base = _parse_base(d.pop("base"))

        message = d.pop("message", UNSET)

        document_restore_input = cls(
            path=path,
            version=version,
            base=base,
            message=message,
        )

        return document_restore_input
