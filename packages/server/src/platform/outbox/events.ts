import type { WebhookEvent } from '@tessera/contract';

/** An event as webhooks send it. `data` holds no secret and no document's text. */
export interface OutboxEvent {
  readonly event: WebhookEvent;
  /** What it is about. Events of one subject are sent in order. */
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
}

type Detail = Readonly<Record<string, unknown>>;

/** What of an audit entry its events are made of. */
export interface AuditedChange {
  readonly action: string;
  readonly target?: string;
  readonly detail?: Detail;
}

/** The events that an audit entry stands for; most stand for none. */
export function eventsOf({ action, target = '', detail = {} }: AuditedChange): OutboxEvent[] {
  const read = Object.hasOwn(readers, action) ? readers[action] : undefined;
  return read?.(target, detail) ?? [];
}

const readers: Readonly<Record<string, (target: string, detail: Detail) => OutboxEvent[]>> = {
  'member.granted': (id, detail) => memberEvents('member.granted', { id, ...detail }),
  'member.revoked': (id, detail) => memberEvents('member.revoked', { id, ...detail }),
  'member.expired': (id, detail) => memberEvents('member.expired', { id, ...detail }),
  'person.invited': (id, detail) => (detail.role === 'reader' ? memberEvents('member.granted', { id, ...detail }) : []),
  'person.removed': (id, detail) => (detail.role === 'reader' ? memberEvents('member.revoked', { id, ...detail }) : []),
  'person.signed_in': (email, detail) => memberEvents('member.signed_in', { email, ...detail }),
  'reader.link_minted': (id, detail) => readerEvents('reader.created', id, detail),
  'reader.revoked': (id, detail) => readerEvents('reader.revoked', id, detail),
  'reader.link_opened': (id, detail) => readerEvents('reader.opened', id, detail),
  'document.written': (path, detail) => documentEvent('written', path, detail),
  'document.restored': (path, detail) => documentEvent('written', path, detail),
  'document.moved': (path, detail) => documentEvent('moved', path, detail),
  'document.deleted': (path, detail) => documentEvent('deleted', path, detail),
  'documents.committed': commitEvents,
  'collection.records_written': recordEvents,
  'collection.records_imported': recordEvents,
  'collection.records_ingested': recordEvents,
  'collection.record_deleted': (collection, { external_id }) =>
    recordEvents(collection, { tombstoned: 1, external_ids: [external_id] }),
  'collection.reconciled': recordEvents,
};

function memberEvents(event: WebhookEvent, data: Detail): OutboxEvent[] {
  // By address: a sign-in is that of a person, who has another id.
  return [{ event, subject: `member ${String(data.email)}`, data }];
}

function readerEvents(event: WebhookEvent, id: string, detail: Detail): OutboxEvent[] {
  return [{ event, subject: `reader ${id}`, data: { id, ...detail } }];
}

interface NamedDocument {
  readonly path: string;
  readonly from?: string;
}

type DocumentChanges = Readonly<Record<'written' | 'moved' | 'deleted', readonly NamedDocument[]>>;

const noDocuments: DocumentChanges = { written: [], moved: [], deleted: [] };

/** The event of a change of one document. */
function documentEvent(kind: keyof DocumentChanges, path: string, { version, from }: Detail): OutboxEvent[] {
  const document = { path, ...(typeof from === 'string' ? { from } : {}) };
  return documentEvents(path.split('/')[0] ?? '', { ...noDocuments, [kind]: [document] }, { version });
}

/** The events of a commit: one for each kind of change. It names the first documents, and counts all. */
function commitEvents(repo: string, detail: Detail): OutboxEvent[] {
  const { paths, moved, deleted, counts, commit } = detail as {
    readonly paths: readonly string[];
    readonly moved: readonly NamedDocument[];
    readonly deleted: readonly string[];
    readonly counts: Readonly<Record<keyof DocumentChanges, number>>;
    readonly commit: string;
  };
  const others = new Set([...deleted, ...moved.flatMap(({ path, from = path }) => [path, from])]);
  const named = (list: readonly string[]) => list.map((path) => ({ path }));
  const changes = { written: named(paths.filter((path) => !others.has(path))), moved, deleted: named(deleted) };
  return documentEvents(repo, changes, { commit }, counts);
}

function documentEvents(
  repo: string,
  changes: DocumentChanges,
  also: Detail,
  counts?: Readonly<Record<keyof DocumentChanges, number>>,
): OutboxEvent[] {
  return (['written', 'moved', 'deleted'] as const).flatMap((kind) => {
    const documents = changes[kind];
    const count = counts?.[kind] ?? documents.length;
    const data = { repo, count, documents, ...also };
    return count === 0 ? [] : [{ event: `document.${kind}` as const, subject: `repo ${repo}`, data }];
  });
}

function recordEvents(collection: string, detail: Detail): OutboxEvent[] {
  const { written = 0, tombstoned = 0, external_ids } = detail;
  const data = { collection, written, tombstoned, external_ids };
  const isEmpty = written === 0 && tombstoned === 0;
  return isEmpty ? [] : [{ event: 'collection.records_written', subject: `collection ${collection}`, data }];
}
