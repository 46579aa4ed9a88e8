import type { ErrorCode, OperationId, WorkspaceReference } from '@tessera/contract';

/** One invalid part of a request. */
export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

/** Additional keys of an error response. A key that was not sent is absent. */
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
  /** The field of a refused record. */
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

/** The service refused the call, or the response was not sent by the service. `code` distinguishes errors. */
export class ApiError extends Error implements ErrorFacts {
  override readonly name = 'ApiError';
  /** The operation that was called. */
  readonly call: OperationId;
  /** HTTP status. */
  readonly status: number;
  /**
   * The error code of the service, or of RFC 8628 on device routes. It is `unexpected_answer` if the service did not
   * send the response.
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
  /** The parsed body of the response, or its text if it is not JSON. */
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

/**
 * No response arrived, because the server could not be reached, the connection broke, or the time was over. See
 * `cause`.
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(
    /** The operation that was called. */
    readonly call: OperationId,
    /** Whether the time limit of an attempt was exceeded. */
    readonly timedOut: boolean,
    options: { readonly message: string; readonly cause: unknown },
  ) {
    super(options.message, { cause: options.cause });
  }
}
