import type { ErrorCode, OperationId, WorkspaceReference } from '@tessera/contract';

/** One invalid part of a request. */
export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

/** The further keys of an error response. Absent keys were not sent. */
export interface ErrorFacts {
  readonly requestId?: string;
  /** Whole seconds until the call may be repeated. */
  readonly retryAfterSeconds?: number;
  readonly details?: readonly ErrorDetail[];
  readonly writableWorkspaces?: readonly WorkspaceReference[];
  /** The capability that an API key lacks. */
  readonly required?: string;
  /** The operation that is not allowed on the collection. */
  readonly operation?: string;
  /** The field of a refused record, and how to fix it. */
  readonly field?: string;
  readonly hint?: string;
}

interface ApiErrorInput {
  readonly call: OperationId;
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly facts: ErrorFacts;
  readonly body: unknown;
}

/** The service refused the call, or the response is not the service's. Branch on `code`. */
export class ApiError extends Error implements ErrorFacts {
  override readonly name = 'ApiError';
  /** The operation that was called. */
  readonly call: OperationId;
  /** HTTP status. */
  readonly status: number;
  /**
   * The service's code; RFC 8628's on the device routes; `unexpected_answer` for a response that is not the service's.
   */
  readonly code: ErrorCode | 'unexpected_answer' | (string & Record<never, never>);
  declare readonly requestId?: string;
  declare readonly retryAfterSeconds?: number;
  declare readonly details?: readonly ErrorDetail[];
  declare readonly writableWorkspaces?: readonly WorkspaceReference[];
  declare readonly required?: string;
  declare readonly operation?: string;
  declare readonly field?: string;
  declare readonly hint?: string;
  /** The parsed body of the answer, or its text. */
  readonly body: unknown;

  constructor({ call, status, code, message, facts, body }: ApiErrorInput) {
    super(message);
    this.call = call;
    this.status = status;
    this.code = code;
    this.body = body;
    Object.assign(this, facts);
  }
}

/** No response arrived: the server is unreachable, the connection broke, or the time limit passed. See `cause`. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(
    /** The operation that was called. */
    readonly call: OperationId,
    /** Whether the time limit of an attempt passed. */
    readonly timedOut: boolean,
    options: { readonly message: string; readonly cause: unknown },
  ) {
    super(options.message, { cause: options.cause });
  }
}
