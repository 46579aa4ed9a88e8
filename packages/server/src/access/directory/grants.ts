import type { WorkspaceDirectory } from '@tessera/contract';
import type { Role } from '../../principals/wire.js';
import type { StatedShare } from '../memberships/decide-share.js';

/** The source of what a sign-in at the OpenID Connect provider grants. */
export const oidcSource = 'oidc';

/** The source of what a SCIM client grants. */
export const scimSource = 'scim';

/** What a directory grants for one value. */
export type DirectoryEntry = WorkspaceDirectory['groups'][string];

const roles = { reader: 'member', editor: 'editor', admin: 'admin' } as const satisfies Record<string, Role>;
const ranks = ['reader', 'editor', 'admin'] as const;

/** The entries of a directory for values of a claim, or for names of groups. */
export function entriesFor(directory: WorkspaceDirectory | null, values: readonly string[]): DirectoryEntry[] {
  // Not by key: a value can be named like a property of every object.
  const byValue = new Map(Object.entries(directory?.groups ?? {}));
  return [...new Set(values)].flatMap((value) => byValue.get(value) ?? []);
}

/** What entries give together: the highest role, and those of their groups that exist. */
export function grantOfEntries(
  entries: readonly DirectoryEntry[],
  existing: ReadonlySet<string>,
): Pick<StatedShare, 'role' | 'access' | 'confined' | 'assignments'> {
  const role = ranks[Math.max(0, ...entries.map((entry) => ranks.indexOf(entry.role)))] ?? 'reader';
  const levels = new Map<string, 'read_only' | 'read_write'>();
  for (const entry of entries) {
    for (const id of (entry.groups ?? []).map((each) => each.toLowerCase()).filter((each) => existing.has(each))) {
      levels.set(id, entry.role === 'reader' ? (levels.get(id) ?? 'read_only') : 'read_write');
    }
  }
  // An admin is never confined. An editor is, unless one of their entries names no groups.
  const confined = role !== 'admin' && entries.every((entry) => entry.role === 'reader' || entry.groups !== undefined);
  const assignments = confined ? [...levels].map(([groupId, access]) => ({ groupId, access })) : [];
  return { role: roles[role], access: role === 'reader' ? 'read_only' : 'read_write', confined, assignments };
}
