import type { ErrorCode } from './errors.js';

/** A validation issue that has an error code of its own; hand it to a zod context's `addIssue`. */
export type CodedIssue = {
  readonly code: 'custom';
  readonly message: string;
  readonly params: { readonly code: ErrorCode };
};

/**
 * Makes a validation issue that answers `code` in place of `invalid_request`; `message` is the answer's, one sentence.
 * The HTTP adapter reads it back with `issueCode`; the first coded issue of a body names the error.
 */
export function codedIssue(code: ErrorCode, message: string): CodedIssue {
  return { code: 'custom', message, params: { code } };
}

/** The error code that an issue carries, or undefined when it is a plain `invalid_request`. */
export function issueCode(issue: object): ErrorCode | undefined {
  const params = 'params' in issue ? issue.params : undefined;
  return typeof params === 'object' && params !== null && 'code' in params ? (params.code as ErrorCode) : undefined;
}
