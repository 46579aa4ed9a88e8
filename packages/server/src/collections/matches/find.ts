import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { RecordMatch } from '@tessera/contract';
import { ownValue, stringifyJson } from '@tessera/json';
import { attributesOf } from '@tessera/records';
import { judgeFields, type SentField } from '@tessera/resolver';
import type { Transaction } from '../../platform/database/database.js';
import { uuidFrom } from '../../platform/identifiers.js';
import { describeError } from '../../platform/log.js';
import { mapWithPauses } from '../../platform/pauses.js';
import { repeat } from '../../platform/repeat.js';
import type { Services } from '../../platform/services.js';
import type { Embedders } from '../../search-runtime/embedding/embedders.js';
import { type CollectionView, openWhole, readableRecords } from '../access/view.js';
import type { RecordContent } from '../records/queries.js';
import { readSentFields, storedValues } from '../records/sent-fields.js';
import { fieldsSearch, titleOf } from '../search/by-fields.js';
import type { Found } from '../search/index/index-messages.js';
import { indexTargetOf } from '../search/index/index-target.js';
import type { SearchIndexes } from '../search/index/indexes.js';
import { findRanked } from '../search/queries.js';
import {
  type ChangedRecord,
  type FoundMatch,
  findPosition,
  lastId,
  listAfter,
  listMatched,
  movePosition,
  startPosition,
  storeMatches,
} from './queries.js';

/** Dependencies of the comparison. */
export interface MatchDependencies {
  readonly services: Pick<Services, 'database' | 'random' | 'log'>;
  readonly indexes: SearchIndexes;
  readonly embedders: Embedders;
}

const everyMs = 5_000;
/** Records per transaction: few, so that other work runs in between. */
const batchSize = 50;
/** Least log odds of a listed pair, relative to those of `high`: 20 to 1 instead of 100 to 1. */
const leastScore = Math.log(20) - Math.log(100);

/** A collection to compare. */
interface Place {
  readonly workspaceId: string;
  readonly collectionId: string;
}

/** The comparison of changed records in the background. */
export interface Matching {
  /** Compares a collection soon, and from then on after each write. */
  request(place: Place): void;
  stop(): Promise<void>;
}

/** Compares changed records in the background, a batch of each collection in turn. */
export function startMatching(dependencies: MatchDependencies): Matching {
  const { database, log } = dependencies.services;
  const failure = 'records could not be compared for duplicates';
  const requested = new Set<Place>();
  const repeating = repeat({ log, everyMs, failure }, async (signal) => {
    for (const place of requested) {
      await database.inWorkspace(place.workspaceId, (tx) =>
        movePosition(tx, place.collectionId, { from: null, to: startPosition }),
      );
      requested.delete(place);
    }
    await compareAll(dependencies, signal);
  });
  return {
    request: (place) => {
      requested.add(place);
      repeating.wake();
    },
    stop: () => repeating.stop(),
  };
}

/** Compares all changed records of the collections whose matches have been listed. */
async function compareAll(dependencies: MatchDependencies, signal: AbortSignal): Promise<void> {
  const { database, log } = dependencies.services;
  let places = await database.asSystem(listMatched);
  while (places.length > 0 && !signal.aborted) {
    const goOn: Place[] = [];
    for (const place of places) {
      const start = performance.now();
      const hasMore = await compareBatch(dependencies, place).catch((error: unknown) => {
        log.warn({ ...place, error: describeError(error) }, 'records could not be compared; tried again later');
        return false;
      });
      if (hasMore) {
        goOn.push(place);
        // Queries of all tenants use the search thread as well.
        await pause(performance.now() - start, undefined, { signal }).catch(() => undefined);
      }
    }
    places = goOn;
  }
}

/** Compares the next records of a collection. Returns whether there may be more. */
async function compareBatch(dependencies: MatchDependencies, place: Place): Promise<boolean> {
  const { workspaceId, collectionId } = place;
  const { database } = dependencies.services;
  const opened = await database.inWorkspace(workspaceId, (tx) => openNext(tx, collectionId), 'read');
  if (opened === undefined) {
    return false;
  }
  const { view, from, rows } = opened;
  const last = rows.at(-1);
  if (last === undefined) {
    const to = { mark: view.collection.change_mark, id: lastId };
    await database.inWorkspace(workspaceId, (tx) => movePosition(tx, collectionId, { from, to }));
    return false;
  }
  const found = await findPairs(dependencies, workspaceId, { view, rows });
  if (found === undefined) {
    return true;
  }
  await database.inWorkspace(workspaceId, async (tx) => {
    if (await movePosition(tx, collectionId, { from, to: { mark: last.change_mark, id: last.external_id } })) {
      await storeMatches(tx, collectionId, { compared: rows, found });
    }
  });
  return rows.length === batchSize;
}

