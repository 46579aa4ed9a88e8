import type { z } from 'zod';
import type { ErrorCode } from './errors.js';
import type { Policy } from './policy.js';

/** HTTP methods that routes use. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One operation over HTTP: its address, input, answer and policy. `id` identifies the operation in code and metrics.
 * Path parameters are written `{name}`. `errors` lists codes in addition to those of every route. `operation` is the
 * name in describe's `operations` and in error messages: that of its tool, if there is one.
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
  /** The operation of which this route is another address. It has a policy of its own. */
  readonly aliasOf?: string;
  /** Whether a repeated POST has no further effect. */
  readonly isRepeatable?: true;
  /**
   * Whether calls are expensive, such as writes of many rows. Calls of one workspace then run one after another, and
   * workspaces alternate.
   */
  readonly takesTurns?: true | 'for work that calls share';
  /** Largest body in bytes; default `limits.bodyBytes`. */
  readonly bodyLimitBytes?: number;
  /** Keys of `query` that are sent as request headers of the same name. */
  readonly headers?: readonly string[];
  /**
   * Whether the body or the answer is a file's bytes instead of JSON. A `stream` is a body of any length that the
   * operation reads itself. In such a route, a path parameter at the end matches the rest of the path.
   */
  readonly bytes?: 'body' | 'stream' | 'answer';
  /** The body is optional; its absence means `{}`. */
  readonly optionalBody?: true;
  /** Also accepts form fields as its body, as RFC 8628 requires. */
  readonly formBody?: true;
  /** The answer is an HTML page. */
  readonly page?: true;
  /**
   * Whether the operation reads the JSON body itself, because a signature can cover it as sent. `Content-Type` is then
   * optional.
   */
  readonly sentBody?: true;
  /** Whether an answer with `status` `degraded` is sent as 503 with `Retry-After`, in the format of `answer`. */
  readonly mayBeDegraded?: true;
  /** The format of errors. `oauth` is `{error, error_description}` as in RFC 6749; the default is the envelope. */
  readonly errorShape?: 'oauth';
}

type RouteTerms = Omit<RouteDefinition, 'id' | 'method' | 'path' | 'aliasOf'>;

type Addressed<Id, Address> = Address extends `${infer Verb} ${infer Path}`
  ? { readonly id: Id; readonly method: Verb; readonly path: Path }
  : never;

/** Declares a route by its id, method, path and other properties. Preserves their exact types. */
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

/**
 * Declares another address of an operation, for other credentials. All other properties are those of the first address.
 */
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

/** A body as received, for an operation that reads it itself. */
export interface SentBody {
  /** The bytes, decompressed if the sender compressed them. */
  readonly bytes: Uint8Array;
  /** The bytes as received. */
  readonly sentBytes: Uint8Array;
  /** The value of a request header, or undefined. */
  header(name: string): string | undefined;
  /** Whether each line is a value. */
  readonly isLines: boolean;
  /** The body's JSON; lines are `{"records": [...]}`. Throws `unsupported_media_type` or `invalid_json`. */
  json(): Promise<unknown>;
}

/** The bytes of a received file, in memory or on disk. */
export interface ReceivedFile {
  readonly size: number;
  /** `length` bytes from an offset. */
  read(start: number, length: number): Uint8Array;
}

/** A file as a body, for an operation that decides when to read it. */
export interface SentFile {
  /** The size that the sender declares. Undefined if it declares none. */
  readonly declaredBytes: number | undefined;
  /** Reads the body. A large one is written to a temporary file. Throws `payload_too_large`. */
  receive(): Promise<ReceivedFile>;
}

/** The input of an operation: validated path parameters, query and body. */
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

/** The input of a route before defaults are applied. */
export interface RouteRequest<Route extends RouteDefinition> {
  readonly params: Sent<Route['params']>;
  readonly query: Sent<Route['query']>;
  readonly body: Sent<Route['body']>;
}

/** The answer of an operation, which the HTTP adapter sends unchanged. */
export type RouteAnswer<Route extends RouteDefinition> = z.input<Route['answer']>;
