import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@tessera/contract';
import { contentOf } from '../model/content.js';
import { partsOf } from '../model/path.js';
import { type NewContent, type NewObject, newBlob } from '../store/index.js';
import type { RequestedChange } from './changes.js';

/** A document to be, ready to be stored. `blob` is undefined where the repo holds it already. */
export interface Incoming {
  readonly content: NewContent;
  readonly blob?: NewObject;
}

/** What changes bring with them, by change; nothing of documents that are too large to be kept. */
export async function incomingOf(changes: readonly RequestedChange[]): Promise<Map<RequestedChange, Incoming>> {
  // What the database has been asked is sent first, so that it works meanwhile.
  await nextTurn();
  const incoming = new Map<RequestedChange, Incoming>();
  for (const change of changes) {
    if (change.action === 'put' && 'bytes' in change.content && change.content.bytes.length <= limits.documentBytes) {
      const { bytes } = change.content;
      const content = contentOf(partsOf(change.path).path, bytes);
      incoming.set(change, { content, blob: await newBlob(content.blob, bytes) });
    }
  }
  return incoming;
}
