import type { z } from 'zod';
import type { ErrorCode } from './errors.js';
import { issueCode } from './issues.js';

/** One place of what was sent that does not fit; `path` is dotted, empty for the whole. */
export interface MisfitDetail {
  readonly path: string;
  readonly message: string;
}

/** Why values do not fit a schema, as an error envelope says it. */
export interface Misfit {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: readonly MisfitDetail[];
}

const nouns: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'true or false',
  int: 'a whole number',
  object: 'an object',
};

/** What is wrong with a value, in words that follow its path. A schema's own message goes before these. */
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

/** Words the issues of one validation; the first that carries a code of its own speaks for all. */
export function misfitOf(issues: readonly z.core.$ZodIssue[], opening?: string): Misfit {
  for (const issue of issues) {
    const code = issueCode(issue);
    if (code !== undefined) {
      return { code, message: issue.message, details: [detailOf(issue)] };
    }
  }
  const details = issues.map(detailOf);
  return { code: 'invalid_request', message: misfitMessage(details, opening), details };
}

/** One sentence of all that does not fit. Details may be sentences themselves. */
export function misfitMessage(details: readonly MisfitDetail[], opening = 'The request does not fit'): string {
  const list = details.map(({ path, message }) => {
    const words = message.replace(/\.$/, '');
    return path === '' ? words : `${path}: ${words}`;
  });
  return `${opening}: ${list.join('; ')}.`;
}

function detailOf(issue: z.core.$ZodIssue): MisfitDetail {
  const keys = issue.code === 'unrecognized_keys' ? [issue.keys.join(', ')] : [];
  return { path: [...issue.path, ...keys].map(String).join('.'), message: issue.message };
}
