import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Maximum difference in seconds between the clocks of sender and receiver, so that a recorded delivery cannot be
 * replayed later.
 */
export const toleranceSeconds = 300;

/**
 * Whether a delivery is from the payment provider. The header is `t=<unix seconds>,v1=<hex>`, where `v1` is the
 * HMAC-SHA256 of `<t>.<body>` with the shared secret. There are several `v1` while the secret is being changed.
 * @param {{ header: string | undefined, body: Buffer, secret: string, now: Date }} delivery
 * @returns {boolean}
 */
export function isSigned({ header, body, secret, now }) {
  const pairs = (header ?? '').split(',').map((part) => part.trim().split('='));
  const sentAt = pairs.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(sentAt) || Math.abs(now.getTime() / 1000 - Number(sentAt)) > toleranceSeconds) {
    return false;
  }
  const expected = createHmac('sha256', secret).update(`${sentAt}.`).update(body).digest();
  // Only signatures of full length, because `Buffer.from` ignores everything after the last hexadecimal digit.
  const signatures = pairs
    .filter(([name, value = '', ...rest]) => name === 'v1' && /^[0-9a-f]{64}$/i.test(value) && rest.length === 0)
    .map(([, value = '']) => Buffer.from(value, 'hex'));
  // Lengths are public. The comparison takes the same time wherever the bytes differ.
  return signatures.some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
}

/**
 * Signs a body as the provider does, for tests and for trying the server.
 * @param {{ body: string | Buffer, secret: string, at: Date }} delivery
 * @returns {string} the header
 */
export function sign({ body, secret, at }) {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')}`;
}
