import { createHash } from 'node:crypto';
import { limits } from '@tessera/contract';
import type { RecordFinding } from '@tessera/records';
import { deleteSql, insertRowsSql } from '../../platform/database/columns.js';
import type { Transaction } from '../../platform/database/database.js';
import { outboxEvent } from '../../platform/outbox/events.js';
import { recordEvent } from '../../platform/outbox/outbox.js';

const examplesKept = 10;

/** Maximum code points of a field name in the sort key of findings. Names can have any length, cursors cannot. */
export const orderedCharacters = limits.idCharacters;

/** A finding, and the record that caused it; null if that is unknown. */
export interface RaisedFinding extends RecordFinding {
  readonly externalId: string | null;
}

/**
 * Adds findings in the order in which records caused them, in the transaction of the write. There is one row for each
 * field and kind. A new row sends a webhook event.
 */
export async function recordFindings(
  transaction: Transaction,
  target: { readonly collectionId: string; readonly now: Date },
  raised: readonly RaisedFinding[],
): Promise<void> {
  if (raised.length === 0) {
    return;
  }
  const byKey = groupFindings(raised);
  // Sorted, so that concurrent writers lock the rows in the same order. Otherwise they could deadlock.
  const groups = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
  const { workspaceId } = transaction;
  const shared = {
    ...{ workspace_id: workspaceId, collection_id: target.collectionId },
    ...{ first_seen_at: target.now, last_seen_at: target.now },
  };
  const rows = await transaction.query<StoredFinding>(
    ...insertRowsSql(
      'findings',
      shared,
      groups.map(({ finding: { field, kind, message }, hash, ids, count }) => ({
        ...{ field, field_hash: hash, kind, count, message },
        // The newest examples come first, so these are kept.
        example_ids: [...new Set(ids.toReversed())].slice(0, examplesKept),
      })),
      `on conflict (workspace_id, collection_id, field_hash, kind) do update set
         count = findings.count + excluded.count, last_seen_at = excluded.last_seen_at, message = excluded.message,
         example_ids = (
           select coalesce(array_agg(kept.id order by kept.ordinal), '{}') from (
             select id, min(ordinal) as ordinal
             from unnest(excluded.example_ids || findings.example_ids) with ordinality as e (id, ordinal)
             group by id order by min(ordinal) limit ${examplesKept}
           ) as kept
         )
       returning id, field, field_hash, kind, count::float8 as count`,
    ),
  );
  // The row is new if its stored count equals the count that was added.
  const opened = rows.filter((row) => byKey.get(keyOf(row.kind, row.field_hash))?.count === row.count);
  await recordOpened(transaction, target, opened);
}

type StoredFinding = Pick<FindingRow, 'id' | 'field' | 'kind' | 'count'> & { readonly field_hash: Buffer };

/** Findings that become one row. */
interface FindingGroup {
  readonly hash: Buffer;
  /** The latest one. */
  finding: RaisedFinding;
  readonly ids: string[];
  count: number;
}

/** Groups findings by the key of their row. Each key is hashed once, because thousands of findings may share a row. */
function groupFindings(raised: readonly RaisedFinding[]): Map<string, FindingGroup> {
  const groups = new Map<string, FindingGroup>();
  for (const finding of raised) {
    const { field, kind, key = field } = finding;
    const name = `${kind} ${key}`;
    const group = groups.get(name) ?? {
      hash: createHash('sha256').update(key).digest(),
      finding,
      ids: [],
      count: 0,
    };
    groups.set(name, group);
    group.finding = finding;
    group.count += 1;
    if (finding.externalId !== null) {
      group.ids.push(finding.externalId);
    }
  }
  return new Map([...groups.values()].map((group) => [keyOf(group.finding.kind, group.hash), group]));
}

function keyOf(kind: string, hash: Buffer): string {
  return `${kind} ${hash.toString('hex')}`;
}

/**
 * Records a webhook event for each new finding. The event omits the message, which may contain a value of the record.
 */
