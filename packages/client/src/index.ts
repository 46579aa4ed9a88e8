export type { JsonCodec } from './answer.js';
export { type Client, createClient } from './client.js';
export { ApiError, ConnectionError, type ErrorDetail, type ErrorFacts } from './errors.js';
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
