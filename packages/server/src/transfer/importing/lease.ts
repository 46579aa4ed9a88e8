import { limits } from '@tessera/contract';
import type { Database } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { endLease, renewLease } from './queries.js';

/** Keeps what an import has stored from the sweep, as long as its process renews it. */
export class Lease {
  private readonly timer: NodeJS.Timeout;
  private isLost = false;

  constructor(
    private readonly database: Pick<Database, 'asSystem'>,
    private readonly workspaceId: string,
  ) {
    this.timer = setInterval(() => void this.renew(), (limits.importLeaseSeconds * 1_000) / 6).unref();
  }

  /** Throws `unavailable` once the deletion of what was imported has begun. */
  requireHeld(): void {
    if (this.isLost) {
      throw errors.unavailable('The import was interrupted and nothing of it is left: repeat it.');
    }
  }

  /** Leaves what was imported to the sweep; without a database, the time that passes does the same. */
  async giveUp(): Promise<void> {
    await this.database.asSystem((transaction) => endLease(transaction, this.workspaceId)).catch(() => undefined);
  }

  /** Renews no more. */
  stop(): void {
    clearInterval(this.timer);
  }

  private async renew(): Promise<void> {
    // A database that is away for a moment may be back before the lease ends.
    const isHeld = await this.database
      .asSystem((transaction) => renewLease(transaction, this.workspaceId))
      .catch(() => true);
    this.isLost ||= !isHeld;
  }
}
