import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits, type Mapping, type SentBody } from '@tessera/contract';
import type { SigningSecret } from '../../platform/credentials.js';
import { errors } from '../../platform/errors.js';
import type { CollectionView } from '../access/view.js';

type Signature = NonNullable<Mapping['signature']>;

/** The inputs of a signature check. */
interface Check {
  readonly body: SentBody;
  readonly secret: string;
  readonly now: Date;
}

/**
 * Checks the signature that the collection's mapping requires. Returns the secret that it matches; undefined if none is
 * required. Throws `invalid_credential`.
 */
export function checkSignature(
  body: SentBody,
  { config, signatureSecrets = [] }: Pick<CollectionView, 'config' | 'signatureSecrets'>,
  now: Date,
): SigningSecret | undefined {
  const signature = config.mapping?.signature;
  if (signature === undefined) {
    return undefined;
  }
  const header = headerOf(signature);
  if (body.header(header) === undefined) {
    throw errors.wrongCredential(`The signature is missing: send it in the header ${header}.`);
  }
  const matched = signatureSecrets.find(({ secret }) => isSigned(signature, { body, secret, now }));
  if (matched === undefined) {
    throw errors.wrongCredential(
      `The signature in ${header} is not that of this body, or is too old: compare the secret of the source with that of the mapping.`,
    );
  }
  return matched;
}

function headerOf({ header = 'webhook-signature' }: Signature): string {
  return header;
}

/** Whether the signature matches the body as sent, or the body after decompression. */
function isSigned(signature: Signature, check: Check): boolean {
  const { bytes, sentBytes } = check.body;
  const bodies = bytes === sentBytes ? [bytes] : [bytes, sentBytes];
  const isOf = signature.scheme === 'standard-webhooks' ? isStandard : isHmac;
  return bodies.some((signed) => isOf(signature, check, signed));
}

/**
 * HMAC-SHA256 of the body, optionally after `sha256=`; hexadecimal in either case,
 * base64 of either alphabet. A header `t=<Unix seconds>,v1=<signature>`
 * covers `<t>.<body>`, may contain several signatures, and is valid for five minutes.
 * @see https://docs.stripe.com/webhooks#verify-manually
 * @see https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
 */
function isHmac(signature: Signature, { body, secret, now }: Check, signed: Uint8Array): boolean {
  const sent = body.header(headerOf(signature)) ?? '';
  const seconds = /^t=(\d{1,12}),/.exec(sent)?.[1];
  if (seconds !== undefined && !isRecent(seconds, now)) {
    return false;
  }
  const given =
    seconds === undefined
      ? [sent.trim().replace(/^sha256=/i, '')]
      : sent.split(',').flatMap((part) => (part.startsWith('v1=') ? [part.slice(3).trim()] : []));
  const digest = createHmac('sha256', secret)
    .update(seconds === undefined ? '' : `${seconds}.`)
    .update(signed)
    .digest();
  return signature.scheme === 'hmac-sha256-hex'
    ? given.some((text) => isEqual(text.toLowerCase(), digest.toString('hex')))
    : given.some((text) => isEqual(text.replaceAll('-', '+').replaceAll('_', '/').replace(/=$/, ''), unpadded(digest)));
}

/**
 * Standard Webhooks: `v1,<base64>`, several divided by spaces, over `<id>.<timestamp>.<body>`. Id and timestamp are in headers
 * with the same beginning as that of the signature, such as `webhook-id` or `svix-id`.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
function isStandard(signature: Signature, { body, secret, now }: Check, signed: Uint8Array): boolean {
  const header = headerOf(signature);
  const prefix = /^(.*-)signature$/i.exec(header)?.[1] ?? 'webhook-';
  const [id, seconds] = [body.header(`${prefix}id`), body.header(`${prefix}timestamp`)];
  if (id === undefined || seconds === undefined || !/^\d{1,12}$/.test(seconds) || !isRecent(seconds, now)) {
    return false;
  }
  const digest = createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(`${id}.${seconds}.`)
    .update(signed)
    .digest('base64');
  const given = (body.header(header) ?? '').split(' ');
  return given.some((text) => isEqual(text, `v1,${digest}`));
}

/** Whether a string is a Standard Webhooks secret: base64, optionally preceded by `whsec_`. */
export function isStandardSecret(secret: string): boolean {
  return /^(?:whsec_)?[A-Za-z0-9+/]{4,}={0,2}$/.test(secret);
}

function isRecent(seconds: string, now: Date): boolean {
  return Math.abs(now.getTime() / 1_000 - Number(seconds)) <= limits.signatureSeconds;
}

function unpadded(digest: Buffer): string {
  return digest.toString('base64').replace(/=$/, '');
}

/** Compares the strings as a whole, so that extra characters after a signature are refused. */
function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
