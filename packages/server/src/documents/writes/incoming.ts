import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@tessera/contract';
import { Pauses } from '../../platform/pauses.js';
import { contentOf, type NewContent } from '../model/content.js';
import { locationOf, nameOf } from '../model/path.js';
import { type NewObject, newObject } from '../store/index.js';
import type { NewBytes, RequestedChange } from './changes.js';
import type { Titles } from './titles.js';

/** The new content of a document, ready to be stored. `blob` is undefined if the repo already contains the content. */
export interface Incoming {
  readonly content: NewContent;
  readonly blob?: NewObject;
}

/** The new contents by change, without documents that are too large. Lets other requests run in between. */
export async function incomingOf(
  changes: readonly RequestedChange[],
  titles: Titles,
): Promise<Map<RequestedChange, Incoming>> {
  // Yields before computing, so that queued statements are sent and the database works in parallel.
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
