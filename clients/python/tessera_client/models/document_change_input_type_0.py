from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="DocumentChangeInputType0")


@_attrs_define
class DocumentChangeInputType0:
    """
    Attributes:
        action (Literal['put']):
        path (str): Whole path of a document: the name of its repo, a slash, and its path there, as in handbook/start.md
        base (Literal['any'] | None | str): The blob that the caller last read; null: a new document; any: overwrite any
            version
        text (str | Unset):
        base64 (str | Unset): The bytes of a file that is not text
    """

    action: Literal["put"]
    path: str
    base: Literal["any"] | None | str
    text: str | Unset = UNSET
    base64: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        action = self.action

        path = self.path

        base: Literal["any"] | None | str
        base = self.base

        text = self.text

        base64 = self.base64

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "action": action,
                "path": path,
                "base": base,
            }
        )
        if text is not UNSET:
            field_dict["text"] = text
        if base64 is not UNSET:
            field_dict["base64"] = base64

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        action = cast(Literal["put"], d.pop("action"))
        if action != "put":
            raise ValueError(f"action must match const 'put', got '{action}'")

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

        document_change_input_type_0 = cls(
            action=action,
            path=path,
            base=base,
            text=text,
            base64=base64,
        )

        return document_change_input_type_0
