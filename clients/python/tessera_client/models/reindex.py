from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.workspace_reference import WorkspaceReference


T = TypeVar("T", bound="Reindex")


@_attrs_define
class Reindex:
    """
    Attributes:
        records (int):
        would_reembed (int): Records whose text or embedder differs from their vector's
        estimated_tokens (int):
        estimated_cost_usd (float):
        applied (bool):
        reembedding (int | Unset): Records queued; only when applied
        workspace (WorkspaceReference | Unset): The workspace in which a write landed.
    """

    records: int
    would_reembed: int
    estimated_tokens: int
    estimated_cost_usd: float
    applied: bool
    reembedding: int | Unset = UNSET
    workspace: WorkspaceReference | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        records = self.records

        would_reembed = self.would_reembed

        estimated_tokens = self.estimated_tokens

        estimated_cost_usd = self.estimated_cost_usd

        applied = self.applied

        reembedding = self.reembedding

        workspace: dict[str, Any] | Unset = UNSET
        if not isinstance(self.workspace, Unset):
            workspace = self.workspace.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "records": records,
                "would_reembed": would_reembed,
                "estimated_tokens": estimated_tokens,
                "estimated_cost_usd": estimated_cost_usd,
                "applied": applied,
            }
        )
        if reembedding is not UNSET:
            field_dict["reembedding"] = reembedding
        if workspace is not UNSET:
            field_dict["workspace"] = workspace

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.workspace_reference import WorkspaceReference

        d = dict(src_dict)
        records = d.pop("records")

        would_reembed = d.pop("would_reembed")

        estimated_tokens = d.pop("estimated_tokens")

        estimated_cost_usd = d.pop("estimated_cost_usd")

        applied = d.pop("applied")

        reembedding = d.pop("reembedding", UNSET)

        _workspace = d.pop("workspace", UNSET)
        workspace: WorkspaceReference | Unset
        if isinstance(_workspace, Unset):
            workspace = UNSET
        else:
            workspace = WorkspaceReference.from_dict(_workspace)

        reindex = cls(
            records=records,
            would_reembed=would_reembed,
            estimated_tokens=estimated_tokens,
            estimated_cost_usd=estimated_cost_usd,
            applied=applied,
            reembedding=reembedding,
            workspace=workspace,
        )

        reindex.additional_properties = d
        return reindex

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
