import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@opensearch-project/opensearch';
import type { IndexScope, Reading } from '@tessera/resolver';
import { errors } from '../../../platform/errors.js';
import { mapWithPauses } from '../../../platform/pauses.js';
import type { ChangedRow } from '../index/index-queries.js';
import { liveQuery } from './cells.js';
import {
  documentId,
  documentOf,
  indexSettings,
  mapping,
  type SourceFields,
  type Space,
  spaceName,
  vectorField,
  vectorMapping,
} from './documents.js';

/** The result of a search in OpenSearch. */
export interface EngineFound {
  readonly total: number;
  readonly sources: readonly SourceFields[];
  readonly aggregations: unknown;
}

/** How long to wait for OpenSearch. */
export interface Patience {
  /** Maximum duration of a request in milliseconds, and that of a write. */
  readonly requestMs: number;
  readonly writeMs: number;
  /** Pauses between attempts in milliseconds. After the last attempt, the query fails with 503. */
  readonly retryAfterMs: readonly number[];
}

/** All attempts of a search take less than a minute, the time after which proxies usually give up. */
export const usualPatience: Patience = { requestMs: 12_000, writeMs: 60_000, retryAfterMs: [100, 400, 1_600] };
const stateId = 'state';
/** Ids of documents without content. OpenSearch stores each in another shard. */
const refreshIds = ['refresh-0', 'refresh-2', 'refresh-3'];

/** The index of one collection and index version in OpenSearch. */
export class EngineIndex {
  /** The sequence number up to which the index, and therefore each search, contains all writes. */
  seen = 0;
  private build = '';
  private readonly spaces = new Set<string>();

  constructor(
    private readonly client: Client,
    readonly name: string,
    private readonly patience: Omit<Patience, 'requestMs'> = usualPatience,
  ) {}

  /** Creates the index if it does not exist, and reads up to which write it is complete. */
  async open(): Promise<void> {
    const { client, name: index } = this;
    const created = { settings: indexSettings, mappings: { ...mapping, _meta: { build: randomUUID() } } };
    await this.retried(async () => {
      const { body } = await client.indices.create(
        { index, body: created as never },
        { ignore: [400], ...this.ofWrites },
      );
      this.build = await this.storedBuild();
      if (this.build === '') {
        // A write after its deletion has created it without its mapping, or OpenSearch has refused to create it.
        await client.indices.delete({ index }, { ignore: [404] });
        throw new Error(`OpenSearch did not create the index ${index}: ${JSON.stringify(body)}`);
      }
    });
    this.seen = await this.storedState();
  }

  /**
   * Throws if the index was deleted, built again or replaced by an older one after it was opened. Without this check, a
   * search could count the records of an index that another process is building.
   */
  async confirm(): Promise<void> {
    const build = await this.retried(() => this.storedBuild());
    if (build !== this.build || (await this.storedState()) < this.seen) {
      throw lost(`the index ${this.name} was replaced`);
    }
  }

  /** The id of a build of the index; empty if it is missing, or was created by a write after it was deleted. */
  private async storedBuild(): Promise<string> {
    const { body } = await this.client.indices.getMapping({ index: this.name }, { ignore: [404] });
    const { build = '' } = (body[this.name]?.mappings?._meta ?? {}) as { build?: string };
    return build;
  }

  /** The sequence number up to which the stored index is complete. */
  private storedState(): Promise<number> {
    return this.retried(async () => {
      const { body } = await this.client.get({ index: this.name, id: stateId }, { ignore: [404] });
      const state = body._source as { seen?: string } | undefined;
      return Number(state?.seen ?? 0);
    });
  }

  /** Deletes the index. */
  async clear(): Promise<void> {
    await this.retried(() => this.client.indices.delete({ index: this.name }, { ignore: [404] }));
    this.spaces.clear();
  }

  /** Writes changed records. A version that is older than the stored one is ignored. */
  async write(rows: readonly ChangedRow[], reading: Reading): Promise<void> {
    const documents = await mapWithPauses(rows, (row) => ({ row, ...documentOf(row, reading) }));
    for (const { space } of documents) {
      if (space !== undefined) {
        await this.map(space);
      }
    }
    await this.bulk(
      documents.map(({ row, body }) => [
        { _id: documentId(row.external_id), version: row.change_mark, version_type: 'external_gte' },
        body,
      ]),
    );
  }

