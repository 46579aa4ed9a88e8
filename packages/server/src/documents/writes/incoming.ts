import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@tessera/contract';
import { Pauses } from '../../platform/pauses.js';
import { contentOf, type NewContent } from '../model/content.js';
import { locationOf, nameOf } from '../model/path.js';
import { type NewObject, newObject } from '../store/index.js';
import type { NewBytes, RequestedChange } from './changes.js';
import type { Titles } from './titles.js';

/** A document to be, ready to be stored. `blob` is undefined where the repo holds it already. */
export interface Incoming {
  readonly content: NewContent;
  readonly blob?: NewObject;
}

/**
 * What changes bring with them, by change; nothing of documents that are too large to be kept. Other requests have their
 * turns meanwhile.
 */
export async function incomingOf(
  changes: readonly RequestedChange[],
  titles: Titles,
): Promise<Map<RequestedChange, Incoming>> {
  // What the database has been asked is sent first, so that it works meanwhile.
  await nextTurn();
  const pauses = new Pauses();
  const incoming = new Map<RequestedChange, Incoming>();
  for (const change of changes) {
    if (change.action === 'put' && change.content.bytes.length <= limits.documentBytes) {
      const title = titles.get(change)?.title ?? nameOf(locationOf(change.path).path);
      incoming.set(change, incomingFile(change.content, { path: change.path, title }));
      await pauses.take();
    }
  }
  return incoming;
}

function incomingFile({ bytes, blob, large }: NewBytes, named: { path: string; title: string }): Incoming {
  if (large !== undefined) {
    const { oid, size, read } = large;
    const content = contentOf(bytes, { ...named, blob: oid, size });
    return read === undefined ? { content } : { content, blob: { oid, kind: 'blob', size, data: { read } } };
  }
  return blob === undefined
    ? { content: contentOf(bytes, named), blob: newObject('blob', bytes) }
    : { content: contentOf(bytes, { ...named, blob }) };
}
