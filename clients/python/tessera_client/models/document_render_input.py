from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="DocumentRenderInput")


@_attrs_define
class DocumentRenderInput:
    """
    Attributes:
        path (str): Whole path of a document: the name of its repo, a slash, and its path there, as in handbook/start.md
        text (str):
    """

    path: str
    text: str

    def to_dict(self) -> dict[str, Any]:
        path = self.path

        text = self.text

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "path": path,
                "text": text,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        path = d.pop("path")

        text = d.pop("text")

        document_render_input = cls(
            path=path,
            text=text,
        )

        return document_render_input
