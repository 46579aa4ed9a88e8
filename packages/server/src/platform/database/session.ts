import { limits } from '@tessera/contract';
import type { Settings } from '../settings.js';

/** Settings of every session. The role prevents statements from running as the owner by accident. */
const settings = { role: 'svc_app', jit: 'off' } as const;

/** Limits of service sessions. Migrations, backups and maintenance connect without them. */
export type SessionLimits = Pick<Settings, 'SVC_STATEMENT_TIMEOUT_SECONDS' | 'SVC_IDLE_TRANSACTION_TIMEOUT_SECONDS'>;

/**
 * The session settings and limits as connection options. The limits make the server release the locks of a lost or idle
 * client.
 */
export function sessionOptions(given: SessionLimits): string {
  const sessionLimits = {
    statement_timeout: `${given.SVC_STATEMENT_TIMEOUT_SECONDS}s`,
    lock_timeout: `${limits.lockWaitSeconds}s`,
    idle_in_transaction_session_timeout: `${given.SVC_IDLE_TRANSACTION_TIMEOUT_SECONDS}s`,
  };
  return Object.entries({ ...settings, ...sessionLimits })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** SQL that creates a login role for requests without ownership; see `SVC_DATABASE_APP_URL`. */
export const createAppRole = "create role tessera_app login password 'change-me' in role svc_app;";
