import { limits, routes, type SentBody } from '@tessera/contract';
import type { JsonValue } from '@tessera/json';
import { type CompiledMapping, compileMapping, factAt, mapRecords, valueAt } from '@tessera/records';
import { validateBody } from '../../dispatch/validation.js';
import type { SigningSecret } from '../../platform/credentials.js';
import { errors } from '../../platform/errors.js';
import { Pauses } from '../../platform/pauses.js';
import type { CollectionView } from '../access/view.js';
import { checkSignature } from './signature.js';

/** A request to an ingest URL. */
export interface Delivery {
  readonly body: SentBody;
  /** Whether it was sent to the batch route. */
  readonly isBatch: boolean;
  readonly now: Date;
  /** Records that an earlier secret of the source signed the delivery. */
  readonly noteSigning: (secret: SigningSecret) => Promise<void>;
}

const pingType = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const pingBytes = 64;

/** Whether a body is the unsigned form with which WooCommerce tests a URL. */
export function isPing({ bytes, header }: SentBody): boolean {
  return (
    bytes.length <= pingBytes &&
    pingType.test(header('content-type') ?? '') &&
    /^webhook_id=\d+$/.test(Buffer.from(bytes).toString('utf8'))
  );
}

/**
 * Returns the records of a delivery. The collection's mapping, if it has one, extracts them. The signature is checked
 * before parsing. Throws `invalid_credential`, the errors of body parsing, and `invalid_request`.
 */
export async function readDelivery(
  { body, isBatch, now, noteSigning }: Delivery,
  view: CollectionView,
): Promise<readonly unknown[]> {
  const signing = checkSignature(body, view, now);
  if (signing?.isPrevious === true) {
    await noteSigning(signing);
  }
  const sent = await body.json();
  const { config } = view;
  const mapping = config.mapping === null ? null : compileMapping(config.mapping);
  const eventIndex = mapping === null ? null : eventIndexOf(mapping, sent as JsonValue, body);
  const items = itemsOf(sent, mapping, isBatch);
  if (mapping === null) {
    return items;
  }
  if (items.length > limits.recordsPerCall) {
    throw errors.tooManyRecords(limits.recordsPerCall);
  }
  const facts = { header: body.header, eventIndex: eventIndex };
  return mapRecords(items as readonly JsonValue[], mapping, { control: config, facts, pauses: new Pauses() });
}

/**
 * Returns the index of the delivery's event in the mapping, or null if the delivery names no event. Throws if the
 * mapping does not list the event.
 */
function eventIndexOf({ events }: CompiledMapping, sent: JsonValue, { header }: SentBody): number | null {
  const kind = events === null ? null : factAt(events.kind, sent, header);
  if (events === null || kind === null) {
    return null;
  }
  const index = typeof kind === 'string' ? events.values.indexOf(kind) : -1;
  if (index === -1) {
    const shown = (typeof kind === 'string' ? kind : JSON.stringify(kind)).slice(0, limits.eventKindCharacters);
    const message = `the mapping does not read the event "${shown}", only ${events.values.join(', ')}: unsubscribe from it, or add it to events of the mapping. Nothing was written`;
    throw errors.invalidRequest([{ path: '', message }]);
  }
  return index;
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
