import type { AccessLevel } from '@tessera/contract';
import { readAccess } from '@tessera/path-access';

/** A group of a holder. */
export interface GroupPaths {
  readonly group_id: string;
  readonly name: string;
  readonly paths: readonly string[];
  readonly access: AccessLevel;
  /** Whether the holder has the group only because the group is public. */
  readonly isPublic?: boolean;
}

/** Explains whether holders with these groups can read a path, and by which groups and patterns. */
export function explainGroups(assigned: readonly GroupPaths[], path: string) {
  const levels = new Map(assigned.map(({ group_id, access }) => [group_id, access]));
  const groups = assigned.map(({ group_id, name, paths }) => ({ id: group_id, name, paths }));
  const { allowed, matches } = readAccess(groups).explain(path);
  const holdsNone = assigned.every(({ isPublic }) => isPublic === true);
  const reason = allowed ? 'pattern_matches' : holdsNone ? 'no_groups' : 'no_pattern_matches';
  return {
    readable: allowed,
    reason,
    matches: matches.map(({ group: { id, name }, pattern }) => ({
      group_id: id,
      name,
      access: levels.get(id) ?? 'read_only',
      pattern,
    })),
  } as const;
}
