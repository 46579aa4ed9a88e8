import type { ErrorCode } from './errors.js';

/** A validation issue with its own error code, for a zod context's `addIssue`. */
export type CodedIssue = {
  readonly code: 'custom';
  readonly message: string;
  readonly params: { readonly code: ErrorCode };
};

/**
 * Creates a validation issue with its own error `code` (instead of `invalid_request`) and `message`. The HTTP adapter
 * reads the code with `issueCode`. The first such issue of a body determines the error.
 */
export function codedIssue(code: ErrorCode, message: string): CodedIssue {
  return { code: 'custom', message, params: { code } };
}

/** The error code of an issue; undefined for a plain `invalid_request`. */
export function issueCode(issue: object): ErrorCode | undefined {
  const params = 'params' in issue ? issue.params : undefined;
  return typeof params === 'object' && params !== null && 'code' in params ? (params.code as ErrorCode) : undefined;
}
