import { isDeepStrictEqual } from 'node:util';
import type { Queryable } from '../platform/database/database.js';
import type { Services } from '../platform/services.js';
import { type Credentials, presentedSecret } from '../principals/credential.js';
import type { Principal } from '../principals/principal.js';
import { findVisitor, readPrincipal } from '../principals/queries.js';

/**
 * The caller, or what the call was checked against, has changed. The transaction is rolled back, and the call is
 * admitted and starts again, at most twice.
 */
export class StartAgainError extends Error {}

/**
 * Confirms the caller inside transactions: the credential is valid, and role, groups, capabilities and workspace are
 * unchanged since the call was admitted.
 */
export class Confirmation {
  private confirmed: boolean;
  /** True for anonymous callers and the operator, who have no row in the database to confirm. */
  private readonly isFree: boolean;

  constructor(
    private readonly services: Pick<Services, 'clock'>,
    private readonly credentials: Credentials,
    private readonly expected: Principal,
  ) {
    this.isFree = expected.kind === 'anonymous' || expected.kind === 'operator';
    this.confirmed = this.isFree;
  }

  /** Whether a transaction of the call has confirmed the caller. */
  get isConfirmed(): boolean {
    return this.confirmed;
  }

  /** Makes the next transaction confirm the caller again. */
  expire(): void {
    this.confirmed = this.isFree;
  }

  /** Confirms the caller with a query. Throws `StartAgainError`. */
  async confirm(queryable: Queryable): Promise<void> {
    const presented = presentedSecret(this.credentials);
    if (presented === undefined || presented.kind === 'operator') {
      return;
    }
    const { kind, secret, hash } = presented;
    const current =
      kind === 'visitor'
        ? await findVisitor(queryable, secret)
        : await readPrincipal(queryable, {
            kind,
            hash,
            at: this.services.clock(),
            workspaceId: this.expected.scope?.workspace.id ?? null,
          });
    if (!isDeepStrictEqual(current, this.expected)) {
      throw new StartAgainError();
    }
    this.confirmed = true;
  }

  /**
   * Runs work in a new transaction. Confirmation is pipelined with the first statement; no row, error or commit
   * precedes it.
   */
  async within<Opened extends Queryable, Result>(
    transaction: Opened,
    work: (transaction: Opened) => Promise<Result>,
  ): Promise<Result> {
    const confirmed = this.confirm(transaction);
    // Prevents an unhandled rejection. Every path below awaits the promise.
    confirmed.catch(() => undefined);
    const query = async <Row>(...sent: Parameters<Queryable['query']>): Promise<Row[]> => {
      const rows = transaction.query<Row>(...sent);
      // Await both, so that no statement is in flight when the connection returns to the pool.
      await Promise.allSettled([rows, confirmed]);
      await confirmed;
      return rows;
    };
    try {
      return await work({ ...transaction, query });
    } finally {
      await confirmed;
    }
  }
}
