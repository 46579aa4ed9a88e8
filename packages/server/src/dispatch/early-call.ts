import { isDeepStrictEqual } from 'node:util';
import type { OperationId } from '@tessera/contract';
import { LRUCache } from 'lru-cache';
import type { Database, Queryable } from '../platform/database/database.js';
import { hashSecret } from '../platform/secrets.js';
import { presentedSecret } from '../principals/credential.js';
import type { Principal } from '../principals/principal.js';
import type { Call } from './dispatcher.js';

/** Operations that begin with a transaction in their workspace, and do nothing else before it has answered. */
const startEarly: ReadonlySet<OperationId> = new Set<OperationId>([
  'collections.describe',
  'collections.get_record',
  'collections.import_records',
  'collections.list_records',
  'collections.query',
  'collections.upsert_records',
  'documents.commit',
  'documents.delete',
  'documents.list',
  'documents.move',
  'documents.read',
  'documents.rendered',
  'documents.search',
  'documents.write',
  'ingest.batch',
  'ingest.record',
]);

/** Credentials that one statement decides about, without a rate limit of their own. */
const decidedAtOnce: ReadonlySet<Principal['kind']> = new Set([
  'pinned_token',
  'session',
  'magic_link',
  'ingest_secret',
]);

/** How long a caller is taken for who it last was: the use of its credential is then noted apart from what it does. */
const rememberedMs = 30_000;
const callersRemembered = 10_000;

/**
 * Who called lately, by the hash of the credential and the workspace asked for. It lets nobody in: a call that begins as
 * this caller is used only once the database has confirmed it.
 */
export class RecentCallers {
  private readonly callers = new LRUCache<string, Principal>({ max: callersRemembered, ttl: rememberedMs });

  /** Who this call is expected to be from; undefined where it must wait to be told. */
  expected(call: Call): Principal | undefined {
    return startEarly.has(call.operation) ? this.callers.get(keyOf(call)) : undefined;
  }

  /** Notes who a call turned out to be from. */
  note(call: Call, caller: Principal): void {
    if (caller.standing !== null && decidedAtOnce.has(caller.kind)) {
      this.callers.set(keyOf(call), caller);
    }
  }
}

function keyOf({ credentials, workspaceHeader }: Call): string {
  const presented = presentedSecret(credentials);
  return `${presented?.kind} ${hashSecret(presented?.secret ?? '').toString('hex')} ${workspaceHeader ?? ''}`;
}

/** The caller is not who it was taken for: whatever began in its name is undone. */
export class MistakenCallerError extends Error {}

/** Finds out who calls, and refuses whom the call was not begun for. */
export class Confirmation {
  private isDone = false;

  constructor(
    private readonly expected: Principal,
    private readonly find: (queryable: Queryable) => Promise<Principal | undefined>,
  ) {}

  /** Asks the database, unless it has answered. Throws `MistakenCallerError`. */
  async confirm(queryable: Queryable): Promise<void> {
    if (!this.isDone && !isDeepStrictEqual(await this.find(queryable), this.expected)) {
      throw new MistakenCallerError();
    }
    this.isDone = true;
  }

  /** Makes sure of who called when an operation ends that may have asked nothing. Throws `MistakenCallerError`. */
  async settle(database: Database): Promise<void> {
    if (!this.isDone) {
      await database.withoutWorkspace((queryable) => this.confirm(queryable));
    }
  }

  /**
   * Transactions in which the question who calls travels with the first statements. No row of theirs is handed out, and
   * nothing is committed that changes anything, before it is answered.
   */
  over(database: Database): Pick<Database, 'inWorkspace'> {
    return {
      inWorkspace: (workspaceId, work) =>
        database.inWorkspace(workspaceId, async (transaction) => {
          const confirmed = this.confirm(transaction);
          const afterwards = ({ query }: Queryable): Queryable => ({
            query: async <Row>(...sent: Parameters<Queryable['query']>) => {
              const [, rows] = await Promise.all([confirmed, query<Row>(...sent)]);
              return rows;
            },
          });
          const result = await work({ ...transaction, ...afterwards(transaction), last: afterwards(transaction.last) });
          await confirmed;
          return result;
        }),
    };
  }
}
