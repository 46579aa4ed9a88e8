from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.document_change_input_type_0 import DocumentChangeInputType0
    from ..models.document_change_input_type_1 import DocumentChangeInputType1
    from ..models.document_change_input_type_2 import DocumentChangeInputType2


T = TypeVar("T", bound="DocumentCommitInput")


@_attrs_define
class DocumentCommitInput:
    """
    Attributes:
        repo (str):
        message (str): Default: a line that describes the change
        changes (list[DocumentChangeInputType0 | DocumentChangeInputType1 | DocumentChangeInputType2]):
    """

    repo: str
    message: str
    changes: list[DocumentChangeInputType0 | DocumentChangeInputType1 | DocumentChangeInputType2]

    def to_dict(self) -> dict[str, Any]:
        from ..models.document_change_input_type_0 import DocumentChangeInputType0
        from ..models.document_change_input_type_1 import DocumentChangeInputType1

        repo = self.repo

        message = self.message

        changes = []
        for changes_item_data in self.changes:
            changes_item: dict[str, Any]
            if isinstance(changes_item_data, DocumentChangeInputType0) or isinstance(
                changes_item_data, DocumentChangeInputType1
            ):
                changes_item = changes_item_data.to_dict()
            else:
                changes_item = changes_item_data.to_dict()

            changes.append(changes_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "repo": repo,
                "message": message,
                "changes": changes,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.document_change_input_type_0 import DocumentChangeInputType0
        from ..models.document_change_input_type_1 import DocumentChangeInputType1
        from ..models.document_change_input_type_2 import DocumentChangeInputType2

        d = dict(src_dict)
        repo = d.pop("repo")

        message = d.pop("message")

        changes = []
        _changes = d.pop("changes")
        for changes_item_data in _changes:

            def _parse_changes_item(
                data: object,
            ) -> DocumentChangeInputType0 | DocumentChangeInputType1 | DocumentChangeInputType2:
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_document_change_input_type_0 = DocumentChangeInputType0.from_dict(data)

                    return componentsschemas_document_change_input_type_0
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_document_change_input_type_1 = DocumentChangeInputType1.from_dict(data)

                    return componentsschemas_document_change_input_type_1
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_document_change_input_type_2 = DocumentChangeInputType2.from_dict(data)

                return componentsschemas_document_change_input_type_2

            changes_item = _parse_changes_item(changes_item_data)

            changes.append(changes_item)

        document_commit_input = cls(
            repo=repo,
            message=message,
            changes=changes,
        )

        return document_commit_input
