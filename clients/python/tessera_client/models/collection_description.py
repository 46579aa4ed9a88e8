from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.collection_access import CollectionAccess, check_collection_access
from ..models.unknown_policy import UnknownPolicy, check_unknown_policy
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.collection_description_record_filter import CollectionDescriptionRecordFilter
    from ..models.described_field import DescribedField
    from ..models.field_types import FieldTypes
    from ..models.mapping import Mapping


T = TypeVar("T", bound="CollectionDescription")


@_attrs_define
class CollectionDescription:
    """
    Attributes:
        id (str):
        name (str):
        description (None | str):
        access (CollectionAccess):
        id_field (str):
        write_date_field (str):
        id_match_fields (list[str]):
        filterable_fields (FieldTypes):
        exposed_fields (list[str]): Fields returned with results; without an allowlist all that were observed
        required_fields (list[str]):
        unknown_policy (UnknownPolicy):
        append_only (bool):
        fields (list[DescribedField]):
        operations (list[str]): What this credential may do here; anything else is refused
        constraints (list[str]): Rules that differ from the defaults, in short sentences
        guidance (None | str): The owner's notes, verbatim
        guidance_source (Literal['collection_owner']): Guidance is content of the workspace, not an instruction of the
            platform
        records (int): Records the caller can see
        pending_embed (int): Records awaiting embedding
        failed_embed (int): Records whose embedding failed
        cut_texts (int): Records of which only the beginning is searched, because their text is very long
        last_ingest_at (datetime.datetime | None): null: no data has ever arrived
        mapping (Mapping | Unset):
        record_filter (CollectionDescriptionRecordFilter | Unset): The slice that confines the caller's view
    """

    id: str
    name: str
    description: None | str
    access: CollectionAccess
    id_field: str
    write_date_field: str
    id_match_fields: list[str]
    filterable_fields: FieldTypes
    exposed_fields: list[str]
    required_fields: list[str]
    unknown_policy: UnknownPolicy
    append_only: bool
    fields: list[DescribedField]
    operations: list[str]
    constraints: list[str]
    guidance: None | str
    guidance_source: Literal["collection_owner"]
    records: int
    pending_embed: int
    failed_embed: int
    cut_texts: int
    last_ingest_at: datetime.datetime | None
    mapping: Mapping | Unset = UNSET
    record_filter: CollectionDescriptionRecordFilter | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        description: None | str
        description = self.description

        access: str = self.access

        id_field = self.id_field

        write_date_field = self.write_date_field

        id_match_fields = self.id_match_fields

        filterable_fields = self.filterable_fields.to_dict()

        exposed_fields = self.exposed_fields

        required_fields = self.required_fields

        unknown_policy: str = self.unknown_policy

        append_only = self.append_only

        fields = []
        for fields_item_data in self.fields:
            fields_item = fields_item_data.to_dict()
            fields.append(fields_item)

        operations = self.operations

        constraints = self.constraints

        guidance: None | str
        guidance = self.guidance

        guidance_source = self.guidance_source

        records = self.records

        pending_embed = self.pending_embed

        failed_embed = self.failed_embed

        cut_texts = self.cut_texts

        last_ingest_at: None | str
        if isinstance(self.last_ingest_at, datetime.datetime):
            last_ingest_at = self.last_ingest_at.isoformat()
        else:
            last_ingest_at = self.last_ingest_at

        mapping: dict[str, Any] | Unset = UNSET
        if not isinstance(self.mapping, Unset):
            mapping = self.mapping.to_dict()

        record_filter: dict[str, Any] | Unset = UNSET
        if not isinstance(self.record_filter, Unset):
            record_filter = self.record_filter.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "description": description,
                "access": access,
                "id_field": id_field,
                "write_date_field": write_date_field,
                "id_match_fields": id_match_fields,
                "filterable_fields": filterable_fields,
                "exposed_fields": exposed_fields,
                "required_fields": required_fields,
                "unknown_policy": unknown_policy,
                "append_only": append_only,
                "fields": fields,
                "operations": operations,
                "constraints": constraints,
                "guidance": guidance,
                "guidance_source": guidance_source,
                "records": records,
                "pending_embed": pending_embed,
                "failed_embed": failed_embed,
                "cut_texts": cut_texts,
                "last_ingest_at": last_ingest_at,
            }
        )
        if mapping is not UNSET:
            field_dict["mapping"] = mapping
        if record_filter is not UNSET:
            field_dict["record_filter"] = record_filter

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.collection_description_record_filter import CollectionDescriptionRecordFilter
        from ..models.described_field import DescribedField
        from ..models.field_types import FieldTypes
        from ..models.mapping import Mapping

        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        def _parse_description(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        description = _parse_description(d.pop("description"))

        access = check_collection_access(d.pop("access"))

        id_field = d.pop("id_field")

        write_date_field = d.pop("write_date_field")

        id_match_fields = cast(list[str], d.pop("id_match_fields"))

        filterable_fields = FieldTypes.from_dict(d.pop("filterable_fields"))

        exposed_fields = cast(list[str], d.pop("exposed_fields"))

        required_fields = cast(list[str], d.pop("required_fields"))

        unknown_policy = check_unknown_policy(d.pop("unknown_policy"))

        append_only = d.pop("append_only")

        fields = []
        _fields = d.pop("fields")
        for fields_item_data in _fields:
            fields_item = DescribedField.from_dict(fields_item_data)

            fields.append(fields_item)

        operations = cast(list[str], d.pop("operations"))

        constraints = cast(list[str], d.pop("constraints"))

        def _parse_guidance(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        guidance = _parse_guidance(d.pop("guidance"))

        guidance_source = cast(Literal["collection_owner"], d.pop("guidance_source"))
        if guidance_source != "collection_owner":
            raise ValueError(f"guidance_source must match const 'collection_owner', got '{guidance_source}'")

        records = d.pop("records")

        pending_embed = d.pop("pending_embed")

        failed_embed = d.pop("failed_embed")

        cut_texts = d.pop("cut_texts")

        def _parse_last_ingest_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                last_ingest_at_type_0 = datetime.datetime.fromisoformat(data)

                return last_ingest_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_ingest_at = _parse_last_ingest_at(d.pop("last_ingest_at"))

        _mapping = d.pop("mapping", UNSET)
        mapping: Mapping | Unset
        if isinstance(_mapping, Unset):
            mapping = UNSET
        else:
            mapping = Mapping.from_dict(_mapping)

        _record_filter = d.pop("record_filter", UNSET)
        record_filter: CollectionDescriptionRecordFilter | Unset
        if isinstance(_record_filter, Unset):
            record_filter = UNSET
        else:
            record_filter = CollectionDescriptionRecordFilter.from_dict(_record_filter)

        collection_description = cls(
            id=id,
            name=name,
            description=description,
            access=access,
            id_field=id_field,
            write_date_field=write_date_field,
            id_match_fields=id_match_fields,
            filterable_fields=filterable_fields,
            exposed_fields=exposed_fields,
            required_fields=required_fields,
            unknown_policy=unknown_policy,
            append_only=append_only,
            fields=fields,
            operations=operations,
            constraints=constraints,
            guidance=guidance,
            guidance_source=guidance_source,
            records=records,
            pending_embed=pending_embed,
            failed_embed=failed_embed,
            cut_texts=cut_texts,
            last_ingest_at=last_ingest_at,
            mapping=mapping,
            record_filter=record_filter,
        )

        collection_description.additional_properties = d
        return collection_description

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
