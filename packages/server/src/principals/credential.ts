import { timingSafeEqual } from 'node:crypto';
import { errors } from '../platform/errors.js';
import { hashSecret, secretPrefixes } from '../platform/secrets.js';
import type { StoredCredential } from './queries.js';

/** The cookies that contain a secret, by kind of credential. */
export const credentialCookies = { session: 'svc_session', magicLink: 'svc_reader' } as const;

/** The credentials of a request as the adapter found them. */
export interface Credentials {
  readonly authorization?: string | undefined;
  readonly apiKey?: string | undefined;
  /** An assistant's access token, sent only by the relay. */
  readonly assistantToken?: string | undefined;
  /** Cookie of a browser session. */
  readonly session?: string | undefined;
  /** Cookie of a magic link session. */
  readonly magicLinkSession?: string | undefined;
  /** The slug of the workspace whose public pages are requested. There, other credentials are ignored. */
  readonly visited?: string | undefined;
  /** The `{secret}` of an ingest path. */
  readonly ingestSecret?: string | undefined;
  /** The `{secret}` of a reconciliation path. */
  readonly reconciliationSecret?: string | undefined;
}

/**
 * A secret, and the kind of credential that its format shows. For a visitor, the secret is the slug of a public
 * workspace.
 */
export interface PresentedSecret {
  readonly kind: StoredCredential | 'visitor' | 'operator';
  readonly secret: string;
  readonly hash: Buffer;
}

type UnhashedSecret = Omit<PresentedSecret, 'hash'>;

/** A call needs its secret four times: to count it, to find its caller in the cache, and to confirm the caller. */
const read = new WeakMap<Credentials, PresentedSecret>();

const prefixes = Object.values(secretPrefixes)
  .join(', ')
  .replace(/, (\w+)$/, ' or $1');

const bearer = /^Bearer +(\S+) *$/i;

/**
 * Returns the secret of a request; undefined if it has none. A header takes precedence over a cookie. Throws
 * `unauthenticated` for a malformed secret, and for two API-key headers that differ.
 */
export function presentedSecret(credentials: Credentials): PresentedSecret | undefined {
  const known = read.get(credentials);
  const found = known === undefined ? secretIn(credentials) : undefined;
  if (found === undefined) {
    return known;
  }
  const presented = { ...found, hash: hashSecret(found.secret) };
  read.set(credentials, presented);
  return presented;
}

function secretIn(credentials: Credentials): UnhashedSecret | undefined {
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

function classify(secret: string): UnhashedSecret {
  for (const [kind, prefix] of Object.entries(secretPrefixes) as [keyof typeof secretPrefixes, string][]) {
    if (secret.startsWith(prefix)) {
      return { kind: kind === 'scim_token' ? 'api_key' : kind, secret };
    }
  }
  throw errors.unauthenticated(`The credential is malformed: it starts with ${prefixes}.`);
}

/** Compares a secret with a hash in constant time. */
export function matchesHash(secret: string, hash: Buffer): boolean {
  return timingSafeEqual(hashSecret(secret), hash);
}
