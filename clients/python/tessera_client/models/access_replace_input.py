from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.assignment_input import AssignmentInput


T = TypeVar("T", bound="AccessReplaceInput")


@_attrs_define
class AccessReplaceInput:
    """
    Attributes:
        assignments (list[AssignmentInput]): All groups of the member; of a repeated group the last entry counts;
            without groups, nothing can be read
    """

    assignments: list[AssignmentInput]

    def to_dict(self) -> dict[str, Any]:
        assignments = []
        for assignments_item_data in self.assignments:
            assignments_item = assignments_item_data.to_dict()
            assignments.append(assignments_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "assignments": assignments,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.assignment_input import AssignmentInput

        d = dict(src_dict)
        assignments = []
        _assignments = d.pop("assignments")
        for assignments_item_data in _assignments:
            assignments_item = AssignmentInput.from_dict(assignments_item_data)

            assignments.append(assignments_item)

        access_replace_input = cls(
            assignments=assignments,
        )

        return access_replace_input
