import type { ErrorCode, OperationId, WorkspaceReference } from '@tessera/contract';

/** One invalid place of a request. */
export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

/** What an error answer said beside its code. Keys are absent where the answer had none. */
export interface ErrorFacts {
  readonly requestId?: string;
  /** Whole seconds after which the call may be repeated. */
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

/** The service refused the call, or answered something that is not its own. Branch on `code`. */
export class ApiError extends Error implements ErrorFacts {
  override readonly name = 'ApiError';
  /** The operation that was called. */
  readonly call: OperationId;
  /** HTTP status. */
  readonly status: number;
  /** The service's code; RFC 8628's on the device routes; `unexpected_answer` for an answer that is not the service's. */
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

/** No answer arrived: the server cannot be reached, the connection broke, or the time limit passed. See `cause`. */
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
