import { limits, routes, type SentBody } from '@tessera/contract';
import type { JsonValue } from '@tessera/json';
import { validateBody } from '../../dispatch/validation.js';
import { errors } from '../../platform/errors.js';
import type { CollectionView } from '../access/view.js';
import { type CompiledMapping, compileMapping, mapRecords, valueAt } from '../model/mapping.js';
import { isSigned } from './signature.js';

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
