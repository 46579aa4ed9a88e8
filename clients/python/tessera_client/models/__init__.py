"""Contains all the data models used in inputs/outputs"""

from .access_entry import AccessEntry
from .access_explanation import AccessExplanation
from .access_explanation_matches_item import AccessExplanationMatchesItem
from .access_explanation_reason import AccessExplanationReason
from .access_level import AccessLevel
from .access_level_input import AccessLevelInput
from .access_replace_input import AccessReplaceInput
from .api_key import ApiKey
from .api_key_create_input import ApiKeyCreateInput
from .api_key_list import ApiKeyList
from .api_key_secret import ApiKeySecret
from .api_key_status import ApiKeyStatus
from .assignment_input import AssignmentInput
from .audit_event import AuditEvent
from .audit_event_actor import AuditEventActor
from .audit_event_actor_device import AuditEventActorDevice
from .audit_event_actor_person import AuditEventActorPerson
from .audit_event_detail import AuditEventDetail
from .audit_list import AuditList
from .batch_ingested import BatchIngested
from .capability import Capability
from .capability_input import CapabilityInput
from .collection import Collection
from .collection_access import CollectionAccess
from .collection_configuration import CollectionConfiguration
from .collection_configuration_update_input import CollectionConfigurationUpdateInput
from .collection_create_input import CollectionCreateInput
from .collection_day import CollectionDay
from .collection_deleted import CollectionDeleted
from .collection_description import CollectionDescription
from .collection_description_record_filter import CollectionDescriptionRecordFilter
from .collection_grant import CollectionGrant
from .collection_grant_deleted import CollectionGrantDeleted
from .collection_grant_filter_type_0 import CollectionGrantFilterType0
from .collection_grant_list import CollectionGrantList
from .collection_grant_listed import CollectionGrantListed
from .collection_grant_listed_filter_type_0 import CollectionGrantListedFilterType0
from .collection_grant_put_input import CollectionGrantPutInput
from .collection_grant_written import CollectionGrantWritten
from .collection_grant_written_filter_type_0 import CollectionGrantWrittenFilterType0
from .collection_list import CollectionList
from .collection_query_result import CollectionQueryResult
from .collection_query_result_attributes import CollectionQueryResultAttributes
from .collection_statistics import CollectionStatistics
from .collection_updated import CollectionUpdated
from .collection_updated_record_filter import CollectionUpdatedRecordFilter
from .collections_list_records_order import CollectionsListRecordsOrder
from .confidence import Confidence
from .confidence_input import ConfidenceInput
from .correction import Correction
from .correction_deleted import CorrectionDeleted
from .correction_list import CorrectionList
from .correction_request_input import CorrectionRequestInput
from .correction_written import CorrectionWritten
from .credential_revoked import CredentialRevoked
from .deleted_document import DeletedDocument
from .deleted_document_list import DeletedDocumentList
from .described_field import DescribedField
from .described_field_values_item import DescribedFieldValuesItem
from .device import Device
from .device_code import DeviceCode
from .device_code_request_input import DeviceCodeRequestInput
from .device_error import DeviceError
from .device_error_error import DeviceErrorError
from .device_list import DeviceList
from .device_token import DeviceToken
from .device_token_request_input import DeviceTokenRequestInput
from .diff_hunk import DiffHunk
from .document_blame import DocumentBlame
from .document_blame_lines_item import DocumentBlameLinesItem
from .document_change_input_type_0 import DocumentChangeInputType0
from .document_change_input_type_1 import DocumentChangeInputType1
from .document_change_input_type_2 import DocumentChangeInputType2
from .document_commit_input import DocumentCommitInput
from .document_content import DocumentContent
from .document_content_front_matter_type_0 import DocumentContentFrontMatterType0
from .document_deleted import DocumentDeleted
from .document_diff import DocumentDiff
from .document_entry import DocumentEntry
from .document_folder import DocumentFolder
from .document_history import DocumentHistory
from .document_list import DocumentList
from .document_move_input import DocumentMoveInput
from .document_render_input import DocumentRenderInput
from .document_restore_input import DocumentRestoreInput
from .document_search_answer import DocumentSearchAnswer
from .document_search_answer_results_item import DocumentSearchAnswerResultsItem
from .document_search_input import DocumentSearchInput
from .document_version import DocumentVersion
from .document_version_status import DocumentVersionStatus
from .document_write_input import DocumentWriteInput
from .document_written import DocumentWritten
from .document_written_status import DocumentWrittenStatus
from .documents_committed import DocumentsCommitted
from .documents_committed_results_item import DocumentsCommittedResultsItem
from .documents_committed_results_item_status import DocumentsCommittedResultsItemStatus
from .documents_list_order import DocumentsListOrder
from .error import Error
from .error_answer import ErrorAnswer
from .error_answer_error import ErrorAnswerError
from .error_answer_error_code import ErrorAnswerErrorCode
from .error_answer_error_current_type_0 import ErrorAnswerErrorCurrentType0
from .error_answer_error_details_item import ErrorAnswerErrorDetailsItem
from .error_error import ErrorError
from .error_error_code import ErrorErrorCode
from .error_error_current_type_0 import ErrorErrorCurrentType0
from .error_error_details_item import ErrorErrorDetailsItem
from .fetched_document import FetchedDocument
from .fetched_document_metadata import FetchedDocumentMetadata
from .field_inspection import FieldInspection
from .field_role import FieldRole
from .field_type import FieldType
from .field_types import FieldTypes
from .field_types_additional_property import FieldTypesAdditionalProperty
from .field_types_input import FieldTypesInput
from .field_types_input_additional_property import FieldTypesInputAdditionalProperty
from .filters_input import FiltersInput
from .finding import Finding
from .finding_dismissed import FindingDismissed
from .finding_kind import FindingKind
from .finding_list import FindingList
from .found_documents import FoundDocuments
from .found_documents_results_item import FoundDocumentsResultsItem
from .grant_permission import GrantPermission
from .grant_permission_input import GrantPermissionInput
from .grant_status import GrantStatus
from .group import Group
from .group_create_input import GroupCreateInput
from .group_deleted import GroupDeleted
from .group_list import GroupList
from .group_preview import GroupPreview
from .group_preview_documents_item import GroupPreviewDocumentsItem
from .group_preview_patterns_item import GroupPreviewPatternsItem
from .group_preview_patterns_item_refused import GroupPreviewPatternsItemRefused
from .group_preview_patterns_item_refused_code import GroupPreviewPatternsItemRefusedCode
from .group_preview_request_input import GroupPreviewRequestInput
from .group_update_input import GroupUpdateInput
from .group_written import GroupWritten
from .heading import Heading
from .health import Health
from .health_api import HealthApi
from .health_status import HealthStatus
from .holder_access_explanation import HolderAccessExplanation
from .holder_access_explanation_holder import HolderAccessExplanationHolder
from .holder_access_explanation_holder_kind import HolderAccessExplanationHolderKind
from .holder_access_explanation_matches_item import HolderAccessExplanationMatchesItem
from .holder_access_explanation_reason import HolderAccessExplanationReason
from .ingest_batch_input import IngestBatchInput
from .ingest_url import IngestUrl
from .inspected_field import InspectedField
from .logged_query import LoggedQuery
from .logged_query_actor import LoggedQueryActor
from .logged_query_list import LoggedQueryList
from .mapping import Mapping
from .mapping_fields import MappingFields
from .mapping_signature import MappingSignature
from .mapping_signature_scheme import MappingSignatureScheme
from .mapping_update_input import MappingUpdateInput
from .mapping_update_input_fields import MappingUpdateInputFields
from .mapping_update_input_signature import MappingUpdateInputSignature
from .mapping_update_input_signature_scheme import MappingUpdateInputSignatureScheme
from .match_type import MatchType
from .me import Me
from .me_kind import MeKind
from .member import Member
from .member_access import MemberAccess
from .member_access_replaced import MemberAccessReplaced
from .member_ensure_input import MemberEnsureInput
from .member_ensured import MemberEnsured
from .member_ensured_result import MemberEnsuredResult
from .member_grant_input import MemberGrantInput
from .member_granted import MemberGranted
from .member_list import MemberList
from .member_revoked import MemberRevoked
from .member_sync_input import MemberSyncInput
from .member_sync_input_members_item import MemberSyncInputMembersItem
from .members_synced import MembersSynced
from .members_synced_changes_item import MembersSyncedChangesItem
from .members_synced_changes_item_result import MembersSyncedChangesItemResult
from .members_synced_failed_item import MembersSyncedFailedItem
from .members_synced_failed_item_error import MembersSyncedFailedItemError
from .operator_person_add_input import OperatorPersonAddInput
from .operator_workspace_list import OperatorWorkspaceList
from .own_credential_revoked import OwnCredentialRevoked
from .path_holders import PathHolders
from .path_holders_holders_item import PathHoldersHoldersItem
from .path_holders_holders_item_kind import PathHoldersHoldersItemKind
from .path_holders_holders_item_matches_item import PathHoldersHoldersItemMatchesItem
from .path_holders_holders_item_reason import PathHoldersHoldersItemReason
from .pending_embedded import PendingEmbedded
from .person import Person
from .person_access import PersonAccess
from .person_access_replaced import PersonAccessReplaced
from .person_add_input import PersonAddInput
from .person_added import PersonAdded
from .person_added_status import PersonAddedStatus
from .person_invited import PersonInvited
from .person_invited_reason_type_0 import PersonInvitedReasonType0
from .person_list import PersonList
from .person_removed import PersonRemoved
from .person_removed_still_working_item import PersonRemovedStillWorkingItem
from .person_removed_still_working_item_kind import PersonRemovedStillWorkingItemKind
from .person_status import PersonStatus
from .person_update_input import PersonUpdateInput
from .person_written import PersonWritten
from .person_written_status import PersonWrittenStatus
from .personal_token_create_input import PersonalTokenCreateInput
from .personal_token_secret import PersonalTokenSecret
from .query_across_answer import QueryAcrossAnswer
from .query_across_input import QueryAcrossInput
from .query_answer import QueryAnswer
from .query_disambiguation import QueryDisambiguation
from .query_disambiguation_values_item import QueryDisambiguationValuesItem
from .query_explanation import QueryExplanation
from .query_explanation_features_item import QueryExplanationFeaturesItem
from .query_input import QueryInput
from .query_result import QueryResult
from .query_result_attributes import QueryResultAttributes
from .query_warning import QueryWarning
from .reader import Reader
from .reader_create_input import ReaderCreateInput
from .reader_created import ReaderCreated
from .reader_in_settings import ReaderInSettings
from .reader_list import ReaderList
from .reader_list_in_settings import ReaderListInSettings
from .reader_revoked import ReaderRevoked
from .reconcile_input import ReconcileInput
from .reconciled import Reconciled
from .record_applied import RecordApplied
from .record_applied_status import RecordAppliedStatus
from .record_change import RecordChange
from .record_change_status import RecordChangeStatus
from .record_changes import RecordChanges
from .record_finding import RecordFinding
from .record_import_input import RecordImportInput
from .record_ingested import RecordIngested
from .record_ingested_status import RecordIngestedStatus
from .record_input import RecordInput
from .record_list import RecordList
from .record_refused import RecordRefused
from .record_refused_error import RecordRefusedError
from .record_tombstoned import RecordTombstoned
from .record_upsert_input import RecordUpsertInput
from .record_upsert_input_expect import RecordUpsertInputExpect
from .record_upsert_input_mode import RecordUpsertInputMode
from .records_imported import RecordsImported
from .records_written import RecordsWritten
from .reindex import Reindex
from .rendered_document import RenderedDocument
from .rendered_document_reason import RenderedDocumentReason
from .repo import Repo
from .repo_create_input import RepoCreateInput
from .repo_deleted import RepoDeleted
from .repo_list import RepoList
from .repo_update_input import RepoUpdateInput
from .repo_written import RepoWritten
from .resolution import Resolution
from .resolution_query_input import ResolutionQueryInput
from .resolution_query_input_filters import ResolutionQueryInputFilters
from .resolution_refused import ResolutionRefused
from .resolution_request_input import ResolutionRequestInput
from .resolutions import Resolutions
from .resolutions_counts import ResolutionsCounts
from .role import Role
from .role_input import RoleInput
from .session import Session
from .session_list import SessionList
from .sign_in_link import SignInLink
from .signed_in_person import SignedInPerson
from .stored_record import StoredRecord
from .stored_record_attributes import StoredRecordAttributes
from .token import Token
from .token_create_input import TokenCreateInput
from .token_list import TokenList
from .token_secret import TokenSecret
from .token_status import TokenStatus
from .unknown_policy import UnknownPolicy
from .unknown_policy_input import UnknownPolicyInput
from .webhook import Webhook
from .webhook_changed import WebhookChanged
from .webhook_changed_events_item import WebhookChangedEventsItem
from .webhook_create_input import WebhookCreateInput
from .webhook_create_input_events_item import WebhookCreateInputEventsItem
from .webhook_deleted import WebhookDeleted
from .webhook_delivery import WebhookDelivery
from .webhook_delivery_changed import WebhookDeliveryChanged
from .webhook_delivery_changed_status import WebhookDeliveryChangedStatus
from .webhook_delivery_list import WebhookDeliveryList
from .webhook_delivery_status import WebhookDeliveryStatus
from .webhook_events_item import WebhookEventsItem
from .webhook_list import WebhookList
from .webhook_secret import WebhookSecret
from .webhook_secret_events_item import WebhookSecretEventsItem
from .webhook_update_input import WebhookUpdateInput
from .webhook_update_input_events_item import WebhookUpdateInputEventsItem
from .workspace import Workspace
from .workspace_create_input import WorkspaceCreateInput
from .workspace_created import WorkspaceCreated
from .workspace_created_admin_type_0 import WorkspaceCreatedAdminType0
from .workspace_details import WorkspaceDetails
from .workspace_device import WorkspaceDevice
from .workspace_device_list import WorkspaceDeviceList
from .workspace_list import WorkspaceList
from .workspace_reference import WorkspaceReference
from .workspace_session import WorkspaceSession
from .workspace_session_kind import WorkspaceSessionKind
from .workspace_session_list import WorkspaceSessionList
from .workspace_settings import WorkspaceSettings
from .workspace_settings_update_input import WorkspaceSettingsUpdateInput
from .workspace_state import WorkspaceState
from .workspace_update_input import WorkspaceUpdateInput
from .workspace_updated import WorkspaceUpdated

