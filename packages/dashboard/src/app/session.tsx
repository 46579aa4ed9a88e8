import { useNavigate, useSearch } from '@tanstack/react-router';
import type { CallAnswer } from '@tessera/client';
import { createContext, type ReactNode, useContext } from 'react';

/** The caller, as the operation `me.get` returns it. */
type Me = CallAnswer<'me.get'>;

/** A workspace that the person can access. */
type ReachedWorkspace = CallAnswer<'workspaces.list'>['workspaces'][number];

/** The session of this page, pinned to one workspace until the page is closed. */
export interface Session {
  readonly me: Me;
  readonly workspace: { readonly id: string; readonly slug: string; readonly name: string };
  readonly workspaces: readonly ReachedWorkspace[];
  /** Whether the caller may see and change the workspace's settings. */
  readonly isAdmin: boolean;
  readonly canWrite: boolean;
}

const SessionContext = createContext<Session | undefined>(undefined);

/** Provides the session to all components below. */
export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The session of this page. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) {
    throw new Error('outside of a session');
  }
  return session;
}

/** The session of the caller; undefined for callers without access to the dashboard. */
export function sessionOf(me: Me, workspaces: readonly ReachedWorkspace[]): Session | undefined {
  const { workspace, role } = me;
  if (me.kind !== 'session' || workspace === undefined || role === undefined || role === 'reader') {
    return undefined;
  }
  const isAdmin = role === 'admin' && me.groups === undefined;
  return { me, workspace, workspaces, isAdmin, canWrite: me.can_write === true };
}

/** The workspaces that the person can switch to. Readers have no dashboard. */
export function otherWorkspaces({ workspace, workspaces }: Session): ReachedWorkspace[] {
  return workspaces.filter(({ id, role }) => id !== workspace.id && role !== 'reader');
}

/** The query string of the page's URL, and a function that changes it without adding a history entry. */
export function useFilters() {
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const setSearch = (change: Readonly<Record<string, string | undefined>>): void => {
    void navigate({ to: '.', search: ((before: object) => ({ ...before, ...change })) as never, replace: true });
  };
  return { search, setSearch };
}
