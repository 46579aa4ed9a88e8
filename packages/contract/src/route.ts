import type { z } from 'zod';
import type { ErrorCode } from './errors.js';
import type { Policy } from './policy.js';

/** HTTP methods that routes use. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One operation over HTTP: where it is, what it takes, what it answers and who may call it.
 * `id` is the name everywhere: `collections.upsert_records` is also the tool `upsert_records`.
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
  /** Largest body in bytes; default `limits.bodyBytes`. */
  readonly bodyLimitBytes?: number;
  /** Which keys of `query` travel as request headers of the same name instead. */
  readonly headers?: readonly string[];
  /** Body or answer is a file's bytes, not JSON; the last path parameter then takes the rest of the address. */
  readonly bytes?: 'body' | 'answer';
  /** Also takes form fields as its body, as RFC 8628 has it. */
  readonly formBody?: true;
  /** An answer whose `status` is `degraded` goes out as 503 with `Retry-After`, in the shape of `answer`. */
  readonly mayBeDegraded?: true;
  /** `oauth`: errors are `{error, error_description}` as in RFC 6749; default the envelope. */
  readonly errorShape?: 'oauth';
}

/** Declares a route and keeps its exact types for inference. */
export function defineRoute<const Route extends RouteDefinition>(route: Route): Route {
  return route;
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : Record<never, never>;
type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : Record<never, never>;

/** What an operation receives: path parameters, query and body after validation, merged by part. */
export interface RouteInput<Route extends RouteDefinition> {
  readonly params: Parsed<Route['params']>;
  readonly query: Parsed<Route['query']>;
  readonly body: Parsed<Route['body']>;
}

/** What a client sends for a route, before defaults are applied. */
export interface RouteRequest<Route extends RouteDefinition> {
  readonly params: Sent<Route['params']>;
  readonly query: Sent<Route['query']>;
  readonly body: Sent<Route['body']>;
}

/** What an operation answers; the HTTP adapter adds nothing to it. */
export type RouteAnswer<Route extends RouteDefinition> = z.input<Route['answer']>;
