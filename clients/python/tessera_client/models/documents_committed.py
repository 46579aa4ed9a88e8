from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.documents_committed_results_item import DocumentsCommittedResultsItem
    from ..models.workspace_reference import WorkspaceReference


T = TypeVar("T", bound="DocumentsCommitted")


@_attrs_define
class DocumentsCommitted:
    """
    Attributes:
        results (list[DocumentsCommittedResultsItem]):
        count (int):
        workspace (WorkspaceReference): The workspace in which a write landed.
        commit (str | Unset): Git's id of the commit; for callers who can read the whole repo
    """

    results: list[DocumentsCommittedResultsItem]
    count: int
    workspace: WorkspaceReference
    commit: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        results = []
        for results_item_data in self.results:
            results_item = results_item_data.to_dict()
            results.append(results_item)

        count = self.count

        workspace = self.workspace.to_dict()

        commit = self.commit

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "results": results,
                "count": count,
                "workspace": workspace,
            }
        )
        if commit is not UNSET:
            field_dict["commit"] = commit

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.documents_committed_results_item import DocumentsCommittedResultsItem
        from ..models.workspace_reference import WorkspaceReference

        d = dict(src_dict)
        results = []
        _results = d.pop("results")
        for results_item_data in _results:
            results_item = DocumentsCommittedResultsItem.from_dict(results_item_data)

            results.append(results_item)

        count = d.pop("count")

        workspace = WorkspaceReference.from_dict(d.pop("workspace"))

        commit = d.pop("commit", UNSET)

        documents_committed = cls(
            results=results,
            count=count,
            workspace=workspace,
            commit=commit,
        )

        documents_committed.additional_properties = d
        return documents_committed

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
