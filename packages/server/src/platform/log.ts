import { type DestinationStream, destination as destinationOf, type Logger, type LoggerOptions, pino } from 'pino';
import type { Settings } from './settings.js';

/** The service's structured log. Callers never pass secrets; headers and ingest paths are masked all the same. */
export type Log = Logger;

/** Lines are written together: a system call for each would cost a query a tenth of its time. */
const writing = { sync: false, minLength: 4_096, periodicFlush: 100 } as const;

/** Makes the log, one JSON object a line, on standard output unless said otherwise. */
export function createLog(level: NonNullable<Settings['SVC_LOG_LEVEL']>, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['authorization', 'cookie', '*.authorization', '*.cookie', '*.secret', '*.token', 'secret', 'token'],
      censor: '[masked]',
    },
  };
  return pino(options, destination ?? destinationOf(writing));
}

// Also in spellings that no route has: a mistyped URL still contains its secret.
const secretPath = /^((?:\/|%(?:25)*2f)*(?:ingest|reconcile)(?:\/|%(?:25)*2f)+)[^/?]+/i;
const secretText = /svc_(ak|tk|pt|op)_[A-Za-z0-9_-]+/g;
/**
 * 32 bytes as base64url, which is what a secret without a prefix looks like, with whatever stands beside it in the same
 * run; any of it may be escaped, and once more.
 */
const bareSecret = /(?:[\w-]|%(?:25)*(?:2d|5f|3\d|[46][1-9a-f]|[57][0-9a])){43,}/gi;

const emailAddress = /[^\s@<>"'()]{1,64}@[^\s@<>"'()]{1,255}/g;

/** A request's path as it may be logged: without its query, and with an ingest secret and e-mail addresses masked. */
export function maskPath(path: string): string {
  return path
    .replace(/\?.*$/s, '')
    .replace(secretPath, '$1[masked]')
    .replace(secretText, 'svc_$1_[masked]')
    .replace(bareSecret, '[masked]')
    .split('/')
    .map((segment) => (holdsAddress(segment) ? '[address]' : segment))
    .join('/');
}

/** Whether a segment of a path may hold an e-mail address, plain or escaped. */
function holdsAddress(segment: string): boolean {
  return /@|%(?:25)*40/i.test(segment) && /\.[a-z]{2}/i.test(segment);
}

/** An error for the log: name, message and stack of it and its causes, without e-mail addresses. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) {
    return { message: String(error) };
  }
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  return {
    name: error.name,
    message: withoutAddresses(error.message),
    stack: withoutAddresses(error.stack ?? ''),
    ...cause,
  };
}

function withoutAddresses(text: string): string {
  return text.replace(emailAddress, '[address]');
}
