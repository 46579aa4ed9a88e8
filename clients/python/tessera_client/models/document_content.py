from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.document_content_front_matter_type_0 import DocumentContentFrontMatterType0


T = TypeVar("T", bound="DocumentContent")


@_attrs_define
class DocumentContent:
    """
    Attributes:
        path (str):
        title (str): The first heading, or the name of the file
        media_type (str):
        size (int): Bytes
        blob (str):
        updated_at (datetime.datetime):
        updated_by (str):
        version (str):
        front_matter (DocumentContentFrontMatterType0 | None): The YAML front matter
        text (None | str): null: not text; fetch it from /raw
        next_offset (int | None): Offset of the next part if an offset was sent; null at the end
        can_write (bool):
    """

    path: str
    title: str
    media_type: str
    size: int
    blob: str
    updated_at: datetime.datetime
    updated_by: str
    version: str
    front_matter: DocumentContentFrontMatterType0 | None
    text: None | str
    next_offset: int | None
    can_write: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.document_content_front_matter_type_0 import DocumentContentFrontMatterType0

        path = self.path

        title = self.title

        media_type = self.media_type

        size = self.size

        blob = self.blob

        updated_at = self.updated_at.isoformat()

        updated_by = self.updated_by

        version = self.version

        front_matter: dict[str, Any] | None
        if isinstance(self.front_matter, DocumentContentFrontMatterType0):
            front_matter = self.front_matter.to_dict()
        else:
            front_matter = self.front_matter

        text: None | str
        text = self.text

        next_offset: int | None
        next_offset = self.next_offset

        can_write = self.can_write

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "path": path,
                "title": title,
                "media_type": media_type,
                "size": size,
                "blob": blob,
                "updated_at": updated_at,
                "updated_by": updated_by,
                "version": version,
                "front_matter": front_matter,
                "text": text,
                "next_offset": next_offset,
                "can_write": can_write,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.document_content_front_matter_type_0 import DocumentContentFrontMatterType0

        d = dict(src_dict)
        path = d.pop("path")

        title = d.pop("title")

        media_type = d.pop("media_type")

        size = d.pop("size")

        blob = d.pop("blob")

        updated_at = datetime.datetime.fromisoformat(d.pop("updated_at"))

        updated_by = d.pop("updated_by")

        version = d.pop("version")

        def _parse_front_matter(data: object) -> DocumentContentFrontMatterType0 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                front_matter_type_0 = DocumentContentFrontMatterType0.from_dict(data)

                return front_matter_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(DocumentContentFrontMatterType0 | None, data)

        front_matter = _parse_front_matter(d.pop("front_matter"))

        def _parse_text(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        text = _parse_text(d.pop("text"))

        def _parse_next_offset(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        next_offset = _parse_next_offset(d.pop("next_offset"))

        can_write = d.pop("can_write")

        document_content = cls(
            path=path,
            title=title,
            media_type=media_type,
            size=size,
            blob=blob,
            updated_at=updated_at,
            updated_by=updated_by,
            version=version,
            front_matter=front_matter,
            text=text,
            next_offset=next_offset,
            can_write=can_write,
        )

        document_content.additional_properties = d
        return document_content

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
