from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.error_error_code import ErrorErrorCode, check_error_error_code
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.error_error_current_type_0 import ErrorErrorCurrentType0
    from ..models.error_error_details_item import ErrorErrorDetailsItem
    from ..models.workspace_reference import WorkspaceReference


T = TypeVar("T", bound="ErrorError")


@_attrs_define
class ErrorError:
    """
    Attributes:
        code (ErrorErrorCode):
        message (str):
        details (list[ErrorErrorDetailsItem] | Unset):
        writable_workspaces (list[WorkspaceReference] | Unset):
        required (str | Unset): The capability that the API key lacks
        operation (str | Unset): The operation that is not allowed on the collection
        field (None | str | Unset): The field of a refused record
        current (ErrorErrorCurrentType0 | None | Unset): The current document; null: none
        hint (None | str | Unset): How to fix a refused record
        count (int | Unset): How many records are in conflict or would be tombstoned, or members revoked
        examples (list[str] | Unset): Ids or e-mails of the first of them
    """

    code: ErrorErrorCode
    message: str
    details: list[ErrorErrorDetailsItem] | Unset = UNSET
    writable_workspaces: list[WorkspaceReference] | Unset = UNSET
    required: str | Unset = UNSET
    operation: str | Unset = UNSET
    field: None | str | Unset = UNSET
    current: ErrorErrorCurrentType0 | None | Unset = UNSET
    hint: None | str | Unset = UNSET
    count: int | Unset = UNSET
    examples: list[str] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.error_error_current_type_0 import ErrorErrorCurrentType0

        code: str = self.code

        message = self.message

        details: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.details, Unset):
            details = []
            for details_item_data in self.details:
                details_item = details_item_data.to_dict()
                details.append(details_item)

        writable_workspaces: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.writable_workspaces, Unset):
            writable_workspaces = []
            for writable_workspaces_item_data in self.writable_workspaces:
                writable_workspaces_item = writable_workspaces_item_data.to_dict()
                writable_workspaces.append(writable_workspaces_item)

        required = self.required

        operation = self.operation

        field: None | str | Unset
        if isinstance(self.field, Unset):
            field = UNSET
        else:
            field = self.field

        current: dict[str, Any] | None | Unset
        if isinstance(self.current, Unset):
            current = UNSET
        elif isinstance(self.current, ErrorErrorCurrentType0):
            current = self.current.to_dict()
        else:
            current = self.current

        hint: None | str | Unset
        if isinstance(self.hint, Unset):
            hint = UNSET
        else:
            hint = self.hint

        count = self.count

        examples: list[str] | Unset = UNSET
        if not isinstance(self.examples, Unset):
            examples = self.examples

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "code": code,
                "message": message,
            }
        )
        if details is not UNSET:
            field_dict["details"] = details
        if writable_workspaces is not UNSET:
            field_dict["writable_workspaces"] = writable_workspaces
        if required is not UNSET:
            field_dict["required"] = required
        if operation is not UNSET:
            field_dict["operation"] = operation
        if field is not UNSET:
            field_dict["field"] = field
        if current is not UNSET:
            field_dict["current"] = current
        if hint is not UNSET:
            field_dict["hint"] = hint
        if count is not UNSET:
            field_dict["count"] = count
        if examples is not UNSET:
            field_dict["examples"] = examples

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.error_error_current_type_0 import ErrorErrorCurrentType0
        from ..models.error_error_details_item import ErrorErrorDetailsItem
        from ..models.workspace_reference import WorkspaceReference

        d = dict(src_dict)
        code = check_error_error_code(d.pop("code"))

        message = d.pop("message")

        _details = d.pop("details", UNSET)
        details: list[ErrorErrorDetailsItem] | Unset = UNSET
        if _details is not UNSET:
            details = []
            for details_item_data in _details:
                details_item = ErrorErrorDetailsItem.from_dict(details_item_data)

                details.append(details_item)

        _writable_workspaces = d.pop("writable_workspaces", UNSET)
        writable_workspaces: list[WorkspaceReference] | Unset = UNSET
        if _writable_workspaces is not UNSET:
            writable_workspaces = []
            for writable_workspaces_item_data in _writable_workspaces:
                writable_workspaces_item = WorkspaceReference.from_dict(writable_workspaces_item_data)

                writable_workspaces.append(writable_workspaces_item)

        required = d.pop("required", UNSET)

        operation = d.pop("operation", UNSET)

        def _parse_field(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        field = _parse_field(d.pop("field", UNSET))

        def _parse_current(data: object) -> ErrorErrorCurrentType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                current_type_0 = ErrorErrorCurrentType0.from_dict(data)

                return current_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ErrorErrorCurrentType0 | None | Unset, data)

        current = _parse_current(d.pop("current", UNSET))

        def _parse_hint(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        hint = _parse_hint(d.pop("hint", UNSET))

        count = d.pop("count", UNSET)

        examples = cast(list[str], d.pop("examples", UNSET))

        error_error = cls(
            code=code,
            message=message,
            details=details,
            writable_workspaces=writable_workspaces,
            required=required,
            operation=operation,
            field=field,
            current=current,
            hint=hint,
            count=count,
            examples=examples,
        )

        error_error.additional_properties = d
        return error_error

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
