from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Self, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="DocumentChangeInputType1")


@_attrs_define
class DocumentChangeInputType1:
    """
    Attributes:
        action (Literal['delete']):
        path (str): Whole path of a document: the name of its repo, a slash, and its path there, as in handbook/start.md
        base (Literal['any'] | None | str): The blob that the caller last read; null: a new document; any: overwrite any
            version
    """

    action: Literal["delete"]
    path: str
    base: Literal["any"] | None | str

    def to_dict(self) -> dict[str, Any]:
        action = self.action

        path = self.path

        base: Literal["any"] | None | str
        base = self.base

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "action": action,
                "path": path,
                "base": base,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        action = cast(Literal["delete"], d.pop("action"))
        if action != "delete":
            raise ValueError(f"action must match const 'delete', got '{action}'")

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

        document_change_input_type_1 = cls(
            action=action,
            path=path,
            base=base,
        )

        return document_change_input_type_1
