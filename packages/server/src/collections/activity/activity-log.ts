import type { Confidence, QueryAnswer } from '@tessera/contract';
import type { MetricReading } from '../../http/metrics.js';
import { uuidFrom } from '../../platform/identifiers.js';
import { describeError } from '../../platform/log.js';
import type { Services } from '../../platform/services.js';
import { actorOf, type Principal } from '../../principals/principal.js';
import {
  addCounts,
  type CollectionKey,
  type DayCounts,
  findLogDays,
  insertQueries,
  type NewQueryRow,
} from './queries.js';

const everyMs = 1_000;
/** Maximum queries that wait to be stored, per workspace and in total. The first is also the size of a batch. */
const waitingPerWorkspace = 1_000;
const waitingMax = 20_000;

/** A query and its result. */
export interface QueryOutcome {
  readonly query: string;
  readonly confidence: Confidence;
  readonly match_type: QueryAnswer['match_type'];
  /** The id of the first result. */
  readonly external_id: string | null;
  readonly duration_ms: number;
  /** The strength of a `high` by the ranking; null for other verdicts. */
  readonly strength: number | null;
}

/** Queries and counts of one collection that are not stored yet. */
interface Waiting extends CollectionKey {
  readonly queries: NewQueryRow[];
  readonly days: Map<string, DayCounts>;
}

/** A day in UTC, such as 2026-01-31. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/**
 * Stores queries and counts of writes in the background, so that no call waits for them. If the process is killed,
 * unstored entries are lost. While the database is slow, the oldest queries are dropped, but their verdicts are still
 * counted.
 */
export class ActivityLog {
  private waiting = new Map<string, Waiting>();
  private readonly waitingOf = new Map<string, number>();
  private waitingQueries = 0;
  private dropped = 0;
  private storing: Promise<void> | undefined;
  private readonly timer = setInterval(() => void this.store(), everyMs).unref();

  constructor(private readonly services: Pick<Services, 'database' | 'storage' | 'log' | 'clock' | 'random'>) {}

  /** Adds an answered query. */
  noteQuery(collection: CollectionKey, principal: Principal, answered: QueryOutcome): void {
    const at = this.services.clock();
    const waiting = this.waitingAt(collection);
    countsOn(waiting, at)[answered.confidence] += 1;
    const ofWorkspace = this.waitingOf.get(collection.workspaceId) ?? 0;
    if (ofWorkspace >= waitingPerWorkspace || this.waitingQueries >= waitingMax) {
      this.dropped += 1;
      if (waiting.queries.shift() === undefined) {
        return;
      }
    } else {
      this.waitingOf.set(collection.workspaceId, ofWorkspace + 1);
      this.waitingQueries += 1;
    }
    const { kind, id, name } = actorOf(principal);
    const actor = { actor_kind: kind, actor_id: id, actor_name: name };
    waiting.queries.push({ right: null, ...answered, ...actor, id: uuidFrom(this.services.random), at });
    if (ofWorkspace + 1 === waitingPerWorkspace) {
      void this.store();
    }
  }

  /** Adds the outcome counts of a write. */
  noteWrite(
    collection: CollectionKey,
    { written, stale, failed }: Pick<DayCounts, 'written' | 'stale' | 'failed'>,
  ): void {
    const counts = countsOn(this.waitingAt(collection), this.services.clock());
    counts.written += written;
    counts.stale += stale;
    counts.failed += failed;
  }

  /** Stores the waiting entries, then stops. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.storing;
    await this.store();
  }

  /** Metrics for the operator. */
  readings(): MetricReading[] {
    return [
      {
        name: 'tessera_queries_not_logged',
        help: 'Queries that the query log left out because too many waited',
        read: () => this.dropped,
      },
    ];
  }

  private waitingAt(collection: CollectionKey): Waiting {
    const known = this.waiting.get(collection.collectionId) ?? { ...collection, queries: [], days: new Map() };
    this.waiting.set(collection.collectionId, known);
    return known;
  }

  /**
   * Stores the waiting entries. If that is already running, returns the running call, so that at most one batch is in
   * progress.
   */
  private store(): Promise<void> {
    this.storing ??= this.storeAll().finally(() => {
      this.storing = undefined;
    });
    return this.storing;
  }

  private async storeAll(): Promise<void> {
    const entries = [...this.waiting.values()];
    this.waiting = new Map();
    this.waitingOf.clear();
    this.waitingQueries = 0;
    for (const waiting of entries) {
      await this.storeOne(waiting);
    }
  }

  private async storeOne({ workspaceId, collectionId, queries, days }: Waiting): Promise<void> {
    try {
      const isFull = await this.services.storage.isFull(workspaceId);
      await this.services.database.inWorkspace(workspaceId, async (transaction) => {
        if (!isFull && queries.length > 0 && (await findLogDays(transaction)) > 0) {
          insertQueries(transaction, collectionId, queries);
        }
        for (const [day, counts] of days) {
          addCounts(transaction, { collectionId, day }, counts);
        }
      });
    } catch (error) {
      // Also happens if the collection, and its log with it, was deleted meanwhile.
      this.services.log.warn({ error: describeError(error) }, 'what happened in a collection could not be logged');
    }
  }
}

function countsOn({ days }: Waiting, at: Date): DayCounts {
  const day = dayOf(at);
  const counts = days.get(day) ?? { high: 0, low: 0, none: 0, written: 0, stale: 0, failed: 0 };
  days.set(day, counts);
  return counts;
}
