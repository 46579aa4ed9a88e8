import type { Database } from './database/database.js';
import type { Log } from './log.js';
import type { Mailer } from './mail/mailer.js';
import type { Random } from './secrets.js';
import type { Settings } from './settings.js';
import type { StorageMeter } from './storage.js';

/** The dependencies of operations, injected so that tests can replace them. */
export interface Services {
  readonly settings: Settings;
  /** `SVC_BASE_URL`, or the address that the server listens on. */
  readonly baseUrl: string;
  readonly database: Database;
  /** Whether the database responds within 2 s. */
  readonly isDatabaseAnswering: () => Promise<boolean>;
  /** Why this process takes no traffic although the database responds; undefined if it does. */
  readonly unready?: () => string | undefined;
  readonly log: Log;
  readonly clock: () => Date;
  readonly random: Random;
  readonly mailer: Mailer;
  readonly storage: StorageMeter;
  /** SHA-256 of the operator token. */
  readonly operatorTokenHash: Buffer;
}
