import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@tessera/contract';
import { Pauses } from '../../platform/pauses.js';
import { contentOf } from '../model/content.js';
import { partsOf } from '../model/path.js';
import { type NewContent, type NewObject, newObject } from '../store/index.js';
import type { RequestedChange } from './changes.js';

/** A document to be, ready to be stored. `blob` is undefined where the repo holds it already. */
export interface Incoming {
  readonly content: NewContent;
  readonly blob?: NewObject;
}

/**
 * What changes bring with them, by change; nothing of documents that are too large to be kept. Other requests have their
 * turns meanwhile.
 */
export async function incomingOf(changes: readonly RequestedChange[]): Promise<Map<RequestedChange, Incoming>> {
  // What the database has been asked is sent first, so that it works meanwhile.
  await nextTurn();
  const pauses = new Pauses();
  const incoming = new Map<RequestedChange, Incoming>();
  for (const change of changes) {
    if (change.action === 'put' && 'bytes' in change.content && change.content.bytes.length <= limits.documentBytes) {
      const { bytes } = change.content;
      incoming.set(change, { content: contentOf(partsOf(change.path).path, bytes), blob: newObject('blob', bytes) });
      await pauses.take();
    }
  }
  return incoming;
}
