from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.unknown_policy import UnknownPolicy, check_unknown_policy

if TYPE_CHECKING:
    from ..models.field_types import FieldTypes
    from ..models.mapping import Mapping


T = TypeVar("T", bound="CollectionConfiguration")


@_attrs_define
class CollectionConfiguration:
    """
    Attributes:
        description (None | str):
        guidance (None | str):
        id_field (str):
        write_date_field (str):
        embed_fields (list[str] | None):
        field_types (FieldTypes):
        id_match_fields (list[str]):
        exposed_fields (list[str] | None):
        required_fields (list[str]):
        unknown_policy (UnknownPolicy):
        append_only (bool):
        synonyms (list[list[str]]):
        mapping (Mapping | None):
    """

    description: None | str
    guidance: None | str
    id_field: str
    write_date_field: str
    embed_fields: list[str] | None
    field_types: FieldTypes
    id_match_fields: list[str]
    exposed_fields: list[str] | None
    required_fields: list[str]
    unknown_policy: UnknownPolicy
    append_only: bool
    synonyms: list[list[str]]
    mapping: Mapping | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.mapping import Mapping

        description: None | str
        description = self.description

        guidance: None | str
        guidance = self.guidance

        id_field = self.id_field

        write_date_field = self.write_date_field

        embed_fields: list[str] | None
        if isinstance(self.embed_fields, list):
            embed_fields = self.embed_fields

        else:
            embed_fields = self.embed_fields

        field_types = self.field_types.to_dict()

        id_match_fields = self.id_match_fields

        exposed_fields: list[str] | None
        if isinstance(self.exposed_fields, list):
            exposed_fields = self.exposed_fields

        else:
            exposed_fields = self.exposed_fields

        required_fields = self.required_fields

        unknown_policy: str = self.unknown_policy

        append_only = self.append_only

        synonyms = []
        for synonyms_item_data in self.synonyms:
            synonyms_item = synonyms_item_data

            synonyms.append(synonyms_item)

        mapping: dict[str, Any] | None
        if isinstance(self.mapping, Mapping):
            mapping = self.mapping.to_dict()
        else:
            mapping = self.mapping

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "description": description,
                "guidance": guidance,
                "id_field": id_field,
                "write_date_field": write_date_field,
                "embed_fields": embed_fields,
                "field_types": field_types,
                "id_match_fields": id_match_fields,
                "exposed_fields": exposed_fields,
                "required_fields": required_fields,
                "unknown_policy": unknown_policy,
                "append_only": append_only,
                "synonyms": synonyms,
                "mapping": mapping,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.field_types import FieldTypes
        from ..models.mapping import Mapping

        d = dict(src_dict)

        def _parse_description(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        description = _parse_description(d.pop("description"))

        def _parse_guidance(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        guidance = _parse_guidance(d.pop("guidance"))

        id_field = d.pop("id_field")

        write_date_field = d.pop("write_date_field")

        def _parse_embed_fields(data: object) -> list[str] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                embed_fields_type_0 = cast(list[str], data)

                return embed_fields_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None, data)

        embed_fields = _parse_embed_fields(d.pop("embed_fields"))

        field_types = FieldTypes.from_dict(d.pop("field_types"))

        id_match_fields = cast(list[str], d.pop("id_match_fields"))

        def _parse_exposed_fields(data: object) -> list[str] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                exposed_fields_type_0 = cast(list[str], data)

                return exposed_fields_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None, data)

        exposed_fields = _parse_exposed_fields(d.pop("exposed_fields"))

        required_fields = cast(list[str], d.pop("required_fields"))

        unknown_policy = check_unknown_policy(d.pop("unknown_policy"))

        append_only = d.pop("append_only")

        synonyms = []
        _synonyms = d.pop("synonyms")
        for synonyms_item_data in _synonyms:
            synonyms_item = cast(list[str], synonyms_item_data)

            synonyms.append(synonyms_item)

        def _parse_mapping(data: object) -> Mapping | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                mapping_type_0 = Mapping.from_dict(data)

                return mapping_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Mapping | None, data)

        mapping = _parse_mapping(d.pop("mapping"))

        collection_configuration = cls(
            description=description,
            guidance=guidance,
            id_field=id_field,
            write_date_field=write_date_field,
            embed_fields=embed_fields,
            field_types=field_types,
            id_match_fields=id_match_fields,
            exposed_fields=exposed_fields,
            required_fields=required_fields,
            unknown_policy=unknown_policy,
            append_only=append_only,
            synonyms=synonyms,
            mapping=mapping,
        )

        collection_configuration.additional_properties = d
        return collection_configuration

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
