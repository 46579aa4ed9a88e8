import { type OutboxEvent, outboxEvent } from '../../platform/outbox/events.js';
import type { AuditedCommit } from './present.js';

interface NamedDocument {
  readonly path: string;
  readonly from?: string | undefined;
}

const kinds = ['written', 'moved', 'deleted'] as const;
type Kind = (typeof kinds)[number];

/** The event for a change of one document. Its path includes the repo. */
export function documentEvent(kind: Kind, { path, from }: NamedDocument, version: string): OutboxEvent {
  const [repo = ''] = path.split('/');
  const documents = [{ path, ...(from === undefined ? {} : { from }) }];
  return outboxEvent(`document.${kind}`, { repo, count: 1, documents, version });
}

/** The events of a commit, one for each kind of change. Each lists the first documents and counts all. */
export function commitEvents({ repo, commit, paths, counts, moved, deleted }: AuditedCommit): OutboxEvent[] {
  const others = new Set([...deleted, ...moved.flatMap(({ path, from }) => [path, from])]);
  const named = (list: readonly string[]) => list.map((path) => ({ path }));
  const documents = {
    written: named(paths.filter((path) => !others.has(path))),
    moved: [...moved],
    deleted: named(deleted),
  };
  return kinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => outboxEvent(`document.${kind}`, { repo, count: counts[kind], documents: documents[kind], commit }));
}
