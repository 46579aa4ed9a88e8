from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.workspace_reference import WorkspaceReference


T = TypeVar("T", bound="CorrectionWritten")


@_attrs_define
class CorrectionWritten:
    """
    Attributes:
        id (str):
        query (str):
        external_id (None | str): The record that is meant; null: none
        by (str): Who chose it
        at (datetime.datetime):
        workspace (WorkspaceReference): The workspace in which a write landed.
    """

    id: str
    query: str
    external_id: None | str
    by: str
    at: datetime.datetime
    workspace: WorkspaceReference
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        query = self.query

        external_id: None | str
        external_id = self.external_id

        by = self.by

        at = self.at.isoformat()

        workspace = self.workspace.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "query": query,
                "external_id": external_id,
                "by": by,
                "at": at,
                "workspace": workspace,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.workspace_reference import WorkspaceReference

        d = dict(src_dict)
        id = d.pop("id")

        query = d.pop("query")

        def _parse_external_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        external_id = _parse_external_id(d.pop("external_id"))

        by = d.pop("by")

        at = datetime.datetime.fromisoformat(d.pop("at"))

        workspace = WorkspaceReference.from_dict(d.pop("workspace"))

        correction_written = cls(
            id=id,
            query=query,
            external_id=external_id,
            by=by,
            at=at,
            workspace=workspace,
        )

        correction_written.additional_properties = d
        return correction_written

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
