import { type DestinationStream, destination as destinationOf, type Logger, type LoggerOptions, pino } from 'pino';
import type { Settings } from './settings.js';

/** The structured log of the service. Callers never pass secrets; headers and ingest paths are masked anyway. */
export type Log = Logger;

/** Lines are buffered, because a system call for each would take a tenth of a query's time. */
const writing = { sync: false, minLength: 4_096, periodicFlush: 100 } as const;

/** Shared by all logs of the process, because each one that is opened wakes up ten times a second for good. */
let standardOutput: DestinationStream | undefined;

/** Creates the log, one JSON object per line, by default on standard output. */
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
  standardOutput ??= destinationOf(writing);
  return pino(options, destination ?? standardOutput);
}

// The pattern also matches paths of no route, because a mistyped URL still contains its secret.
const secretPath = /^((?:\/|%(?:25)*2f)*(?:ingest|reconcile)(?:\/|%(?:25)*2f)+)[^/?]+/i;
const secretText = /svc_(ak|tk|pt|op|sc)_[A-Za-z0-9_-]+/g;
/**
 * Matches a secret without a prefix: 32 bytes as base64url, with any word characters around them. Each character may be
 * percent-encoded once or twice.
 */
const bareSecret = /(?:[\w-]|%(?:25)*(?:2d|5f|3\d|[46][1-9a-f]|[57][0-9a])){43,}/gi;

const emailAddress = /[^\s@<>"'()]{1,64}@[^\s@<>"'()]{1,255}/g;

/** Returns a request's path for the log, without its query, and with ingest secrets and e-mail addresses masked. */
export function maskPath(path: string): string {
  return path
    .replace(/\?.*$/s, '')
    .replace(secretPath, '$1[masked]')
    .replace(secretText, 'svc_$1_[masked]')
    .replace(bareSecret, '[masked]')
    .split('/')
    .map((segment) => (containsAddress(segment) ? '[address]' : segment))
    .join('/');
}

/** Whether a path segment may contain an e-mail address, plain or encoded. */
function containsAddress(segment: string): boolean {
  return /@|%(?:25)*40/i.test(segment) && /\.[a-z]{2}/i.test(segment);
}

/** Converts an error for the log: name, message and stack, also of its causes, with e-mail addresses masked. */
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

/** Masks the e-mail addresses in a text. */
export function withoutAddresses(text: string): string {
  return text.replace(emailAddress, '[address]');
}
