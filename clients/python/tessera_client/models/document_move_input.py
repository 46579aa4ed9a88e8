from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="DocumentMoveInput")


@_attrs_define
class DocumentMoveInput:
    """
    Attributes:
        from_ (str): Whole path of a document: the name of its repo, a slash, and its path there, as in
            handbook/start.md
        to (str): Whole path of a document: the name of its repo, a slash, and its path there, as in handbook/start.md
        base (Literal['any'] | None | str): The blob that the caller last read; null: a new document; any: overwrite any
            version
        message (str | Unset): Default: a line that describes the change
    """

    from_: str
    to: str
    base: Literal["any"] | None | str
    message: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from_ = self.from_

        to = self.to

        base: Literal["any"] | None | str
        base = self.base

        message = self.message

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "from": from_,
                "to": to,
                "base": base,
            }
        )
        if message is not UNSET:
            field_dict["message"] = message

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        from_ = d.pop("from")

        to = d.pop("to")

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

        document_move_input = cls(
            from_=from_,
            to=to,
            base=base,
            message=message,
        )

        return document_move_input
