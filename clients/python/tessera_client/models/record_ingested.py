from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.record_ingested_status import RecordIngestedStatus, check_record_ingested_status
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.record_finding import RecordFinding
    from ..models.workspace_reference import WorkspaceReference


T = TypeVar("T", bound="RecordIngested")


@_attrs_define
class RecordIngested:
    """
    Attributes:
        external_id (str):
        status (RecordIngestedStatus):
        embedded (bool): Whether this call computed the embedding; false if it existed or is pending
        workspace (WorkspaceReference): The workspace in which a write landed.
        version (str | Unset): Of the record after this call; absent if a dry run would change it
        findings (list[RecordFinding] | Unset):
    """

    external_id: str
    status: RecordIngestedStatus
    embedded: bool
    workspace: WorkspaceReference
    version: str | Unset = UNSET
    findings: list[RecordFinding] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        external_id = self.external_id

        status: str = self.status

        embedded = self.embedded

        workspace = self.workspace.to_dict()

        version = self.version

        findings: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.findings, Unset):
            findings = []
            for findings_item_data in self.findings:
                findings_item = findings_item_data.to_dict()
                findings.append(findings_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "external_id": external_id,
                "status": status,
                "embedded": embedded,
                "workspace": workspace,
            }
        )
        if version is not UNSET:
            field_dict["version"] = version
        if findings is not UNSET:
            field_dict["findings"] = findings

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.record_finding import RecordFinding
        from ..models.workspace_reference import WorkspaceReference

        d = dict(src_dict)
        external_id = d.pop("external_id")

        status = check_record_ingested_status(d.pop("status"))

        embedded = d.pop("embedded")

        workspace = WorkspaceReference.from_dict(d.pop("workspace"))

        version = d.pop("version", UNSET)

        _findings = d.pop("findings", UNSET)
        findings: list[RecordFinding] | Unset = UNSET
        if _findings is not UNSET:
            findings = []
            for findings_item_data in _findings:
                findings_item = RecordFinding.from_dict(findings_item_data)

                findings.append(findings_item)

        record_ingested = cls(
            external_id=external_id,
            status=status,
            embedded=embedded,
            workspace=workspace,
            version=version,
            findings=findings,
        )

        record_ingested.additional_properties = d
        return record_ingested

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
