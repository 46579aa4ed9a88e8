import type { ErrorCode } from './errors.js';

/** A validation issue with its own error code, for a zod context's `addIssue`. */
export type CodedIssue = {
  readonly code: 'custom';
  readonly message: string;
  readonly params: { readonly code: ErrorCode };
};

/**
 * Creates a validation issue that results in `code` instead of `invalid_request`, with `message` as the error's
 * message. The HTTP adapter reads it with `issueCode`; the first coded issue of a body determines the error.
 */
export function codedIssue(code: ErrorCode, message: string): CodedIssue {
  return { code: 'custom', message, params: { code } };
}

/** The error code of an issue; undefined for a plain `invalid_request`. */
export function issueCode(issue: object): ErrorCode | undefined {
  const params = 'params' in issue ? issue.params : undefined;
  return typeof params === 'object' && params !== null && 'code' in params ? (params.code as ErrorCode) : undefined;
}
