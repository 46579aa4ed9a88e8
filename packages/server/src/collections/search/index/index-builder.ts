import { existsSync } from 'node:fs';
import { type ColumnKey, columnName } from '@tessera/search-engine';
import type { Transaction } from '../../../platform/database/database.js';
import { describeError } from '../../../platform/log.js';
import type { IndexThread } from '../../../search-runtime/index-thread.js';
import { FollowedIndex } from './followed-index.js';
import { type IndexFileDependencies, pathOf } from './index-files.js';
import { findState, findSums, listFieldValues, listForIndex, type Page } from './index-queries.js';
import type { IndexTarget } from './index-target.js';
import type { RecordIndex } from './record-index.js';

// Records per page. A page is one transaction and one message to the thread, and other requests wait until both are
// done.
const pageSize = { usual: 500, ofLongTexts: 50 } as const;
/** If a page has at least this many characters, the next page is a short one. */
const longPageCharacters = 500_000;
const progressEvery = 100_000;
/** How often a restored index is compared with a collection that is being written, before it is rebuilt. */
const comparisonsMax = 4;

type Sums = ReturnType<typeof findSums>;

/** Dependencies of the builder. */
export interface BuilderDependencies extends IndexFileDependencies {
  readonly thread: IndexThread;
  /** The embedder that computes new vectors. */
  readonly embedderId: string;
}

/** Builds indexes and columns from the database, or restores them from files of an earlier process. */
export class IndexBuilder {
  constructor(private readonly dependencies: BuilderDependencies) {}

  /**
   * Builds an index in separate transactions. Returns undefined if the collection was deleted, or if its record ids
   * changed meanwhile. The caller then reads the collection's row again.
   */
  async build(target: IndexTarget, onDropped: () => void): Promise<FollowedIndex | undefined> {
    const find = () => this.inWorkspace(target, (transaction) => findState(transaction, target.collectionId));
    // Read before the first page. Writes since then are read when the index catches up.
    const before = await find();
    const create = async () => {
      const remote = this.dependencies.thread.create<RecordIndex>('records', this.dependencies.embedderId, onDropped);
      await remote.call('readAs', { synonyms: before?.synonyms ?? [], phoneCountry: before?.phoneCountry ?? null });
      return new FollowedIndex(target, remote, this.dependencies.database);
    };
    const index = (await this.restore(await create())) ?? (await this.fill(await create(), before?.change_mark ?? 0));
    const after = await find();
    if ([before, after].some((state) => state?.index_version !== target.indexVersion)) {
      index.remote.drop();
    }
    return index.remote.isDropped ? undefined : index;
  }

  private async fill(index: FollowedIndex, sequenceNumber: number): Promise<FollowedIndex> {
    const startMs = performance.now();
    const { remote, target } = index;
    const { collectionId: collection } = target;
    index.sequenceNumber = sequenceNumber;
    const list = (transaction: Transaction, page: Page) => listForIndex(transaction, collection, page);
    try {
      for await (const rows of this.pages(target, list)) {
        const before = remote.size;
        await remote.call('apply', { rows, gone: [] });
        if (Math.floor(remote.size / progressEvery) > Math.floor(before / progressEvery)) {
          this.dependencies.log.info(
            { collection, records: remote.size, bytes: remote.bytes },
            'building a search index',
          );
        }
      }
    } catch (error) {
      remote.drop();
      throw error;
    }
    this.logLoaded(index, startMs, 'built a search index');
    return index;
  }

  /** Loads a stored index. If the file is unusable, drops the index and returns undefined. */
  private async restore(index: FollowedIndex): Promise<FollowedIndex | undefined> {
    const startMs = performance.now();
    const { folder, log } = this.dependencies;
    const { remote, target } = index;
    try {
      const path = folder === undefined ? '' : pathOf(folder, target);
      const read = () => this.inWorkspace(target, (transaction) => findSums(transaction, target.collectionId));
      // At the same time, because the database reads every record for its sums.
      const [stored, sums] = existsSync(path) ? await Promise.all([remote.call('restore', path), read()]) : [];
      index.sequenceNumber = stored?.sequenceNumber ?? 0;
      index.storedMs = stored?.storedMs;
      if (stored !== undefined && (await this.isOfThisPast(index, sums, read))) {
        this.logLoaded(index, startMs, 'restored a search index');
        return index;
      }
    } catch (error) {
      log.debug({ collection: target.collectionId, error: describeError(error) }, 'no stored search index was used');
    }
    remote.drop();
    return undefined;
  }

  private logLoaded({ target, remote }: FollowedIndex, startMs: number, text: string): void {
    const { size: records, bytes } = remote;
    const duration_ms = Math.round(performance.now() - startMs);
    this.dependencies.log.info({ collection: target.collectionId, records, bytes, duration_ms }, text);
  }

  /** Whether a stored index lacks only later writes. If the database was restored from a backup, it may contain others. */
  private async isOfThisPast(index: FollowedIndex, sums: Awaited<Sums>, read: () => Sums): Promise<boolean> {
    for (let tries = 0, found = sums; tries < comparisonsMax; tries += 1) {
      await index.catchUpApart();
      if (found?.change_mark === index.sequenceNumber) {
        const own = await index.remote.call('sums', undefined);
        return (['records', 'sequenceNumbers', 'updatedMs'] as const).every((name) => found?.[name] === own[name]);
      }
      found = await read();
    }
    return false;
  }

  /** Loads a column of an index, or loads it again, in separate transactions. */
  async loadColumn(index: FollowedIndex, column: ColumnKey): Promise<void> {
    const { target, remote } = index;
    const { field } = column;
    // From here on, updates of the index include attributes, so no change of the field is missed.
    await index.inOrder(() => remote.call('startColumn', column));
    const list = (transaction: Transaction, page: Page) =>
      listFieldValues(transaction, target.collectionId, { ...page, field });
    for await (const values of this.pages(target, list)) {
      await remote.call('extendColumn', { column, values });
    }
    index.loadedColumns.add(columnName(column));
  }

  /** Reads a collection in pages sorted by id, each in its own transaction. */
  private async *pages<Row extends PageRow>(
    target: IndexTarget,
    list: (transaction: Transaction, page: Page) => Promise<Row[]>,
  ): AsyncGenerator<Row[]> {
    let limit: number = pageSize.ofLongTexts;
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page: Page = { after, limit };
      const rows: Row[] = await this.inWorkspace(target, (transaction) => list(transaction, page));
      if (rows.length > 0) {
        yield rows;
      }
      after = rows.length < limit ? undefined : rows.at(-1)?.external_id;
      limit = isLong(rows, limit) ? pageSize.ofLongTexts : pageSize.usual;
    }
  }

  private inWorkspace<Result>(
    { workspaceId }: IndexTarget,
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result> {
    // Reading only: the embedded engine could not build an index beside writes, or while its disk is full.
    return this.dependencies.database.inWorkspace(workspaceId, work, 'read');
  }
}

/** A row of a page. Its text may be long. */
interface PageRow {
  readonly external_id: string;
  readonly embed_text?: string;
  readonly value_json?: string | null;
}

/** Whether a full page of rows like these would be too long. */
function isLong(rows: readonly PageRow[], limit: number): boolean {
  const characters = rows.reduce((sum, { embed_text, value_json }) => sum + (embed_text ?? value_json ?? '').length, 0);
  return (characters * pageSize.usual) / limit > longPageCharacters;
}
