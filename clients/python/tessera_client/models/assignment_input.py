from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.access_level_input import AccessLevelInput, check_access_level_input

T = TypeVar("T", bound="AssignmentInput")


@_attrs_define
class AssignmentInput:
    """
    Attributes:
        group_id (str):
        access (AccessLevelInput):
    """

    group_id: str
    access: AccessLevelInput

    def to_dict(self) -> dict[str, Any]:
        group_id = self.group_id

        access: str = self.access

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "group_id": group_id,
                "access": access,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        group_id = d.pop("group_id")

        access = check_access_level_input(d.pop("access"))

        assignment_input = cls(
            group_id=group_id,
            access=access,
        )

        return assignment_input
