from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="DocumentWriteInput")


@_attrs_define
class DocumentWriteInput:
    """
    Attributes:
        path (str): Whole path of a document: the name of its repo, a slash, and its path there, as in handbook/start.md
        base (Literal['any'] | None | str): The blob that the caller last read; null: a new document; any: overwrite any
            version
        text (str | Unset):
        base64 (str | Unset): The bytes of a file that is not text
        message (str | Unset): Default: a line that describes the change
    """

    path: str
    base: Literal["any"] | None | str
    text: str | Unset = UNSET
    base64: str | Unset = UNSET
    message: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        path = self.path

        base: Literal["any"] | None | str
        base = self.base

        text = self.text

        base64 = self.base64

        message = self.message

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "path": path,
                "base": base,
            }
        )
        if text is not UNSET:
            field_dict["text"] = text
        if base64 is not UNSET:
            field_dict["base64"] = base64
        if message is not UNSET:
            field_dict["message"] = message

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        path = d.pop("path")

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

        text = d.pop("text", UNSET)

        base64 = d.pop("base64", UNSET)

        message = d.pop("message", UNSET)

        document_write_input = cls(
            path=path,
            base=base,
            text=text,
            base64=base64,
            message=message,
        )

        return document_write_input
