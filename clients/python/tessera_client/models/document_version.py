from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.document_version_status import DocumentVersionStatus, check_document_version_status
from ..types import UNSET, Unset

T = TypeVar("T", bound="DocumentVersion")


@_attrs_define
class DocumentVersion:
    """
    Attributes:
        id (str):
        path (str): Path of the document at that time
        status (DocumentVersionStatus):
        size (int | None): In bytes; null for a deletion
        at (datetime.datetime):
        by (str):
        message (None | str): null if the change includes documents that the caller cannot read
        commit (str | Unset): Git's id of the change; only for callers who can read the whole repo
    """

    id: str
    path: str
    status: DocumentVersionStatus
    size: int | None
    at: datetime.datetime
    by: str
    message: None | str
    commit: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        path = self.path

        status: str = self.status

        size: int | None
        size = self.size

        at = self.at.isoformat()

        by = self.by

        message: None | str
        message = self.message

        commit = self.commit

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "path": path,
                "status": status,
                "size": size,
                "at": at,
                "by": by,
                "message": message,
            }
        )
        if commit is not UNSET:
            field_dict["commit"] = commit

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = d.pop("id")

        path = d.pop("path")

        status = check_document_version_status(d.pop("status"))

        def _parse_size(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        size = _parse_size(d.pop("size"))

        at = datetime.datetime.fromisoformat(d.pop("at"))

        by = d.pop("by")

        def _parse_message(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        message = _parse_message(d.pop("message"))

        commit = d.pop("commit", UNSET)

        document_version = cls(
            id=id,
            path=path,
            status=status,
            size=size,
            at=at,
            by=by,
            message=message,
            commit=commit,
        )

        document_version.additional_properties = d
        return document_version

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
