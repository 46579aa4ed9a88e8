import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits, type Mapping } from '@tessera/contract';

/** A signature as it arrived, and the body that it covers. */
export interface SignedBody {
  readonly bytes: Uint8Array;
  /** What the header says; undefined where there is none. */
  readonly sent: string | undefined;
}

/**
 * Whether a body was signed with a secret: HMAC-SHA256 of its bytes as sent. A header `t=<Unix seconds>,v1=<signature>`
 * covers `<t>.<body>`, may contain several signatures, and is valid for five minutes.
 * @see https://docs.stripe.com/webhooks#verify-manually
 */
export function isSigned(
  { bytes, sent = '' }: SignedBody,
  { scheme, secret, now }: { scheme: NonNullable<Mapping['signature']>['scheme']; secret: string; now: Date },
): boolean {
  const timed = /^t=(\d{1,12}),/.exec(sent);
  const seconds = timed?.[1];
  if (seconds !== undefined && Math.abs(now.getTime() / 1_000 - Number(seconds)) > limits.signatureSeconds) {
    return false;
  }
  const hmac = createHmac('sha256', secret);
  if (seconds !== undefined) {
    hmac.update(`${seconds}.`);
  }
  const expected = hmac.update(bytes).digest();
  const given =
    seconds === undefined ? [sent] : sent.split(',').flatMap((part) => (part.startsWith('v1=') ? [part.slice(3)] : []));
  const encoding = scheme === 'hmac-sha256-hex' ? 'hex' : 'base64';
  return given.some((text) => {
    const signature = Buffer.from(text.trim(), encoding);
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
}
