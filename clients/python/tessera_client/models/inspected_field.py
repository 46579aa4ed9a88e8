from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.field_role import FieldRole, check_field_role
from ..models.field_type import FieldType, check_field_type
from ..types import UNSET, Unset

T = TypeVar("T", bound="InspectedField")


@_attrs_define
class InspectedField:
    """
    Attributes:
        name (str):
        detected_type (FieldType | None): null: not detected
        suggested_type (FieldType | None): also null if the oldest sampled record has no value
        suggested_role (FieldRole | None):
        coverage (float): Share of records that have a value
        examples (list[Any]):
        distinct_count (int | Unset):
    """

    name: str
    detected_type: FieldType | None
    suggested_type: FieldType | None
    suggested_role: FieldRole | None
    coverage: float
    examples: list[Any]
    distinct_count: int | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        detected_type: None | str
        if isinstance(self.detected_type, str):
            detected_type = self.detected_type
        else:
            detected_type = self.detected_type

        suggested_type: None | str
        if isinstance(self.suggested_type, str):
            suggested_type = self.suggested_type
        else:
            suggested_type = self.suggested_type

        suggested_role: None | str
        if isinstance(self.suggested_role, str):
            suggested_role = self.suggested_role
        else:
            suggested_role = self.suggested_role

        coverage = self.coverage

        examples = self.examples

        distinct_count = self.distinct_count

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "detected_type": detected_type,
                "suggested_type": suggested_type,
                "suggested_role": suggested_role,
                "coverage": coverage,
                "examples": examples,
            }
        )
        if distinct_count is not UNSET:
            field_dict["distinct_count"] = distinct_count

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        name = d.pop("name")

        def _parse_detected_type(data: object) -> FieldType | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                detected_type_type_0 = check_field_type(data)

                return detected_type_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FieldType | None, data)

        detected_type = _parse_detected_type(d.pop("detected_type"))

        def _parse_suggested_type(data: object) -> FieldType | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                suggested_type_type_0 = check_field_type(data)

                return suggested_type_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FieldType | None, data)

        suggested_type = _parse_suggested_type(d.pop("suggested_type"))

        def _parse_suggested_role(data: object) -> FieldRole | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                suggested_role_type_0 = check_field_role(data)

                return suggested_role_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FieldRole | None, data)

        suggested_role = _parse_suggested_role(d.pop("suggested_role"))

        coverage = d.pop("coverage")

        examples = cast(list[Any], d.pop("examples"))

        distinct_count = d.pop("distinct_count", UNSET)

        inspected_field = cls(
            name=name,
            detected_type=detected_type,
            suggested_type=suggested_type,
            suggested_role=suggested_role,
            coverage=coverage,
            examples=examples,
            distinct_count=distinct_count,
        )

        inspected_field.additional_properties = d
        return inspected_field

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
