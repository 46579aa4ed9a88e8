from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.record_refused_error import RecordRefusedError, check_record_refused_error
from ..types import UNSET, Unset

T = TypeVar("T", bound="RecordRefused")


@_attrs_define
class RecordRefused:
    """
    Attributes:
        index (int): Index in the sent array
        error (RecordRefusedError):
        message (str):
        field (None | str): The field that caused the error, if one did
        hint (None | str): How to fix the record; for `version_mismatch` its current version
        external_id (str | Unset):
    """

    index: int
    error: RecordRefusedError
    message: str
    field: None | str
    hint: None | str
    external_id: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        index = self.index

        error: str = self.error

        message = self.message

        field: None | str
        field = self.field

        hint: None | str
        hint = self.hint

        external_id = self.external_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "index": index,
                "error": error,
                "message": message,
                "field": field,
                "hint": hint,
            }
        )
        if external_id is not UNSET:
            field_dict["external_id"] = external_id

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        index = d.pop("index")

        error = check_record_refused_error(d.pop("error"))

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

        external_id = d.pop("external_id", UNSET)

        record_refused = cls(
            index=index,
            error=error,
            message=message,
            field=field,
            hint=hint,
            external_id=external_id,
        )

        record_refused.additional_properties = d
        return record_refused

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
