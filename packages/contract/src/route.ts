import type { z } from 'zod';
import type { ErrorCode } from './errors.js';
import type { Policy } from './policy.js';

/** HTTP methods that routes use. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One operation over HTTP: where it is, what it takes, what it answers and who may call it.
 * `id` leads to the code of the operation and names it in metrics.
 * Path parameters are written `{name}`. `errors` lists codes beyond those every route can answer.
 * `operation` is the route's name in describe's `operations` and in a refusal; where a tool stands for the
 * route it is the tool's name.
 */
export interface RouteDefinition {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly policy: Policy;
  readonly operation?: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
  readonly errors?: readonly ErrorCode[];
  /** The operation that this route is a second address of, with a policy of its own. */
  readonly aliasOf?: string;
  /** A POST that leaves the same when it is sent twice. */
  readonly isRepeatable?: true;
  /** It may write many rows or cost much: its calls of one workspace wait for each other, and workspaces take turns. */
  readonly takesTurns?: true;
  /** Largest body in bytes; default `limits.bodyBytes`. */
  readonly bodyLimitBytes?: number;
  /** Which keys of `query` travel as request headers of the same name instead. */
  readonly headers?: readonly string[];
  /**
   * Body or answer is a file's bytes, not JSON: a `stream` is a body of any length that the operation reads itself. A path
   * parameter at the end then takes the rest of the address.
   */
  readonly bytes?: 'body' | 'stream' | 'answer';
  /** The body may be missing, which is the same as `{}`. */
  readonly optionalBody?: true;
  /** Also takes form fields as its body, as RFC 8628 has it. */
  readonly formBody?: true;
  /** The answer is a page: HTML as text. */
  readonly page?: true;
  /** The operation reads the JSON body itself, because a signature may cover it as sent. A `Content-Type` is optional. */
  readonly sentBody?: true;
  /** An answer whose `status` is `degraded` goes out as 503 with `Retry-After`, in the shape of `answer`. */
  readonly mayBeDegraded?: true;
  /** `oauth`: errors are `{error, error_description}` as in RFC 6749; default the envelope. */
  readonly errorShape?: 'oauth';
}

type RouteTerms = Omit<RouteDefinition, 'id' | 'method' | 'path' | 'aliasOf'>;

type Addressed<Id, Address> = Address extends `${infer Verb} ${infer Path}`
  ? { readonly id: Id; readonly method: Verb; readonly path: Path }
  : never;

/** Declares a route by its id, its method and path, and what else there is to say; keeps the exact types for inference. */
export function defineRoute<
  const Id extends string,
  const Address extends `${Method} /${string}`,
  const Terms extends RouteTerms,
>(id: Id, address: Address, terms: Terms): Addressed<Id, Address> & Terms {
  const [method, path] = address.split(' ');
  const route: unknown = { ...terms, id, method, path };
  return route as Addressed<Id, Address> & Terms;
}

type Alias<Id, Address, Route extends RouteDefinition> = Omit<Route, 'id' | 'method' | 'path' | 'policy'> &
  Addressed<Id, Address> & { readonly policy: Policy; readonly aliasOf: Route['id'] };

/** Declares a second address of an operation, which other credentials may call; all else is the first one's. */
export function defineAlias<
  const Id extends string,
  const Address extends `${Method} /${string}`,
  Route extends RouteDefinition,
>(id: Id, address: Address, route: Route, policy: Policy): Alias<Id, Address, Route> {
  const alias: unknown = { ...defineRoute(id, address, { ...route, policy }), aliasOf: route.id };
  return alias as Alias<Id, Address, Route>;
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : Record<never, never>;
type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : Record<never, never>;

/** A body as it arrived, for an operation that reads it itself. */
export interface SentBody {
  /** Unpacked where the sender packed it. */
  readonly bytes: Uint8Array;
  /** As they arrived. */
  readonly sentBytes: Uint8Array;
  /** The value of a request header; undefined where there is none. */
  header(name: string): string | undefined;
  /** The body's JSON. Throws `unsupported_media_type` or `invalid_json`. */
  json(): Promise<unknown>;
}

/** The bytes of a file that was sent, in memory or on disk. */
export interface ReceivedFile {
  readonly size: number;
  /** `length` bytes from a position on. */
  read(start: number, length: number): Uint8Array;
}

/** A file as a body, for an operation that decides when it is read. */
export interface SentFile {
  /** The size that the sender declares; undefined if it declares none. */
  readonly declaredBytes: number | undefined;
  /** Reads the body, a large one into a temporary file. Throws `payload_too_large`. */
  receive(): Promise<ReceivedFile>;
}

/** What an operation receives: path parameters, query and body after validation, merged by part. */
export interface RouteInput<Route extends RouteDefinition> {
  readonly params: Parsed<Route['params']>;
  readonly query: Parsed<Route['query']>;
  readonly body: Route extends { readonly sentBody: true }
    ? SentBody
    : Route extends { readonly bytes: 'body' }
      ? SentFile
      : Route extends { readonly bytes: 'stream' }
        ? AsyncIterable<Uint8Array>
        : Parsed<Route['body']>;
}

/** What a client sends for a route, before defaults are applied. */
export interface RouteRequest<Route extends RouteDefinition> {
  readonly params: Sent<Route['params']>;
  readonly query: Sent<Route['query']>;
  readonly body: Sent<Route['body']>;
}

/** What an operation answers; the HTTP adapter adds nothing to it. */
export type RouteAnswer<Route extends RouteDefinition> = z.input<Route['answer']>;
