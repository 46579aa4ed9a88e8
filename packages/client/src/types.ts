import type { OperationId, RouteAnswer, RouteRequest, Routes } from '@tessera/contract';

// A part of a request is optional if none of its keys is required. A body of unknown type is required.
type Part<Name extends string, Value> = unknown extends Value
  ? { readonly [Key in Name]: Value }
  : Record<never, never> extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value };

type PartOf<Id extends OperationId, Name extends 'params' | 'query' | 'body'> = Name extends keyof Routes[Id]
  ? Part<Name, RouteRequest<Routes[Id]>[Name]>
  : Record<never, never>;

/** The request of a call: path parameters, query and body, if the operation has them. */
export type CallRequest<Id extends OperationId> = PartOf<Id, 'params'> & PartOf<Id, 'query'> & PartOf<Id, 'body'>;

/** The answer of a call: the body of the route, or the bytes of a file. */
export type CallAnswer<Id extends OperationId> = Routes[Id] extends { readonly bytes: 'answer' }
  ? Uint8Array
  : RouteAnswer<Routes[Id]>;

/** Per-call options. */
export interface CallOptions {
  /** Aborts the call, including retries and pauses. The call then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** The UUID of the workspace of this call; null for none. Default: that of the client. */
  readonly workspace?: string | null;
  /**
   * Sent as `X-Request-Id`, by which the call can be found in the server's log: 1-128 characters of `[A-Za-z0-9._-]`.
   */
  readonly requestId?: string;
}

/** Arguments of a call; the request is optional if nothing in it is required. */
export type CallArguments<Id extends OperationId> =
  Record<never, never> extends CallRequest<Id>
    ? [request?: CallRequest<Id>, options?: CallOptions]
    : [request: CallRequest<Id>, options?: CallOptions];

/** Operations that return one page of a list. */
export type PagedOperationId = {
  [Id in OperationId]: 'next_cursor' extends keyof CallAnswer<Id> ? Id : never;
}[OperationId];

type ListOf<Answer> = {
  [Key in keyof Answer]-?: Answer[Key] extends readonly (infer Item)[] ? Item : never;
}[keyof Answer];

/** One entry of a paged list. */
export type PageItem<Id extends PagedOperationId> = ListOf<CallAnswer<Id>>;

type Family<Id extends string> = Id extends `${infer Name}.${string}` ? Name : never;

/** Every operation as a method: `client.collections.get_record(...)` is `client.call('collections.get_record', ...)`. */
export type Resources = {
  readonly [Name in Family<OperationId>]: {
    readonly [Id in Extract<OperationId, `${Name}.${string}`> as Id extends `${string}.${infer Verb}` ? Verb : never]: (
      ...args: CallArguments<Id>
    ) => Promise<CallAnswer<Id>>;
  };
};

/** The untyped input of a request, for the transport. */
export interface RequestInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}
