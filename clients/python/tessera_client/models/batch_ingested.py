from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.record_applied import RecordApplied
    from ..models.record_refused import RecordRefused
    from ..models.workspace_reference import WorkspaceReference


T = TypeVar("T", bound="BatchIngested")


@_attrs_define
class BatchIngested:
    """
    Attributes:
        accepted (int): Records that did not fail
        failed (int):
        pending_embed (int): Records of the collection awaiting embedding
        results (list[RecordApplied | RecordRefused]):
        workspace (WorkspaceReference): The workspace in which a write landed.
    """

    accepted: int
    failed: int
    pending_embed: int
    results: list[RecordApplied | RecordRefused]
    workspace: WorkspaceReference
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.record_applied import RecordApplied

        accepted = self.accepted

        failed = self.failed

        pending_embed = self.pending_embed

        results = []
        for results_item_data in self.results:
            results_item: dict[str, Any]
            if isinstance(results_item_data, RecordApplied):
                results_item = results_item_data.to_dict()
            else:
                results_item = results_item_data.to_dict()

            results.append(results_item)

        workspace = self.workspace.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accepted": accepted,
                "failed": failed,
                "pending_embed": pending_embed,
                "results": results,
                "workspace": workspace,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.record_applied import RecordApplied
        from ..models.record_refused import RecordRefused
        from ..models.workspace_reference import WorkspaceReference

        d = dict(src_dict)
        accepted = d.pop("accepted")

        failed = d.pop("failed")

        pending_embed = d.pop("pending_embed")

        results = []
        _results = d.pop("results")
        for results_item_data in _results:

            def _parse_results_item(data: object) -> RecordApplied | RecordRefused:
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    results_item_type_0 = RecordApplied.from_dict(data)

                    return results_item_type_0
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                if not isinstance(data, dict):
                    raise TypeError()
                results_item_type_1 = RecordRefused.from_dict(data)

                return results_item_type_1

            results_item = _parse_results_item(results_item_data)

            results.append(results_item)

        workspace = WorkspaceReference.from_dict(d.pop("workspace"))

        batch_ingested = cls(
            accepted=accepted,
            failed=failed,
            pending_embed=pending_embed,
            results=results,
            workspace=workspace,
        )

        batch_ingested.additional_properties = d
        return batch_ingested

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
