from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.rendered_document_reason import RenderedDocumentReason, check_rendered_document_reason
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.heading import Heading


T = TypeVar("T", bound="RenderedDocument")


@_attrs_define
class RenderedDocument:
    """
    Attributes:
        title (str):
        html (None | str): null: shown as text, for the reason given
        toc (list[Heading]):
        reason (RenderedDocumentReason | Unset):
    """

    title: str
    html: None | str
    toc: list[Heading]
    reason: RenderedDocumentReason | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        title = self.title

        html: None | str
        html = self.html

        toc = []
        for toc_item_data in self.toc:
            toc_item = toc_item_data.to_dict()
            toc.append(toc_item)

        reason: str | Unset = UNSET
        if not isinstance(self.reason, Unset):
            reason = self.reason

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "title": title,
                "html": html,
                "toc": toc,
            }
        )
        if reason is not UNSET:
            field_dict["reason"] = reason

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.heading import Heading

        d = dict(src_dict)
        title = d.pop("title")

        def _parse_html(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        html = _parse_html(d.pop("html"))

        toc = []
        _toc = d.pop("toc")
        for toc_item_data in _toc:
            toc_item = Heading.from_dict(toc_item_data)

            toc.append(toc_item)

        _reason = d.pop("reason", UNSET)
        reason: RenderedDocumentReason | Unset
        if isinstance(_reason, Unset):
            reason = UNSET
        else:
            reason = check_rendered_document_reason(_reason)

        rendered_document = cls(
            title=title,
            html=html,
            toc=toc,
            reason=reason,
        )

        rendered_document.additional_properties = d
        return rendered_document

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
