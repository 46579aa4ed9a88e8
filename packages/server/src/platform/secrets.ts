import { hash, randomBytes } from 'node:crypto';

/** Prefixes of secrets, by the kind of credential. A SCIM token is an API key. */
export const secretPrefixes = {
  api_key: 'svc_ak_',
  pinned_token: 'svc_tk_',
  personal_token: 'svc_pt_',
  operator: 'svc_op_',
  scim_token: 'svc_sc_',
} as const;

/** Random bytes; deterministic in tests. */
export type Random = (size: number) => Buffer;

const poolBytes = 4_096;
let pool = Buffer.alloc(0);

/** Random bytes for ids and secrets. Drawn in large portions, because a draw for each id takes a hundredth of a call. */
export const pooledBytes: Random = (size) => {
  if (size > pool.length) {
    pool = randomBytes(Math.max(size, poolBytes));
  }
  const taken = pool.subarray(0, size);
  pool = pool.subarray(size);
  return taken;
};

/** A new secret and the values that may be stored. `hash` is SHA-256, because a random secret needs no slow hash. */
export interface NewSecret {
  readonly secret: string;
  readonly hash: Buffer;
  readonly lastFour: string;
}

/** Creates a secret of 32 random bytes in base64url after a prefix. */
export function newSecret(prefix: string, random: Random = randomBytes): NewSecret {
  const secret = prefix + random(32).toString('base64url');
  return { secret, hash: hashSecret(secret), lastFour: secret.slice(-4) };
}

/** Whether a text has the form of a secret without a prefix. */
export function isSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/**
 * Joins a secret with what it is bound to, so that it is unknown everywhere else. Unambiguous for a text that is a
 * secret; an empty binding keeps the secret as it is.
 */
export function boundSecret(secret: string, binding: string): string {
  return binding === '' ? secret : `${secret}.${binding}`;
}

/** The secret without its binding. */
export function unboundSecret(bound: string): string {
  return bound.split('.', 1)[0] ?? '';
}

/** SHA-256 of a secret, the only form that is stored. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** The text that identifies a secret after its creation: its prefix and last four characters. */
export function secretHint(prefix: string, lastFour: string): string {
  return `${prefix}…${lastFour}`;
}
