import { errors, ServiceError } from '../errors.js';

const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'ETIMEOUT',
  'EAI_AGAIN',
]);

/** Messages of errors without a code, from `pg` and its pool: the connection broke, timed out or is closed. */
const connectionMessages =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|connection error and is not queryable|Client was closed|has stopped|Cannot use a pool after/;

/** The `code` of an error of the database or the system; undefined for anything else. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether a statement failed because an earlier one of its transaction had failed. */
export function isAfterFailure(error: unknown): boolean {
  return codeOf(error) === '25P02';
}

/** Whether the error violates the named unique constraint. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    codeOf(error) === '23505' && error instanceof Error && 'constraint' in error && error.constraint === constraint
  );
}

/**
 * Whether a prepared statement of a connection is of an earlier schema. The connection cannot run it again; others
 * prepare it again.
 */
export function isStalePlan(error: unknown): boolean {
  return codeOf(error) === '0A000' && error instanceof Error && error.message.startsWith('cached plan');
}

/** The error for the caller: a service error, or that of a database error. Undefined for an internal error. */
export function refusalOf(error: unknown): ServiceError | undefined {
  if (error instanceof ServiceError) {
    return error;
  }
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : '';
  if (code === undefined) {
    return connectionMessages.test(message) ? errors.unavailable() : undefined;
  }
  // The disk of the database, or that of files which are being received.
  if (code === '53100' || code === 'ENOSPC') {
    return errors.diskFull();
  }
  // Classes and codes: 08 connection, 28 login refused, 3D no such database, 53 out of resources, 57 shut down,
  // canceled or timed out, 25006 read-only standby, 25P03 idle transaction, 40 conflict after all retries, 55P03 lock
  // timeout.
  if (isStalePlan(error) || /^(08|28|3D|53|57|40|25006|25P03|55P03)/.test(code) || connectionCodes.has(code)) {
    return errors.unavailable();
  }
  // These codes mean text that PostgreSQL cannot store and that no earlier check rejected.
  if (code === '22P05' || code === '22021') {
    return errors.invalidRequest([
      { path: '', message: 'a text holds a character that cannot be stored (NUL or half a surrogate pair): remove it' },
    ]);
  }
  return undefined;
}
