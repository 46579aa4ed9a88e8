import { type RouteDefinition, validateSent, validationFailureOf } from '@tessera/contract';
import { isStorableText } from '@tessera/json';
import { z } from 'zod';
import { errors, ServiceError } from '../platform/errors.js';

/** The parts of a call before validation. */
export interface RawInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The parsed body; undefined without one. A `SentBody` or `SentFile` if the operation reads it itself. */
  readonly body: unknown;
}

/** The parts of a call after validation. */
export interface ValidInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

const nothing = z.strictObject({});

/** Validates every part with the route's schemas. Throws `invalid_request`, or the code of an issue. */
export function validateInput(route: RouteDefinition, raw: RawInput): ValidInput {
  const issues: z.core.$ZodIssue[] = [];
  const check = (schema: z.ZodType, value: unknown): unknown => {
    const result = validateSent(schema, value);
    if (!result.success) {
      issues.push(...result.error.issues);
    }
    return result.data;
  };
  const params = check(route.params ?? nothing, raw.params);
  const query = check(route.query ?? nothing, raw.query);
  const body =
    route.sentBody || route.bytes === 'body'
      ? raw.body
      : route.body === undefined
        ? check(nothing, raw.body ?? {})
        : check(route.body, route.optionalBody ? (raw.body ?? {}) : raw.body);
  refuseIssues(issues);
  // The database refuses such text, also in a comparison. The schemas of bodies refuse it in the fields that are stored.
  // A cursor is decoded first, which refuses it.
  const { cursor: _cursor, ...compared } = { ...raw.params, ...raw.query };
  const [unstorable] = Object.entries(compared).find(([, text]) => !isStorableText(text)) ?? [];
  if (unstorable !== undefined) {
    throw errors.invalidRequest([{ path: unstorable, message: 'must not contain NUL or a lone surrogate' }]);
  }
  return { params, query, body };
}

/** Validates a body that the operation has read itself. Throws the errors of `validateInput`. */
export function validateBody<Body extends z.ZodType>({ body }: { readonly body: Body }, sent: unknown): z.output<Body> {
  const { data, error } = validateSent(body, sent);
  refuseIssues(error?.issues ?? []);
  return data as z.output<Body>;
}

function refuseIssues(issues: readonly z.core.$ZodIssue[]): void {
  if (issues.length > 0) {
    const { code, message, details } = validationFailureOf(issues);
    throw new ServiceError(code, message, { details });
  }
}