/** Opens a collection with its next records; undefined if it was deleted. */
async function openNext(transaction: Transaction, collectionId: string) {
  const view = await openWhole(transaction, collectionId);
  const from = await findPosition(transaction, collectionId);
  return view && from
    ? { view, from, rows: await listAfter(transaction, collectionId, { ...from, limit: batchSize }) }
    : undefined;
}

/** Finds the records that may be the same as one of the rows. Undefined if the index is dropped meanwhile. */
async function findPairs(
  { services: { database, random }, indexes, embedders }: MatchDependencies,
  workspaceId: string,
  { view, rows }: { readonly view: CollectionView; readonly rows: readonly ChangedRecord[] },
): Promise<FoundMatch[] | undefined> {
  const target = indexTargetOf({ workspaceId }, view);
  await indexes.ensureReady(target, []);
  const sent = rows.map((row) => comparedFields(row, view));
  const titles = sent.map(titleOf);
  // A provider would be paid for each title, so it is compared by its words only.
  const vectors = embedders.current.isInstant
    ? await embedders.embedQueries(titles, [embedders.current.embedderId])
    : new Map();
  const searches = sent.map((fields) => ({ slice: null, filter: undefined, ...fieldsSearch(fields, vectors) }));
  const found = await indexes.search(target, searches);
  if (found === undefined) {
    return undefined;
  }
  const ids = new Set(found.flatMap((each) => (each.kind === 'compared' ? each.result.ids : [])));
  const candidates = await database.inWorkspace(
    workspaceId,
    (tx) => findRanked(tx, readableRecords(view), [...ids]),
    'read',
  );
  const byId = new Map(candidates.map((row) => [row.external_id, row]));
  const pairs = new Map<string, FoundMatch>();
  await mapWithPauses(rows, (row, at) => {
    for (const match of matchesOf(row, { view, sent: sent[at] ?? [], found: found[at], byId })) {
      const key = JSON.stringify([match.one, match.other]);
      if (pairs.get(key)?.verdict !== 'same') {
        pairs.set(key, { ...match, id: uuidFrom(random) });
      }
    }
  });
  return [...pairs.values()];
}

/** The fields of a record that are compared with those of others: all except its id and clock. */
function comparedFields({ attributes }: RecordContent, view: CollectionView): SentField[] {
  return readSentFields(attributesOf(attributes, view.config), view);
}

interface Comparison {
  readonly view: CollectionView;
  readonly sent: readonly SentField[];
  readonly found: Found | undefined;
  readonly byId: ReadonlyMap<string, RecordContent>;
}

/** The records that may be the same as one. */
function matchesOf(row: ChangedRecord, { view, sent, found, byId }: Comparison): Omit<FoundMatch, 'id'>[] {
  if (found?.kind !== 'compared') {
    return [];
  }
  const { ids, titles, frequencies, size, ...evidence } = found.result;
  const isOther = (id: string) => id !== row.external_id;
  const candidates = ids.filter(isOther).flatMap((id) => byId.get(id) ?? []);
  const compared = candidates.map((each) => ({ externalId: each.external_id, values: storedValues(sent, each, view) }));
  // As if the record were not in the collection.
  const judgement = judgeFields(sent, compared, {
    ...evidence,
    size: size - 1,
    titles: titles.filter(({ externalId }) => isOther(externalId)),
    frequencies: frequencies.map((frequency) => Math.max(0, frequency - 1)),
  });
  return judgement.ids.flatMap((id, at) => {
    const verdict = at === 0 && judgement.verdict === 'high' ? 'same' : 'maybe';
    const other = byId.get(id);
    if (other === undefined || (verdict === 'maybe' && (judgement.scoreOf(id) ?? -Infinity) < leastScore)) {
      return [];
    }
    const [one, next] = row.external_id < id ? [row, other] : [other, row];
    const fields = [...judgement.fieldsOf(id)];
    const key = { one: one.external_id, other: next.external_id };
    return [{ ...key, verdict, fields, compared: comparedHash(fields, [one, next]), changeMark: row.change_mark }];
  });
}

/** A hash of the values that two records have of the compared fields. */
export function comparedHash(fields: RecordMatch['fields'], records: readonly RecordContent[]): string {
  const names = fields
    .filter(({ agrees }) => agrees !== 'absent')
    .map(({ field }) => field)
    .sort();
  const values = records.map(({ attributes }) => names.map((name) => ownValue(attributes, name) ?? null));
  return createHash('sha256')
    .update(stringifyJson([names, values]))
    .digest('base64url');
}