  private async bulk(documents: readonly (readonly [action: object, body: object])[], options = {}): Promise<void> {
    const body = documents.flatMap(([index, each]) => [{ index }, each]);
    await this.retried(async () => {
      const sent = { index: this.name, body: body as never, ...options };
      const { body: answer } = await this.client.bulk(sent, this.ofWrites);
      const failed = answer.items.find(({ index }) => index?.error !== undefined && index.status !== 409);
      if (failed !== undefined) {
        throw new Error(`OpenSearch did not store a document: ${JSON.stringify(failed.index?.error)}`);
      }
    });
  }

  /** Makes the written records searchable, and stores that the index contains all writes up to the sequence number. */
  async finish(seen: number): Promise<void> {
    const { client, name: index } = this;
    // The call `_refresh` reports success for a shard without an available copy. A write with `refresh` does not.
    await this.bulk(
      refreshIds.map((_id) => [{ _id }, {}]),
      { refresh: true },
    );
    await this.confirm();
    await this.retried(async () => {
      // Searches do not find this document, because it has no field of a record, not even `gone`.
      const state = { seen: String(seen) };
      await client.index(
        { index, id: stateId, version: seen, version_type: 'external_gte', body: state },
        { ignore: [409] },
      );
    });
    this.seen = Math.max(this.seen, seen);
  }

  private get ofWrites() {
    return { requestTimeout: this.patience.writeMs };
  }

  /** Searches live records. Throws `unavailable` if a shard does not respond. */
  async search(
    { atLeast }: Pick<IndexScope, 'atLeast'>,
    { query, ...search }: Readonly<Record<string, unknown>>,
  ): Promise<EngineFound> {
    return this.retried(async () => {
      if (this.seen < atLeast) {
        throw new Error(`OpenSearch has writes up to ${this.seen}, and the query needs ${atLeast}.`);
      }
      const body = { ...search, query: within(query as Record<string, unknown>), timeout: '10s' };
      const { body: answer } = await this.client.search({
        index: this.name,
        allow_partial_search_results: false,
        body: body as never,
      });
      whole(answer._shards);
      if (answer.timed_out) {
        throw new Error('OpenSearch has answered in part, because its time was over.');
      }
      const { total, hits } = answer.hits;
      const sources = hits.map(({ _source }) => _source as unknown as SourceFields);
      return {
        total: typeof total === 'object' ? total.value : (total ?? 0),
        sources,
        aggregations: answer.aggregations,
      };
    });
  }

  /** Repeats work after a failure. Throws `unavailable` after the last attempt. */
  private async retried<Result>(work: () => Promise<Result>): Promise<Result> {
    for (const waitMs of this.patience.retryAfterMs) {
      try {
        return await work();
      } catch {
        await pause(waitMs);
      }
    }
    try {
      return await work();
    } catch (cause) {
      throw lost(cause);
    }
  }

  private async map(space: Space): Promise<void> {
    const name = spaceName(space);
    if (!this.spaces.has(name)) {
      const properties = { [vectorField(space)]: vectorMapping(space) };
      await this.retried(async () => {
        const { body } = await this.client.indices.putMapping({ index: this.name, body: { properties } as never });
        if (!body.acknowledged) {
          throw new Error(`OpenSearch did not change the mapping of ${this.name}: ${JSON.stringify(body)}`);
        }
      });
      this.spaces.add(name);
    }
  }
}

/** Restricts a query to live records. */
function within(query: Record<string, unknown>): Record<string, unknown> {
  const { script_score: scored } = query as { script_score?: { query: unknown } };
  if (scored !== undefined) {
    return { script_score: { ...scored, query: { bool: { filter: [liveQuery, scored.query] } } } };
  }
  return 'knn' in query ? query : { bool: { filter: [liveQuery, query] } };
}

/** The error for a query that OpenSearch cannot answer, with the reason for the log. */
function lost(cause: unknown): Error {
  const error = errors.unavailable('The search engine of this collection does not answer: try again shortly.');
  return Object.assign(error, { cause });
}

/** Throws if a shard did not respond. */
function whole(shards: { readonly failed: number; readonly total: number; readonly successful: number }): void {
  if (shards.failed > 0) {
    throw new Error(`${shards.failed} of ${shards.total} shards of OpenSearch did not answer.`);
  }
}