async function recordOpened(
  transaction: Transaction,
  { collectionId, now: at }: { readonly collectionId: string; readonly now: Date },
  opened: readonly StoredFinding[],
): Promise<void> {
  if (opened.length === 0) {
    return;
  }
  const { workspaceId } = transaction;
  const [row] = await transaction.query<{ name: string }>(
    'select name from collections where workspace_id = $1 and id = $2',
    [workspaceId, collectionId],
  );
  const collection = row?.name ?? '';
  for (const { id, field, kind, count } of opened) {
    const event = outboxEvent('collection.finding_opened', { collection, id, field, kind, count });
    recordEvent(transaction, { workspaceId, at }, event);
  }
}

/** Lists all record ids in the examples of findings. */
export async function listExampleIds(transaction: Transaction, collectionId: string): Promise<Set<string>> {
  const rows = await transaction.query<{ id: string }>(
    `select unnest(f.example_ids) as id from findings f where f.workspace_id = $1 and f.collection_id = $2`,
    [transaction.workspaceId, collectionId],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Replaces the ids in examples. Ids without a new one are kept. */
export function renameExamples(
  transaction: Transaction,
  collectionId: string,
  newIds: ReadonlyMap<string, string>,
): void {
  transaction.send(
    `update findings set example_ids = array(
       select coalesce(n.new_id, e.id) from unnest(example_ids) with ordinality as e (id, ordinal)
         left join unnest($3::text[], $4::text[]) as n (id, new_id) on n.id = e.id order by e.ordinal)
     where workspace_id = $1 and collection_id = $2`,
    [transaction.workspaceId, collectionId, [...newIds.keys()], [...newIds.values()]],
  );
}

/**
 * The fields whose findings a configuration change resolves: fields that are declared now (`all` if undeclared ones are
 * accepted), and fields with another type.
 */
export interface SettledFields {
  readonly declared: readonly string[] | 'all';
  readonly retyped: readonly string[];
}

/** Deletes the findings that a configuration resolves. */
export function clearFindings(
  transaction: Transaction,
  collectionId: string,
  { declared, retyped }: SettledFields,
): void {
  transaction.send(
    `delete from findings where workspace_id = $1 and collection_id = $2
       and ((kind = 'unknown_field' and ($3::text[] is null or field = any($3)))
         or (kind = 'type_mismatch' and field = any($4)))`,
    [transaction.workspaceId, collectionId, declared === 'all' ? null : declared, retyped],
  );
}

/** A finding as stored. */
export interface FindingRow extends RecordFinding {
  readonly id: string;
  readonly count: number;
  readonly first_seen_at: Date;
  readonly last_seen_at: Date;
  readonly example_ids: string[];
}

/** Lists findings of a collection, latest first. Null starts at the first one, or means no limit. */
export function listFindings(
  transaction: Transaction,
  collectionId: string,
  page: {
    readonly after: readonly [lastSeenAt: string, fieldStart: string, kind: string, id: string] | null;
    readonly limit: number | null;
  },
): Promise<FindingRow[]> {
  return transaction.query<FindingRow>(
    `select id, field, kind, count::float8 as count, first_seen_at, last_seen_at, example_ids, message from findings
     where workspace_id = $1 and collection_id = $2 and ($3::timestamptz is null or last_seen_at < $3
       or (last_seen_at = $3 and (left(field, ${orderedCharacters}) collate "C", kind collate "C", id) > ($4, $5, $6::uuid)))
     order by last_seen_at desc, left(field, ${orderedCharacters}) collate "C", kind collate "C", id limit $7`,
    [transaction.workspaceId, collectionId, ...(page.after ?? [null, null, null, null]), page.limit],
  );
}

/** Counts the findings of a collection. */
export async function countFindings(transaction: Transaction, collectionId: string): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(
    'select count(*)::int as count from findings where workspace_id = $1 and collection_id = $2',
    [transaction.workspaceId, collectionId],
  );
  return row?.count ?? 0;
}

/** Dismisses a finding and returns its id; undefined if there is none with this id. */
export async function deleteFinding(
  transaction: Transaction,
  collectionId: string,
  id: string,
): Promise<string | undefined> {
  const key = { workspace_id: transaction.workspaceId, collection_id: collectionId, id };
  return (await transaction.query<{ id: string }>(...deleteSql('findings', key, 'returning id')))[0]?.id;
}
