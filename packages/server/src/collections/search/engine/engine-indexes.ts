import type { Client } from '@opensearch-project/opensearch';
import { answerQuestions, type IndexScope } from '@tessera/resolver';
import type { Database } from '../../../platform/database/database.js';
import { describeError, type Log } from '../../../platform/log.js';
import { type IndexThread, untilDropped } from '../../../search-runtime/index-thread.js';
import type { ExternalIndexes } from '../index/external-indexes.js';
import type { Found, IndexSearch, NewestQuery } from '../index/index-messages.js';
import {
  findState,
  findSumsUpTo,
  type IndexReading,
  listChangedAfter,
  listFewChanged,
} from '../index/index-queries.js';
import { type IndexTarget, keyOf } from '../index/index-target.js';
import { filterQuery, sliceQuery } from './cells.js';
import { ChangedRecords } from './changed-records.js';
import { spaceOf } from './documents.js';
import { EngineIndex, type Patience, usualPatience } from './engine-index.js';
import { EngineQuestions } from './questions.js';
import { type RecordSample, readingOf } from './record-sample.js';
import { deleteUnused, indexName } from './unused-indexes.js';

const pageSize = 500;
/** Number of changed records from which OpenSearch is updated. Until then, the process ranks them. */
const usualUpdateFrom = 100;

/** Dependencies of indexes in OpenSearch. */
export interface EngineDependencies {
  readonly database: Database;
  readonly log: Log;
  readonly embedderId: string;
  readonly thread: IndexThread;
  /** Addresses of the nodes of OpenSearch. */
  readonly urls: readonly string[];
  /** Start of the names of all indexes of this installation. */
  readonly prefix: string;
  readonly patience?: Patience;
  /** Number of changed records from which OpenSearch is updated. */
  readonly updateFrom?: number;
}

/** An open index, and how its records are read. */
interface Followed {
  readonly index: EngineIndex;
  readonly reading: IndexReading;
  embedderIds: readonly string[];
  /** Records that were written after the last update. */
  changed?: ChangedRecords;
  /** Resolves after the last update, because updates must not overlap. */
  order: Promise<unknown>;
}

/**
 * The search indexes of large collections in OpenSearch. Each process follows the writes of the collections that it
 * queries. If another process has already stored a write, storing it again changes nothing.
 */
export class EngineIndexes implements ExternalIndexes {
  private client: Promise<Client> | undefined;
  private readonly followed = new Map<string, Promise<Followed>>();
  private readonly ready = new Map<string, Followed>();

  constructor(private readonly dependencies: EngineDependencies) {}

  /** Whether the index exists and was compared with the database. */
  isReady(target: IndexTarget): boolean {
    return this.ready.has(keyOf(target));
  }

  /** The ids of the embedders that computed the index's vectors. */
  embedderIds(target: IndexTarget): readonly string[] {
    const followed = this.ready.get(keyOf(target));
    const { embedderIds = [], changed } = followed ?? {};
    const isChanged = changed !== undefined && changed.between.upTo > (followed?.index.seen ?? 0);
    return [...new Set([...embedderIds, ...(isChanged ? changed.embedderIds : [])])];
  }

  /**
   * Builds the index if it is missing, and updates it up to the target. If few records have changed, they are read from
   * the database instead, and an update is not awaited.
   */
  async ensureReady(target: IndexTarget): Promise<void> {
    const key = keyOf(target);
    const opening = this.followed.get(key) ?? this.open(target);
    this.followed.set(key, opening);
    const followed = await this.orForgotten(target, () => opening);
    if (followed.index.seen < target.sequenceNumber) {
      const { updateFrom = usualUpdateFrom } = this.dependencies;
      const changed = await this.readFewChanged(target, followed);
      if (changed === undefined) {
        await this.update(target, followed);
      } else if (changed.size >= updateFrom) {
        this.update(target, followed).catch(() => undefined);
      }
    }
    this.ready.set(key, followed);
  }

