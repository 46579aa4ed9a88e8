import { limits } from '@tessera/contract';
import type { Database } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { endLease, renewLease } from './queries.js';

/** Protects imported rows from the sweep, as long as this process renews it. */
export class Lease {
  private readonly timer: NodeJS.Timeout;
  private isLost = false;

  constructor(
    private readonly database: Pick<Database, 'asSystem'>,
    private readonly workspaceId: string,
  ) {
    this.timer = setInterval(() => void this.renew(), (limits.importLeaseSeconds * 1_000) / 6).unref();
  }

  /** Throws `unavailable` if the sweep has already started to delete the imported rows. */
  requireLease(): void {
    if (this.isLost) {
      throw errors.unavailable('The import was interrupted and nothing of it is left: repeat it.');
    }
  }

  /** Gives the imported rows up for deletion. If the database cannot be reached, the lease expires by itself. */
  async giveUp(): Promise<void> {
    await this.database.asSystem((transaction) => endLease(transaction, this.workspaceId)).catch(() => undefined);
  }

  /** Stops renewing. */
  stop(): void {
    clearInterval(this.timer);
  }

  private async renew(): Promise<void> {
    // An error is ignored, because a short outage of the database may be over before the lease ends.
    const isOwned = await this.database
      .asSystem((transaction) => renewLease(transaction, this.workspaceId))
      .catch(() => true);
    this.isLost ||= !isOwned;
  }
}
