import { timingSafeEqual } from 'node:crypto';
import { errors } from '../platform/errors.js';
import { hashSecret, secretPrefixes } from '../platform/secrets.js';
import type { StoredCredential } from './queries.js';

/** Cookies whose value is a secret, by the kind of credential that it is. */
export const credentialCookies = { session: 'svc_session', magicLink: 'svc_reader' } as const;

/** What a request brought to say who it is, as the adapter found it. */
export interface Credentials {
  readonly authorization?: string | undefined;
  readonly apiKey?: string | undefined;
  /** An assistant's access token, which only the relay passes on. */
  readonly assistantToken?: string | undefined;
  /** Value of the cookie of a browser session. */
  readonly session?: string | undefined;
  /** Value of the cookie that a magic link was exchanged for. */
  readonly magicLinkSession?: string | undefined;
  /** The slug of the workspace whose public pages are asked for. No other credential counts there. */
  readonly visited?: string | undefined;
  /** The `{secret}` of an ingest path. */
  readonly ingestSecret?: string | undefined;
  /** The `{secret}` of a reconciliation path. */
  readonly reconciliationSecret?: string | undefined;
}

/** A secret with the kind of credential that its shape says it is. A visitor's is the slug of the workspace, which is public. */
export interface PresentedSecret {
  readonly kind: StoredCredential | 'visitor' | 'operator';
  readonly secret: string;
}

const prefixes = Object.values(secretPrefixes)
  .join(', ')
  .replace(/, (\w+)$/, ' or $1');

const bearer = /^Bearer +(\S+) *$/i;

/**
 * Which secret a request presents; undefined when it presents none. A header beats a cookie.
 * Throws `unauthenticated` for a malformed one, and when both API-key headers are there and differ.
 */
export function presentedSecret(credentials: Credentials): PresentedSecret | undefined {
  if (credentials.visited !== undefined) {
    return { kind: 'visitor', secret: credentials.visited };
  }
  if (credentials.ingestSecret !== undefined) {
    return { kind: 'ingest_secret', secret: credentials.ingestSecret };
  }
  if (credentials.reconciliationSecret !== undefined) {
    return { kind: 'reconciliation_secret', secret: credentials.reconciliationSecret };
  }
  if (credentials.assistantToken !== undefined) {
    return { kind: 'assistant', secret: credentials.assistantToken };
  }
  const fromHeader = secretInHeaders(credentials);
  if (fromHeader !== undefined) {
    return classify(fromHeader);
  }
  if (credentials.session !== undefined) {
    return { kind: 'session', secret: credentials.session };
  }
  return credentials.magicLinkSession === undefined
    ? undefined
    : { kind: 'magicLink', secret: credentials.magicLinkSession };
}

function secretInHeaders(credentials: Credentials): string | undefined {
  const { authorization, apiKey } = credentials;
  if (authorization === undefined) {
    return apiKey;
  }
  const secret = bearer.exec(authorization)?.[1];
  if (secret === undefined) {
    throw errors.unauthenticated('The Authorization header is malformed: send "Bearer <credential>".');
  }
  if (apiKey !== undefined && apiKey !== secret) {
    throw errors.unauthenticated('Authorization and X-API-Key name different credentials: send one of them.');
  }
  return secret;
}

function classify(secret: string): PresentedSecret {
  for (const [kind, prefix] of Object.entries(secretPrefixes) as [keyof typeof secretPrefixes, string][]) {
    if (secret.startsWith(prefix)) {
      return { kind, secret };
    }
  }
  throw errors.unauthenticated(`The credential is malformed: it starts with ${prefixes}.`);
}

/** Whether a secret hashes to the given hash, in constant time. */
export function matchesHash(secret: string, hash: Buffer): boolean {
  return timingSafeEqual(hashSecret(secret), hash);
}
