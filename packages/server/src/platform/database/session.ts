import { limits } from '@tessera/contract';
import type { Settings } from '../settings.js';

/** What sessions set: they act as the request role, so that no statement ever runs as the owner by accident. */
const settings = { role: 'svc_app', jit: 'off' } as const;

/** The limits of a session of the service; migrations, backups and maintenance connect without them. */
export type SessionLimits = Pick<Settings, 'SVC_STATEMENT_TIMEOUT_SECONDS' | 'SVC_IDLE_TRANSACTION_TIMEOUT_SECONDS'>;

/**
 * The settings of a session as options of a connection, with its limits: a server whose client is
 * gone or idle releases its locks.
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

/** The settings as statements, for the embedded engine's one session, which has no timers. */
export const sessionStatements = Object.entries(settings)
  .map(([name, value]) => `set ${name} = ${value}`)
  .join('; ');

/** Makes a role that requests can sign in as and that owns nothing; see `SVC_DATABASE_APP_URL`. */
export const createAppRole = "create role tessera_app login password 'change-me' in role svc_app;";