  /** Updates the index after the updates that were started before. */
  private update(target: IndexTarget, followed: Followed): Promise<void> {
    const update = followed.order.then(() =>
      this.orForgotten(target, async () => {
        if (followed.index.seen < target.sequenceNumber) {
          await followed.index.confirm();
          await this.catchUp(target, followed);
        }
      }),
    );
    followed.order = update.catch(() => undefined);
    return update;
  }

  /** Reads the records that changed after the last update. Undefined if there are too many or none. */
  private async readFewChanged(target: IndexTarget, followed: Followed): Promise<ChangedRecords | undefined> {
    const { changed, reading } = followed;
    if (changed !== undefined && changed.between.upTo >= target.sequenceNumber) {
      return changed;
    }
    const after = followed.index.seen;
    const rows = await this.dependencies.database.inWorkspace(
      target.workspaceId,
      (transaction) => listFewChanged(transaction, target.collectionId, { after, withAttributes: true }),
      'read',
    );
    if (rows.length === 0) {
      return undefined;
    }
    followed.changed = new ChangedRecords(rows, readingOf(reading), { after, upTo: target.sequenceNumber });
    return followed.changed;
  }

  /** Runs many searches; call `ensureReady` first. */
  async search(target: IndexTarget, searches: readonly IndexSearch[]): Promise<Found[] | undefined> {
    const followed = this.ready.get(keyOf(target));
    if (followed === undefined) {
      return undefined;
    }
    return this.orForgotten(target, () =>
      untilDropped(async () => {
        const found: Found[] = [];
        for (const each of searches) {
          found.push(await this.searchOne(target, followed, each));
        }
        await followed.index.confirm();
        return found;
      }),
    );
  }