__all__ = (
    "AccessEntry",
    "AccessExplanation",
    "AccessExplanationMatchesItem",
    "AccessExplanationReason",
    "AccessLevel",
    "AccessLevelInput",
    "AccessReplaceInput",
    "ApiKey",
    "ApiKeyCreateInput",
    "ApiKeyList",
    "ApiKeySecret",
    "ApiKeyStatus",
    "AssignmentInput",
    "AuditEvent",
    "AuditEventActor",
    "AuditEventActorDevice",
    "AuditEventActorPerson",
    "AuditEventDetail",
    "AuditList",
    "BatchIngested",
    "Capability",
    "CapabilityInput",
    "Collection",
    "CollectionAccess",
    "CollectionConfiguration",
    "CollectionConfigurationUpdateInput",
    "CollectionCreateInput",
    "CollectionDay",
    "CollectionDeleted",
    "CollectionDescription",
    "CollectionDescriptionRecordFilter",
    "CollectionGrant",
    "CollectionGrantDeleted",
    "CollectionGrantFilterType0",
    "CollectionGrantList",
    "CollectionGrantListed",
    "CollectionGrantListedFilterType0",
    "CollectionGrantPutInput",
    "CollectionGrantWritten",
    "CollectionGrantWrittenFilterType0",
    "CollectionList",
    "CollectionQueryResult",
    "CollectionQueryResultAttributes",
    "CollectionStatistics",
    "CollectionUpdated",
    "CollectionUpdatedRecordFilter",
    "CollectionsListRecordsOrder",
    "Confidence",
    "ConfidenceInput",
    "Correction",
    "CorrectionDeleted",
    "CorrectionList",
    "CorrectionRequestInput",
    "CorrectionWritten",
    "CredentialRevoked",
    "DeletedDocument",
    "DeletedDocumentList",
    "DescribedField",
    "DescribedFieldValuesItem",
    "Device",
    "DeviceCode",
    "DeviceCodeRequestInput",
    "DeviceError",
    "DeviceErrorError",
    "DeviceList",
    "DeviceToken",
    "DeviceTokenRequestInput",
    "DiffHunk",
    "DocumentBlame",
    "DocumentBlameLinesItem",
    "DocumentChangeInputType0",
    "DocumentChangeInputType1",
    "DocumentChangeInputType2",
    "DocumentCommitInput",
    "DocumentContent",
    "DocumentContentFrontMatterType0",
    "DocumentDeleted",
    "DocumentDiff",
    "DocumentEntry",
    "DocumentFolder",
    "DocumentHistory",
    "DocumentList",
    "DocumentMoveInput",
    "DocumentRenderInput",
    "DocumentRestoreInput",
    "DocumentSearchAnswer",
    "DocumentSearchAnswerResultsItem",
    "DocumentSearchInput",
    "DocumentVersion",
    "DocumentVersionStatus",
    "DocumentWriteInput",
    "DocumentWritten",
    "DocumentWrittenStatus",
    "DocumentsCommitted",
    "DocumentsCommittedResultsItem",
    "DocumentsCommittedResultsItemStatus",
    "DocumentsListOrder",
    "Error",
    "ErrorAnswer",
    "ErrorAnswerError",
    "ErrorAnswerErrorCode",
    "ErrorAnswerErrorCurrentType0",
    "ErrorAnswerErrorDetailsItem",
    "ErrorError",
    "ErrorErrorCode",
    "ErrorErrorCurrentType0",
    "ErrorErrorDetailsItem",
    "FetchedDocument",
    "FetchedDocumentMetadata",
    "FieldInspection",
    "FieldRole",
    "FieldType",
    "FieldTypes",
    "FieldTypesAdditionalProperty",
    "FieldTypesInput",
    "FieldTypesInputAdditionalProperty",
    "FiltersInput",
    "Finding",
    "FindingDismissed",
    "FindingKind",
    "FindingList",
    "FoundDocuments",
    "FoundDocumentsResultsItem",
    "GrantPermission",
    "GrantPermissionInput",
    "GrantStatus",
    "Group",
    "GroupCreateInput",
    "GroupDeleted",
    "GroupList",
    "GroupPreview",
    "GroupPreviewDocumentsItem",
    "GroupPreviewPatternsItem",
    "GroupPreviewPatternsItemRefused",
    "GroupPreviewPatternsItemRefusedCode",
    "GroupPreviewRequestInput",
    "GroupUpdateInput",
    "GroupWritten",
    "Heading",
    "Health",
    "HealthApi",
    "HealthStatus",
    "HolderAccessExplanation",
    "HolderAccessExplanationHolder",
    "HolderAccessExplanationHolderKind",
    "HolderAccessExplanationMatchesItem",
    "HolderAccessExplanationReason",
    "IngestBatchInput",
    "IngestUrl",
    "InspectedField",
    "LoggedQuery",
    "LoggedQueryActor",
    "LoggedQueryList",
    "Mapping",
    "MappingFields",
    "MappingSignature",
    "MappingSignatureScheme",
    "MappingUpdateInput",
    "MappingUpdateInputFields",
    "MappingUpdateInputSignature",
    "MappingUpdateInputSignatureScheme",
    "MatchType",
    "Me",
    "MeKind",
    "Member",
    "MemberAccess",
    "MemberAccessReplaced",
    "MemberEnsureInput",
    "MemberEnsured",
    "MemberEnsuredResult",
    "MemberGrantInput",
    "MemberGranted",
    "MemberList",
    "MemberRevoked",
    "MemberSyncInput",
    "MemberSyncInputMembersItem",
    "MembersSynced",
    "MembersSyncedChangesItem",
    "MembersSyncedChangesItemResult",
    "MembersSyncedFailedItem",
    "MembersSyncedFailedItemError",
    "OperatorPersonAddInput",
    "OperatorWorkspaceList",
    "OwnCredentialRevoked",
    "PathHolders",
    "PathHoldersHoldersItem",
    "PathHoldersHoldersItemKind",
    "PathHoldersHoldersItemMatchesItem",
    "PathHoldersHoldersItemReason",
    "PendingEmbedded",
    "Person",
    "PersonAccess",
    "PersonAccessReplaced",
    "PersonAddInput",
    "PersonAdded",
    "PersonAddedStatus",
    "PersonInvited",
    "PersonInvitedReasonType0",
    "PersonList",
    "PersonRemoved",
    "PersonRemovedStillWorkingItem",
    "PersonRemovedStillWorkingItemKind",
    "PersonStatus",
    "PersonUpdateInput",
    "PersonWritten",
    "PersonWrittenStatus",
    "PersonalTokenCreateInput",
    "PersonalTokenSecret",
    "QueryAcrossAnswer",
    "QueryAcrossInput",
    "QueryAnswer",
    "QueryDisambiguation",
    "QueryDisambiguationValuesItem",
    "QueryExplanation",
    "QueryExplanationFeaturesItem",
    "QueryInput",
    "QueryResult",
    "QueryResultAttributes",
    "QueryWarning",
    "Reader",
    "ReaderCreateInput",
    "ReaderCreated",
    "ReaderInSettings",
    "ReaderList",
    "ReaderListInSettings",
    "ReaderRevoked",
    "ReconcileInput",
    "Reconciled",
    "RecordApplied",
    "RecordAppliedStatus",
    "RecordChange",
    "RecordChangeStatus",
    "RecordChanges",
    "RecordFinding",
    "RecordImportInput",
    "RecordIngested",
    "RecordIngestedStatus",
    "RecordInput",
    "RecordList",
    "RecordRefused",
    "RecordRefusedError",
    "RecordTombstoned",
    "RecordUpsertInput",
    "RecordUpsertInputExpect",
    "RecordUpsertInputMode",
    "RecordsImported",
    "RecordsWritten",
    "Reindex",
    "RenderedDocument",
    "RenderedDocumentReason",
    "Repo",
    "RepoCreateInput",
    "RepoDeleted",
    "RepoList",
    "RepoUpdateInput",
    "RepoWritten",
    "Resolution",
    "ResolutionQueryInput",
    "ResolutionQueryInputFilters",
    "ResolutionRefused",
    "ResolutionRequestInput",
    "Resolutions",
    "ResolutionsCounts",
    "Role",
    "RoleInput",
    "Session",
    "SessionList",
    "SignInLink",
    "SignedInPerson",
    "StoredRecord",
    "StoredRecordAttributes",
    "Token",
    "TokenCreateInput",
    "TokenList",
    "TokenSecret",
    "TokenStatus",
    "UnknownPolicy",
    "UnknownPolicyInput",
    "Webhook",
    "WebhookChanged",
    "WebhookChangedEventsItem",
    "WebhookCreateInput",
    "WebhookCreateInputEventsItem",
    "WebhookDeleted",
    "WebhookDelivery",
    "WebhookDeliveryChanged",
    "WebhookDeliveryChangedStatus",
    "WebhookDeliveryList",
    "WebhookDeliveryStatus",
    "WebhookEventsItem",
    "WebhookList",
    "WebhookSecret",
    "WebhookSecretEventsItem",
    "WebhookUpdateInput",
    "WebhookUpdateInputEventsItem",
    "Workspace",
    "WorkspaceCreateInput",
    "WorkspaceCreated",
    "WorkspaceCreatedAdminType0",
    "WorkspaceDetails",
    "WorkspaceDevice",
    "WorkspaceDeviceList",
    "WorkspaceList",
    "WorkspaceReference",
    "WorkspaceSession",
    "WorkspaceSessionKind",
    "WorkspaceSessionList",
    "WorkspaceSettings",
    "WorkspaceSettingsUpdateInput",
    "WorkspaceState",
    "WorkspaceUpdateInput",
    "WorkspaceUpdated",
)
