import { expect } from 'vitest';
import { type ClientSettings, createClient, type RetryEvent } from '../index.js';
import { type Reply, startServer } from './server.js';

/** A client of a server that sends these replies in order. Its pauses take a millisecond and are recorded. */
export const serve = async (replies: Reply[], settings: Partial<ClientSettings> = {}) => {
  const { baseUrl, received } = await startServer(...replies);
  const retries: RetryEvent[] = [];
  const client = createClient({
    baseUrl,
    retry: { baseDelayMs: 1 },
    onRetry: (event) => retries.push(event),
    ...settings,
  });
  return { client, received, retries, baseUrl };
};

/** The error of a call. If the call succeeds, the test fails. */
export const failure = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    (value) => expect.fail(`answered ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
