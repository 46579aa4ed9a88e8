import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits, type Mapping, routes, type SentBody } from '@tessera/contract';
import type { JsonValue } from '@tessera/json';
import { validateBody } from '../../dispatch/validation.js';
import { errors } from '../../platform/errors.js';
import type { CollectionView } from '../access/view.js';
import { type CompiledMapping, compileMapping, mapRecords, valueAt } from '../model/mapping.js';

/** A body that arrived at an ingest URL. */
export interface Delivery {
  readonly body: SentBody;
  /** Whether it came to the address for many records. */
  readonly isBatch: boolean;
  readonly now: Date;
}

/**
 * The records of a delivery, taken apart by the collection's mapping where there is one. The signature is checked before
 * anything is parsed. Throws `invalid_credential`, what reading a body throws, and `invalid_request`.
 */
export async function readDelivery(delivery: Delivery, view: CollectionView): Promise<readonly unknown[]> {
  checkSignature(delivery, view);
  const sent = await delivery.body.json();
  const { config } = view;
  const mapping = config.mapping === null ? null : compileMapping(config.mapping);
  const items = itemsOf(sent, mapping, delivery.isBatch);
  if (mapping === null) {
    return items;
  }
  if (items.length > limits.recordsPerCall) {
    throw errors.tooManyRecords(limits.recordsPerCall);
  }
  return mapRecords(items as readonly JsonValue[], mapping, config);
}

function itemsOf(sent: unknown, mapping: CompiledMapping | null, isBatch: boolean): readonly unknown[] {
  if (mapping === null || mapping.records === null) {
    return isBatch ? validateBody(routes['ingest.batch'], sent).records : [sent];
  }
  const items = valueAt(mapping.records, sent as JsonValue);
  if (!Array.isArray(items)) {
    throw errors.invalidRequest([{ path: '', message: 'the body has no list where `records` of the mapping says' }]);
  }
  return items;
}

function checkSignature({ body, now }: Delivery, { config, signatureSecret }: CollectionView): void {
  const signature = config.mapping?.signature;
  if (signature === undefined) {
    return;
  }
  const { header, scheme } = signature;
  const sent = body.header(header);
  if (sent === undefined) {
    throw errors.wrongCredential(`The signature is missing: send it in the header ${header}.`);
  }
  if (!isSigned({ bytes: body.bytes, sent }, { scheme, secret: signatureSecret ?? '', now })) {
    throw errors.wrongCredential(
      `The signature in ${header} is not that of this body, or is too old: compare the secret of the source with that of the mapping.`,
    );
  }
}

/** A signature as it arrived, and the body that it covers. */
interface SignedBody {
  readonly bytes: Uint8Array;
  /** What the header says; undefined where there is none. */
  readonly sent: string | undefined;
}

/**
 * Whether a body was signed with a secret: HMAC-SHA256 of its bytes as sent. A header `t=<Unix seconds>,v1=<signature>`
 * covers `<t>.<body>`, may contain several signatures, and is valid for five minutes.
 * @see https://docs.stripe.com/webhooks#verify-manually
 */
function isSigned(
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
  return given.some((text) => {
    const signature = decodeSignature(text.trim(), scheme);
    return signature?.length === expected.length && timingSafeEqual(signature, expected);
  });
}

/** The bytes of a signature; undefined for anything else, because `Buffer.from` ignores what follows or is in between. */
function decodeSignature(text: string, scheme: NonNullable<Mapping['signature']>['scheme']): Buffer | undefined {
  if (scheme === 'hmac-sha256-hex') {
    return /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : undefined;
  }
  const digits = text.replace(/=$/, '').replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Buffer.from(digits, 'base64');
  return bytes.toString('base64') === `${digits}=` ? bytes : undefined;
}
