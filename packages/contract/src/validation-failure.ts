import type { z } from 'zod';
import type { ErrorCode } from './errors.js';
import { issueCode } from './issues.js';

/** One invalid part of the input. `path` is dotted; it is empty if the whole input is invalid. */
export interface ValidationDetail {
  readonly path: string;
  readonly message: string;
}

/** Why values do not match a schema, in the format of an error envelope. */
export interface ValidationFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: readonly ValidationDetail[];
}

/** Maximum problems that are listed. Further ones are counted. */
export const shownDetails = 20;
const shownPathCharacters = 200;

const nouns: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'true or false',
  int: 'a whole number',
  object: 'an object',
};

/** The problem of a value, in words that continue its path. The message of the schema takes precedence. */
export const explainIssue: z.core.$ZodErrorMap = (issue) => {
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

/**
 * All issues are found in values with up to this many parts. Each issue takes microseconds, and 8 MiB could cause a
 * million.
 */
const thoroughValues = 2_000;

/**
 * Validates input. In a large value, only the first issues are found, so that refusing it takes no longer than
 * accepting it.
 */
export function validateSent<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  const untilFirst: z.core.ParseContextInternal<z.core.$ZodIssue> = { error: explainIssue, abortEarly: true };
  const result = schema.safeParse(value, untilFirst);
  return result.success || countValues(value, thoroughValues) === thoroughValues
    ? result
    : schema.safeParse(value, { error: explainIssue });
}

/** The number of values in a value, including itself. Stops counting at a limit. */
function countValues(value: unknown, limit: number): number {
  let count = 1;
  const inside = Array.isArray(value) ? value : typeof value === 'object' && value !== null ? Object.values(value) : [];
  for (const each of inside) {
    if (count >= limit) {
      break;
    }
    count += countValues(each, limit - count);
  }
  return count;
}

/** Describes the issues of a validation. The first issue with a code of its own determines the error. */
export function validationFailureOf(issues: readonly z.core.$ZodIssue[], opening?: string): ValidationFailure {
  for (const issue of issues) {
    const code = issueCode(issue);
    if (code !== undefined) {
      return { code, message: issue.message, details: detailsOf(issue, 1) };
    }
  }
  const details: ValidationDetail[] = [];
  let count = 0;
  for (const issue of issues) {
    details.push(...detailsOf(issue, shownDetails - details.length));
    count += issue.code === 'unrecognized_keys' ? issue.keys.length : 1;
  }
  return { code: 'invalid_request', message: validationMessage(details, opening, count), details };
}

/**
 * One sentence about the problems, and the number of those that are not listed. Details can be sentences themselves.
 */
export function validationMessage(
  details: readonly ValidationDetail[],
  opening = 'The request is invalid',
  count = details.length,
): string {
  const list = details.map(({ path, message }) => {
    const words = message.replace(/\.$/, '');
    return path === '' ? words : `${path}: ${words}`;
  });
  const more = count > details.length ? `; and ${count - details.length} more` : '';
  return `${opening}: ${list.join('; ')}${more}.`;
}

/**
 * One detail per problem, up to `most`. Each unknown key is a problem. Paths are cut, so that the answer is not longer
 * than the request.
 */
function detailsOf(issue: z.core.$ZodIssue, most: number): ValidationDetail[] {
  const keys = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, most) : undefined;
  const paths = keys?.map((key) => [...issue.path, key]) ?? [issue.path];
  return paths.slice(0, most).map((segments) => {
    const path = segments.map(String).join('.');
    return {
      path: path.length > shownPathCharacters ? `${path.slice(0, shownPathCharacters)}…` : path,
      message: issue.message,
    };
  });
}
