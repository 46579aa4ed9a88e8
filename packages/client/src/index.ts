export type { JsonCodec } from './answer.js';
export { type Client, createClient } from './client.js';
export { ApiError, ConnectionError, type ErrorDetail, type ErrorFacts } from './errors.js';
export { countAbsent } from './importing/absent.js';
export { type ColumnMapping, unknownColumns, withColumns } from './importing/columns.js';
export {
  type Encoding,
  type EncodingGuess,
  encodingName,
  encodingQuestion,
  encodings,
} from './importing/encoding.js';
export {
  type FormatChoice,
  type InputFormat,
  inputFormats,
  type RecordReader,
  readerFor,
} from './importing/formats.js';
export { type IdListChoice, readIds } from './importing/ids.js';
export {
  type Item,
  type ItemProblem,
  itemOf,
  notUtf8,
  problemItem,
  recordBytesMax,
  tooLarge,
  UnreadableInput,
} from './importing/items.js';
export { joinedField, joinedFields, withJoinedId } from './importing/joined-id.js';
export {
  type ListedMember,
  type MemberList,
  memberColumns,
  type Plans,
  readMembers,
  readPlans,
  UndecidedRows,
} from './importing/members.js';
export { type ImportPage, pagesOf, type SendableRow, type UnsendableRow } from './importing/pages.js';
export { type Preview, type PreviewField, type PreviewTarget, previewOf, shownRepeats } from './importing/preview.js';
export { recordId } from './importing/record-id.js';
export {
  findRepeats,
  mergeRepeats,
  type RepeatChoice,
  type RepeatRules,
  type Repeats,
  repeatChoices,
  withoutRepeats,
} from './importing/repeats.js';
export {
  type Failure,
  type PageOutcome,
  type RowResult,
  resultOfFailure,
  type SendRecords,
  sendPage,
} from './importing/send-page.js';
export { type ImportSource, UnusableInput } from './importing/source.js';
export type { ChosenRows, StatusColumn } from './importing/statuses.js';
export { defaultRetryPolicy, type RetryEvent, type RetryPolicy } from './retry.js';
export type { ClientSettings } from './transport.js';
export type {
  CallAnswer,
  CallArguments,
  CallOptions,
  CallRequest,
  PagedOperationId,
  PageItem,
  Resources,
} from './types.js';
