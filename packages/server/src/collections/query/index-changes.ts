import type { Queryable } from '../../platform/database/database.js';
import { prepared } from '../../platform/database/prepared.js';
import { byChange, listedSlices } from '../records/queries.js';
import { currentIdSql } from '../rekey/id-sql.js';
import { areDeparturesKeptSql } from '../slices/departures.js';
import { type IndexRow, type IndexScope, indexColumns, insideSql } from './index-queries.js';
import { readSnapshot, type Snapshot, snapshotSql } from './snapshots.js';

/** What an index has seen, and whether its filter columns must follow. */
interface Since {
  readonly seen: Snapshot;
  readonly withAttributes: boolean;
}

/** Rows for an index, and what it no longer holds. */
export interface ChangedRows {
  readonly rows: readonly IndexRow[];
  /** Records that are tombstoned or outside the slice, as JSON: pairs of an id and its revision. Null for none. */
  readonly goneJson: string | null;
}

/** What has changed since a snapshot, and the snapshot that shows it. */
export interface Changes extends ChangedRows {
  readonly seen: Snapshot;
}

/**
 * Records changed by transactions that had not ended in a snapshot; attributes only where columns must follow. Where slices
 * are listed, what left them has been noted, so that no record outside is met that was deleted, or is just being.
 */
export async function listChanged(transaction: Queryable, scope: IndexScope, since: Since): Promise<Changes> {
  const slices = listedSlices(scope);
  if (slices === null) {
    const found = await findNewest(transaction, scope, since);
    return found.behind ? listAnyRowsChanged(transaction, scope, since) : found.nothing;
  }
  const found = await findNewestIn(transaction, scope, { ...since, slices });
  if (!found.behind) {
    return found.nothing;
  }
  // A list may have been retired since it was asked for, and departures forgotten.
  const changed = await listRowsChanged(transaction, scope, { ...since, slices });
  return changed ?? listAnyRowsChanged(transaction, scope, since);
}

type InSlices = Since & { readonly slices: readonly string[] };

/** Whether there is something to catch up with; mostly there is not. */
interface Newest {
  readonly behind: boolean;
  /** The answer where there is nothing. */
  readonly nothing: Changes;
}

async function findNewest(transaction: Queryable, { collectionId }: IndexScope, { seen }: Since): Promise<Newest> {
  const { live, tombstoned } = byChange;
  const isBehind = [live, tombstoned].map((kind) => isBehindSql(inCollection, kind, sinceParameters)).join(' or ');
  const [row] = await transaction.query<NewestRow>(
    { name: 'find_newest_change', text: `select ${snapshotSql} as snapshot, ${isBehind} as behind` },
    [collectionId, seen.end, seen.running],
  );
  return newestOf(row);
}

async function findNewestIn(
  transaction: Queryable,
  { collectionId }: IndexScope,
  { seen, slices }: InSlices,
): Promise<Newest> {
  const [row] = await transaction.query<NewestRow>(
    {
      name: 'find_newest_change_in_slices',
      text: `select ${snapshotSql} as snapshot, ${isBehindSql(inCollection, byChange.live, sinceParameters)}
        or exists (select from unnest($4::uuid[]) as s (id), lateral (${departuresSql('1')}) departed)
        or ${areDeparturesKeptSql('$4')} is not true as behind`,
    },
    [collectionId, seen.end, seen.running, slices],
  );
  return newestOf(row);
}

interface NewestRow {
  readonly snapshot: string;
  readonly behind: boolean;
}

function newestOf(row: NewestRow | undefined): Newest {
  return {
    behind: row?.behind !== false,
    nothing: { seen: readSnapshot(row?.snapshot ?? ''), rows: [], goneJson: null },
  };
}

const inCollection = 'r.collection_id = $1';
const sinceParameters = { end: '$2::xid8', running: '$3::xid8[]' };

/**
 * SQL for whether a collection holds a change of a kind by a transaction that had not ended: from the end on, or one that
 * was running. Each is one step in an index of changes, whatever the planner believes of it: it takes the first of what it
 * finds in order. Never from the newest backwards, past what has been deleted since. Compared with values that it reads as rows,
 * since a range of a parameter, whose width it does not know, has the planner plan every time anew, which takes longer than the rest.
 */
function isBehindSql(
  where: string,
  kind: string,
  { end, running }: { readonly end: string; readonly running: string },
): string {
  const next = `(select r.changed_xid from records r
    where ${where} and ${kind} and r.changed_xid >= x.xid order by r.changed_xid limit 1)`;
  return `exists (select from unnest(array[${end}]) as x (xid) where ${next} is not null)
    or exists (select from unnest(${running}) as x (xid) where ${next} = x.xid)`;
}

/** SQL for what has left a slice \`s\` since, at most so many rows of each kind of transaction; default: all. */
function departuresSql(limit = 'all'): string {
  return changesSinceSql(
    (when) => `select d.external_id, d.revision from slice_departures d
     where d.collection_id = $1 and d.slice_id = s.id and ${when('d.changed_xid')} order by d.changed_xid limit ${limit}`,
  );
}

