import { createHash, randomBytes } from 'node:crypto';

/** Prefixes of secrets, by the kind of credential. */
export const secretPrefixes = {
  api_key: 'svc_ak_',
  pinned_token: 'svc_tk_',
  personal_token: 'svc_pt_',
  operator: 'svc_op_',
} as const;

/** Random bytes: real ones in the service, fixed ones in a test. */
export type Random = (size: number) => Buffer;

/** A new secret and what may be kept of it. `hash` is SHA-256; the secret is random, so no slow hash is needed. */
export interface NewSecret {
  readonly secret: string;
  readonly hash: Buffer;
  readonly lastFour: string;
}

/** Makes a secret of 32 random bytes, base64url, behind a prefix. */
export function newSecret(prefix: string, random: Random = randomBytes): NewSecret {
  const secret = prefix + random(32).toString('base64url');
  return { secret, hash: hashSecret(secret), lastFour: secret.slice(-4) };
}

/** SHA-256 of a secret: all that is ever stored. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** What is shown of a secret later: its prefix and last four characters. */
export function secretHint(prefix: string, lastFour: string): string {
  return `${prefix}…${lastFour}`;
}
