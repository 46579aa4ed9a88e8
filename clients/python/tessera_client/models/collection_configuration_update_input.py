from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.unknown_policy_input import UnknownPolicyInput, check_unknown_policy_input
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.field_types_input import FieldTypesInput
    from ..models.mapping_update_input import MappingUpdateInput


T = TypeVar("T", bound="CollectionConfigurationUpdateInput")


@_attrs_define
class CollectionConfigurationUpdateInput:
    """
    Attributes:
        description (None | str | Unset):
        guidance (None | str | Unset): Owner's usage notes, returned unchanged by describe
        id_field (None | str | Unset): Field with the record id; default id. Changing it renames records
        write_date_field (None | str | Unset): Field with the update clock; default write_date
        embed_fields (list[str] | None | Unset): Fields whose text is searched by meaning, verbatim and in order;
            changing them needs a reindex
        field_types (FieldTypesInput | None | Unset): Declared types for typed comparison in filters
        id_match_fields (list[str] | None | Unset): Identifier fields, matched by exact equality (SKU, EAN, e-mail);
            never semantic
        exposed_fields (list[str] | None | Unset): Allowlist of returned attributes; null returns all
        required_fields (list[str] | None | Unset): Fields that every record must have
        unknown_policy (None | UnknownPolicyInput | Unset): What happens to undeclared fields; default warn
        append_only (bool | None | Unset): Refuse changes and deletes; default false
        synonyms (list[list[str]] | None | Unset): Lists of phrases that find the same records
        mapping (MappingUpdateInput | None | Unset): How bodies at the ingest URL become records; null: they are records
    """

    description: None | str | Unset = UNSET
    guidance: None | str | Unset = UNSET
    id_field: None | str | Unset = UNSET
    write_date_field: None | str | Unset = UNSET
    embed_fields: list[str] | None | Unset = UNSET
    field_types: FieldTypesInput | None | Unset = UNSET
    id_match_fields: list[str] | None | Unset = UNSET
    exposed_fields: list[str] | None | Unset = UNSET
    required_fields: list[str] | None | Unset = UNSET
    unknown_policy: None | UnknownPolicyInput | Unset = UNSET
    append_only: bool | None | Unset = UNSET
    synonyms: list[list[str]] | None | Unset = UNSET
    mapping: MappingUpdateInput | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.field_types_input import FieldTypesInput
        from ..models.mapping_update_input import MappingUpdateInput

        description: None | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        else:
            description = self.description

        guidance: None | str | Unset
        if isinstance(self.guidance, Unset):
            guidance = UNSET
        else:
            guidance = self.guidance

        id_field: None | str | Unset
        if isinstance(self.id_field, Unset):
            id_field = UNSET
        else:
            id_field = self.id_field

        write_date_field: None | str | Unset
        if isinstance(self.write_date_field, Unset):
            write_date_field = UNSET
        else:
            write_date_field = self.write_date_field

        embed_fields: list[str] | None | Unset
        if isinstance(self.embed_fields, Unset):
            embed_fields = UNSET
        elif isinstance(self.embed_fields, list):
            embed_fields = self.embed_fields

        else:
            embed_fields = self.embed_fields

        field_types: dict[str, Any] | None | Unset
        if isinstance(self.field_types, Unset):
            field_types = UNSET
        elif isinstance(self.field_types, FieldTypesInput):
            field_types = self.field_types.to_dict()
        else:
            field_types = self.field_types

        id_match_fields: list[str] | None | Unset
        if isinstance(self.id_match_fields, Unset):
            id_match_fields = UNSET
        elif isinstance(self.id_match_fields, list):
            id_match_fields = self.id_match_fields

        else:
            id_match_fields = self.id_match_fields

        exposed_fields: list[str] | None | Unset
        if isinstance(self.exposed_fields, Unset):
            exposed_fields = UNSET
        elif isinstance(self.exposed_fields, list):
            exposed_fields = self.exposed_fields

        else:
            exposed_fields = self.exposed_fields

        required_fields: list[str] | None | Unset
        if isinstance(self.required_fields, Unset):
            required_fields = UNSET
        elif isinstance(self.required_fields, list):
            required_fields = self.required_fields

        else:
            required_fields = self.required_fields

        unknown_policy: None | str | Unset
        if isinstance(self.unknown_policy, Unset):
            unknown_policy = UNSET
        elif isinstance(self.unknown_policy, str):
            unknown_policy = self.unknown_policy
        else:
            unknown_policy = self.unknown_policy

        append_only: bool | None | Unset
        if isinstance(self.append_only, Unset):
            append_only = UNSET
        else:
            append_only = self.append_only

        synonyms: list[list[str]] | None | Unset
        if isinstance(self.synonyms, Unset):
            synonyms = UNSET
        elif isinstance(self.synonyms, list):
            synonyms = []
            for synonyms_type_0_item_data in self.synonyms:
                synonyms_type_0_item = synonyms_type_0_item_data

                synonyms.append(synonyms_type_0_item)

        else:
            synonyms = self.synonyms

        mapping: dict[str, Any] | None | Unset
        if isinstance(self.mapping, Unset):
            mapping = UNSET
        elif isinstance(self.mapping, MappingUpdateInput):
            mapping = self.mapping.to_dict()
        else:
            mapping = self.mapping

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if description is not UNSET:
            field_dict["description"] = description
        if guidance is not UNSET:
            field_dict["guidance"] = guidance
        if id_field is not UNSET:
            field_dict["id_field"] = id_field
        if write_date_field is not UNSET:
            field_dict["write_date_field"] = write_date_field
        if embed_fields is not UNSET:
            field_dict["embed_fields"] = embed_fields
        if field_types is not UNSET:
            field_dict["field_types"] = field_types
        if id_match_fields is not UNSET:
            field_dict["id_match_fields"] = id_match_fields
        if exposed_fields is not UNSET:
            field_dict["exposed_fields"] = exposed_fields
        if required_fields is not UNSET:
            field_dict["required_fields"] = required_fields
        if unknown_policy is not UNSET:
            field_dict["unknown_policy"] = unknown_policy
        if append_only is not UNSET:
            field_dict["append_only"] = append_only
        if synonyms is not UNSET:
            field_dict["synonyms"] = synonyms
        if mapping is not UNSET:
            field_dict["mapping"] = mapping

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.field_types_input import FieldTypesInput
        from ..models.mapping_update_input import MappingUpdateInput

        d = dict(src_dict)

        def _parse_description(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))

        def _parse_guidance(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        guidance = _parse_guidance(d.pop("guidance", UNSET))

        def _parse_id_field(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        id_field = _parse_id_field(d.pop("id_field", UNSET))

        def _parse_write_date_field(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        write_date_field = _parse_write_date_field(d.pop("write_date_field", UNSET))

        def _parse_embed_fields(data: object) -> list[str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                embed_fields_type_0 = cast(list[str], data)

                return embed_fields_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        embed_fields = _parse_embed_fields(d.pop("embed_fields", UNSET))

        def _parse_field_types(data: object) -> FieldTypesInput | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                field_types_type_0 = FieldTypesInput.from_dict(data)

                return field_types_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FieldTypesInput | None | Unset, data)

        field_types = _parse_field_types(d.pop("field_types", UNSET))

        def _parse_id_match_fields(data: object) -> list[str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                id_match_fields_type_0 = cast(list[str], data)

                return id_match_fields_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        id_match_fields = _parse_id_match_fields(d.pop("id_match_fields", UNSET))

        def _parse_exposed_fields(data: object) -> list[str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                exposed_fields_type_0 = cast(list[str], data)

                return exposed_fields_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        exposed_fields = _parse_exposed_fields(d.pop("exposed_fields", UNSET))

        def _parse_required_fields(data: object) -> list[str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                required_fields_type_0 = cast(list[str], data)

                return required_fields_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        required_fields = _parse_required_fields(d.pop("required_fields", UNSET))

        def _parse_unknown_policy(data: object) -> None | UnknownPolicyInput | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                unknown_policy_type_0 = check_unknown_policy_input(data)

                return unknown_policy_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UnknownPolicyInput | Unset, data)

        unknown_policy = _parse_unknown_policy(d.pop("unknown_policy", UNSET))

        def _parse_append_only(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        append_only = _parse_append_only(d.pop("append_only", UNSET))

        def _parse_synonyms(data: object) -> list[list[str]] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                synonyms_type_0 = []
                _synonyms_type_0 = data
                for synonyms_type_0_item_data in _synonyms_type_0:
                    synonyms_type_0_item = cast(list[str], synonyms_type_0_item_data)

                    synonyms_type_0.append(synonyms_type_0_item)

                return synonyms_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[list[str]] | None | Unset, data)

        synonyms = _parse_synonyms(d.pop("synonyms", UNSET))

        def _parse_mapping(data: object) -> MappingUpdateInput | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                mapping_type_0 = MappingUpdateInput.from_dict(data)

                return mapping_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(MappingUpdateInput | None | Unset, data)

        mapping = _parse_mapping(d.pop("mapping", UNSET))

        collection_configuration_update_input = cls(
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

        return collection_configuration_update_input