/** SQL for what is true of records `r` of one of the kinds that changed since. */
function changedSql(what: string, kind: string, condition: string): string {
  return changesSinceSql(
    (when) => `select ${what} from records r
     where r.collection_id = $1 and ${kind} and ${when('r.changed_xid')} and ${condition} order by r.changed_xid`,
  );
}

/**
 * SQL for rows by transactions that had not ended: from the end on, or one of those that were running. Each of these is looked
 * up by itself: of a list that is empty, as it mostly is, the planner may read an index from end to end. Rows must be put in
 * the order of their transactions, or it may take another index while it believes the collection to be almost empty.
 */
function changesSinceSql(rows: (when: (xid: string) => string) => string): string {
  return `(${rows((xid) => `${xid} >= $2::xid8`)}) union all
    (select each.* from unnest($3::xid8[]) as x (xid), lateral (${rows((xid) => `${xid} >= x.xid and ${xid} <= x.xid`)}) each)`;
}

/** As columns of the live records that changed and are inside; a last row has the snapshot, which must be theirs. */
const rowColumns = `${indexColumns}, case when $4 then r.attributes::text end as attributes_json, null as gone_json,
  null as snapshot, true as kept`;
/** The columns of that last row, but for those at its end. */
const noRow = 'null, '.repeat(10);

/** What the last row says, as part of the rows. */
interface ChangedRow extends IndexRow {
  readonly gone_json: string | null;
  readonly snapshot: string | null;
  readonly kept: boolean;
}

/** What changed in slices that are listed. Undefined where a list is not kept any more, or departures have been forgotten. */
async function listRowsChanged(
  transaction: Queryable,
  scope: IndexScope,
  { slices, ...since }: InSlices,
): Promise<Changes | undefined> {
  const inside = insideSql(scope, 6);
  const found = await transaction.query<ChangedRow>(
    `${changedSql(rowColumns, byChange.live, `(${inside.text})`)}
     union all
     select ${noRow} (select json_agg(json_build_array(gone.external_id, gone.revision))::text
         from unnest($5::uuid[]) as s (id), lateral (${departuresSql()}) gone),
       ${snapshotSql}, coalesce(${areDeparturesKeptSql('$5')}, false)`,
    [scope.collectionId, since.seen.end, since.seen.running, since.withAttributes, slices, ...inside.values],
  );
  return found.every((row) => row.kept) ? changesOf(found, since) : undefined;
}

async function listAnyRowsChanged(transaction: Queryable, scope: IndexScope, since: Since): Promise<Changes> {
  const inside = insideSql(scope, 5);
  const gone = `${currentIdSql} as external_id, r.revision`;
  const found = await transaction.query<ChangedRow>(
    // All that is gone is in one value: what is outside a slice must cost its callers next to no time.
    `${changedSql(rowColumns, byChange.live, `(${inside.text})`)}
     union all
     select ${noRow} json_agg(json_build_array(gone.external_id, gone.revision))::text, ${snapshotSql}, true
     from (${changedSql(gone, byChange.live, `not (${inside.text})`)} union all ${changedSql(gone, byChange.tombstoned, 'true')}) gone`,
    [scope.collectionId, since.seen.end, since.seen.running, since.withAttributes, ...inside.values],
  );
  return changesOf(found, since);
}

function changesOf(found: readonly ChangedRow[], { seen }: Since): Changes {
  const last = found.find((row) => row.snapshot !== null);
  return {
    seen: last?.snapshot ? readSnapshot(last.snapshot) : seen,
    rows: found.filter((row) => row !== last),
    goneJson: last?.gone_json ?? null,
  };
}

/** Where an index stands, for `listBehind`. */
interface Standing {
  readonly workspaceId: string;
  readonly collectionId: string;
  readonly seen: Snapshot;
}

const inStanding = 'r.workspace_id = s.workspace_id and r.collection_id = s.collection_id';
const standing = { end: 's.seen_end', running: "string_to_array(s.running, ',')::xid8[]" };

/** Which of these indexes, of any workspaces, are behind their collections, by their places in the list. */
export async function listBehind(transaction: Queryable, standings: readonly Standing[]): Promise<number[]> {
  const rows = await transaction.query<{ place: number }>(
    prepared(`select s.place::int - 1 as place
     from unnest($1::uuid[], $2::uuid[], $3::xid8[], $4::text[]) with ordinality as s (workspace_id, collection_id, seen_end, running, place)
     where ${[byChange.live, byChange.tombstoned].map((kind) => isBehindSql(inStanding, kind, standing)).join(' or ')}`),
    [
      standings.map(({ workspaceId }) => workspaceId),
      standings.map(({ collectionId }) => collectionId),
      standings.map(({ seen }) => seen.end),
      standings.map(({ seen }) => seen.running.join(',')),
    ],
  );
  return rows.map(({ place }) => place);
}