  /** Runs work. After a failure, the next query opens the index again and compares it with the database. */
  private async orForgotten<Result>(target: IndexTarget, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const { cause } = error as Error;
      this.dependencies.log.warn({ error: describeError(cause ?? error) }, 'OpenSearch did not answer');
      this.followed.delete(keyOf(target));
      this.ready.delete(keyOf(target));
      throw error;
    }
  }

  /** Deletes the indexes that no query can use, and forgets those that this process has opened. */
  async deleteUnused(): Promise<void> {
    const { database, log, prefix } = this.dependencies;
    try {
      for (const target of await deleteUnused(await this.connected(), database, prefix)) {
        this.followed.delete(keyOf(target));
        this.ready.delete(keyOf(target));
      }
    } catch (error) {
      log.warn({ error: describeError(error) }, 'unused indexes in OpenSearch could not be deleted');
    }
  }

  /** Closes the connections. */
  async close(): Promise<void> {
    await (await this.client)?.close();
  }

  /** The client. Its code takes 20 MB, so it is loaded only where OpenSearch is used. */
  private connected(): Promise<Client> {
    const { urls, patience = usualPatience } = this.dependencies;
    this.client ??= import('@opensearch-project/opensearch').then(
      ({ Client }) => new Client({ nodes: [...urls], maxRetries: 0, requestTimeout: patience.requestMs }),
    );
    return this.client;
  }

  private async searchOne(target: IndexTarget, followed: Followed, search: IndexSearch): Promise<Found> {
    const { index, reading } = followed;
    const scope = { ...target, slice: search.slice, atLeast: target.sequenceNumber };
    if (!('values' in search) && search.text === '') {
      await this.update(target, followed);
      return { kind: 'newest', ids: await newest(index, scope, search) };
    }
    const { thread, embedderId } = this.dependencies;
    const sample = thread.create<RecordSample>('samples', embedderId, () => undefined);
    try {
      return await answerQuestions({ ...questionsOf(followed, scope), filter: search.filter }, (answers) =>
        sample.call('round', { reading, search, answers }),
      );
    } finally {
      sample.drop();
    }
  }

  private async open(target: IndexTarget): Promise<Followed> {
    const { database, log } = this.dependencies;
    const state = await database.inWorkspace(target.workspaceId, (transaction) =>
      findState(transaction, target.collectionId),
    );
    const reading = { synonyms: state?.synonyms ?? [], phoneCountry: state?.phoneCountry ?? null };
    const { prefix, patience } = this.dependencies;
    const index = new EngineIndex(await this.connected(), indexName(prefix, target), patience);
    const followed: Followed = { index, reading, embedderIds: [], order: Promise.resolve() };
    await index.open();
    await this.catchUp(target, followed);
    if (!(await this.isOfThisPast(target, index))) {
      log.warn(
        { collection: target.collectionId },
        'the index in OpenSearch differs from the database and is built again',
      );
      await index.clear();
      await index.open();
      await this.catchUp(target, followed);
    }
    return followed;
  }

  private async catchUp({ workspaceId, collectionId }: IndexTarget, followed: Followed): Promise<void> {
    const { database } = this.dependencies;
    const { index, reading } = followed;
    const state = await database.inWorkspace(workspaceId, (transaction) => findState(transaction, collectionId));
    const last = state?.change_mark ?? 0;
    if (last > index.seen) {
      for (let after = { mark: index.seen, id: '' }, isMore = true; isMore; ) {
        const page = { ...after, limit: pageSize, isFirst: after.id === '' };
        const rows = await database.inWorkspace(workspaceId, (transaction) =>
          listChangedAfter(transaction, collectionId, page),
        );
        const end = rows.at(-1);
        if (end !== undefined) {
          await index.write(rows, readingOf(reading));
          after = { mark: end.change_mark, id: end.external_id };
        }
        isMore = rows.length === pageSize;
      }
      await index.finish(last);
    }
    const { aggregations } = await index.search(
      { atLeast: last },
      { size: 0, query: { match_all: {} }, aggs: { spaces: { terms: { field: 'space', size: 100 } } } },
    );
    const { spaces } = aggregations as { spaces: { buckets: readonly { key: string }[] } };
    followed.embedderIds = [...new Set(spaces.buckets.map(({ key }) => spaceOf(key).embedderId))];
  }

  /**
   * Whether the index contains the records of the database. If not, the database has been restored from a backup.
   * Records that were written in the meantime are excluded; the next update reads them.
   */
  private async isOfThisPast({ workspaceId, collectionId }: IndexTarget, index: EngineIndex): Promise<boolean> {
    const sums = await this.dependencies.database.inWorkspace(
      workspaceId,
      (transaction) => findSumsUpTo(transaction, collectionId, index.seen),
      'read',
    );
    if (sums === undefined) {
      return true;
    }
    const query = { bool: { must_not: [{ terms: { id: sums.changedIds } }] } };
    const { total, aggregations } = await index.search(
      { atLeast: 0 },
      { size: 0, track_total_hits: true, query, aggs: { marks: { sum: { field: 'mark' } } } },
    );
    const { marks } = aggregations as { marks: { value: number } };
    return sums.change_mark >= index.seen && total === sums.records && marks.value === sums.sequenceNumbers;
  }
}

/** The questions of a query, with the changed records if OpenSearch lacks a write that the query needs. */
function questionsOf({ index, changed }: Followed, scope: IndexScope) {
  const isComplete = index.seen >= scope.atLeast || changed === undefined || changed.between.upTo < scope.atLeast;
  return isComplete
    ? { questions: new EngineQuestions(index), scope }
    : { questions: new EngineQuestions(index, changed), scope: { ...scope, atLeast: changed.between.after } };
}

async function newest(index: EngineIndex, scope: IndexScope, { slice, filter, limit }: NewestQuery): Promise<string[]> {
  const latest = { order: 'desc', missing: '_last' };
  const { sources } = await index.search(scope, {
    size: limit,
    sort: [{ written_ms: latest }, { written_us: latest }, { id: { order: 'asc' } }],
    query: { bool: { filter: [sliceQuery(slice), ...(filter === undefined ? [] : [filterQuery(filter)])] } },
  });
  return sources.map(({ id }) => id);
}
