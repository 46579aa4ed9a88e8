from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ResolutionRefused")


@_attrs_define
class ResolutionRefused:
    """
    Attributes:
        key (float | None | str): As sent; null if omitted
        error (Literal['invalid_request']):
        message (str):
        field (None | str): The invalid key of the entry, if there is one
        hint (None | str): How to fix the entry
    """

    key: float | None | str
    error: Literal["invalid_request"]
    message: str
    field: None | str
    hint: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        key: float | None | str
        key = self.key

        error = self.error

        message = self.message

        field: None | str
        field = self.field

        hint: None | str
        hint = self.hint

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "key": key,
                "error": error,
                "message": message,
                "field": field,
                "hint": hint,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_key(data: object) -> float | None | str:
            if data is None:
                return data
            return cast(float | None | str, data)

        key = _parse_key(d.pop("key"))

        error = cast(Literal["invalid_request"], d.pop("error"))
        if error != "invalid_request":
            raise ValueError(f"error must match const 'invalid_request', got '{error}'")

        message = d.pop("message")

        def _parse_field(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        field = _parse_field(d.pop("field"))

        def _parse_hint(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        hint = _parse_hint(d.pop("hint"))

        resolution_refused = cls(
            key=key,
            error=error,
            message=message,
            field=field,
            hint=hint,
        )

        resolution_refused.additional_properties = d
        return resolution_refused

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
