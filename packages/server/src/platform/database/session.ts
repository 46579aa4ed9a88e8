import { limits } from '@tessera/contract';
import type { Settings } from '../settings.js';

/** Settings of every session. The role prevents statements from running as the owner by accident. */
const settings = { role: 'svc_app', jit: 'off' } as const;

/** Limits of service sessions. Migrations, backups and maintenance connect without them. */
export type SessionLimits = Pick<Settings, 'SVC_STATEMENT_TIMEOUT_SECONDS' | 'SVC_IDLE_TRANSACTION_TIMEOUT_SECONDS'>;

/**
 * Session settings and limits as connection options. With the limits, the server releases locks of a lost or idle
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

/** Session settings as statements, for the embedded engine, which has no timeouts. */
export const sessionStatements = Object.entries(settings)
  .map(([name, value]) => `set ${name} = ${value}`)
  .join('; ');

/** SQL that creates a login role for requests without ownership; see `SVC_DATABASE_APP_URL`. */
export const createAppRole = "create role tessera_app login password 'change-me' in role svc_app;";
