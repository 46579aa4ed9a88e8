import { issueCode, type RouteDefinition } from '@tessera/contract';
import { z } from 'zod';
import { errors, ServiceError } from '../platform/errors.js';

/** The parts of a call before validation, as an adapter found them. */
export interface RawInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The parsed body; undefined when there is none. */
  readonly body: unknown;
}

/** The parts of a call after validation. */
export interface ValidInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

const nothing = z.strictObject({});

const nouns: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'true or false',
  int: 'a whole number',
  object: 'an object',
};

/** What is wrong with a value, in words that follow its path. A schema's own message goes before these. */
const explain: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${nouns[issue.expected] ?? `a ${issue.expected}`}`;
    case 'unrecognized_keys':
      return 'is not known here';
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
    case 'too_small':
      return `must ${issue.origin === 'number' || issue.origin === 'int' ? 'be' : 'hold'} at least ${issue.minimum}`;
    case 'too_big':
      return `must ${issue.origin === 'number' || issue.origin === 'int' ? 'be' : 'hold'} at most ${issue.maximum}`;
    case 'invalid_format':
      return issue.format === 'regex' ? undefined : `must be a valid ${issue.format.replace('_', ' ')}`;
    default:
      return undefined;
  }
};

/** Validates every part against the route's schemas. Throws `invalid_request`, or the code that an issue carries. */
export function validateInput(route: RouteDefinition, raw: RawInput): ValidInput {
  const issues: { part: string; issue: z.core.$ZodIssue }[] = [];
  const check = (part: keyof RawInput, schema: z.ZodType, value: unknown): unknown => {
    const result = schema.safeParse(value, { error: explain });
    if (!result.success) {
      issues.push(...result.error.issues.map((issue) => ({ part, issue })));
    }
    return result.data;
  };
  const params = check('params', route.params ?? nothing, raw.params);
  const query = check('query', route.query ?? nothing, raw.query);
  const body = route.body === undefined ? check('body', nothing, raw.body ?? {}) : check('body', route.body, raw.body);
  if (issues.length > 0) {
    throw refusalOfIssues(issues);
  }
  return { params, query, body };
}

function refusalOfIssues(issues: readonly { part: string; issue: z.core.$ZodIssue }[]): ServiceError {
  for (const { issue } of issues) {
    const code = issueCode(issue);
    if (code !== undefined) {
      return new ServiceError(code, issue.message, { details: [{ path: pathOf(issue), message: issue.message }] });
    }
  }
  return errors.invalidRequest(issues.map(({ issue }) => ({ path: pathOf(issue), message: issue.message })));
}

function pathOf(issue: z.core.$ZodIssue): string {
  const keys = issue.code === 'unrecognized_keys' ? [issue.keys.join(', ')] : [];
  return [...issue.path, ...keys].map(String).join('.');
}
