import { expect } from 'vitest';
import type { TestAnswer } from './service.js';

/**
 * Expects an error envelope with this status and code, such as `404 record_not_found`, and without internal details.
 */
export function expectRefusal(expected: string, answer: TestAnswer): void {
  expect(`${answer.status} ${answer.body?.error?.code}`).toBe(expected);
  expect(Object.keys(answer.body)).toEqual(['error']);
  expect(answer.body.error.message).toMatch(/^[A-Z].*[^.]\.$/s);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
  // The response must not contain a stack trace, a statement, or a message of the database.
  expect(JSON.stringify(answer.body)).not.toMatch(
    /\bat \S+:\d+|node_modules|\.(ts|js):|\bselect\b.*\bfrom\b|\binsert into\b|pg_|syntax error|undefined|\[object/i,
  );
}
