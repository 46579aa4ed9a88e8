from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.document_blame_lines_item import DocumentBlameLinesItem


T = TypeVar("T", bound="DocumentBlame")


@_attrs_define
class DocumentBlame:
    """
    Attributes:
        lines (list[DocumentBlameLinesItem]):
        complete (bool): false: older lines are attributed to the oldest version that was inspected
    """

    lines: list[DocumentBlameLinesItem]
    complete: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        lines = []
        for lines_item_data in self.lines:
            lines_item = lines_item_data.to_dict()
            lines.append(lines_item)

        complete = self.complete

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "lines": lines,
                "complete": complete,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.document_blame_lines_item import DocumentBlameLinesItem

        d = dict(src_dict)
        lines = []
        _lines = d.pop("lines")
        for lines_item_data in _lines:
            lines_item = DocumentBlameLinesItem.from_dict(lines_item_data)

            lines.append(lines_item)

        complete = d.pop("complete")

        document_blame = cls(
            lines=lines,
            complete=complete,
        )

        document_blame.additional_properties = d
        return document_blame

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
