import { PatternsByStart } from './by-start.js';
import { type SplitPath, splitPath } from './path.js';
import type { PathPattern } from './pattern.js';
import { storedPattern } from './stored-pattern.js';

/** The fields of a group that read decisions need. */
export interface PathGroup {
  readonly id: string;
  readonly name: string;
  readonly paths: readonly string[];
}

/**
 * The readable documents of a principal: `everything` for admins and unconfined editors, else the paths of its groups.
 */
export type ReadScope = 'everything' | readonly PathGroup[];

/** A group with one of its patterns that matches a path. */
export interface PatternMatch {
  readonly group: { readonly id: string; readonly name: string };
  readonly pattern: string;
}

/** Whether a path may be read, and all patterns of all groups that match it; `[]` if none does. */
export interface ReadDecision {
  readonly allowed: boolean;
  readonly matches: readonly PatternMatch[];
}

/** How many of the possible documents in a folder can be read. `some` means that each path has to be checked. */
export type Reach = 'all' | 'some' | 'none';

/** Read decisions for one scope. Create it for each request, because it does not see later changes of the scope. */
export interface ReadAccess {
  canRead(path: string): boolean;
  /** How many of the possible documents in a folder can be read. */
  reachInto(folder: string): Reach;
  explain(path: string): ReadDecision;
}

/**
 * Decides which paths may be read. All read checks use this implementation. A scope without groups reads nothing. A
 * path that cannot name a document (`..`, `.` or empty segments) is never readable.
 */
export function readAccess(scope: ReadScope): ReadAccess {
  const groups = scope === 'everything' ? [] : scope.map((group) => ({ group, patterns: compiledPatterns(group) }));
  let compiled: PatternsByStart | undefined;
  const byStart = (): PatternsByStart => {
    compiled ??= new PatternsByStart(new Set(groups.flatMap(({ patterns }) => patterns)));
    return compiled;
  };
  const canRead = (path: string): boolean => {
    const split = splitPath(path);
    if (split === undefined || scope === 'everything') {
      return split !== undefined;
    }
    return byStart().match(split);
  };
  const reachInto = (folder: string): Reach => (scope === 'everything' ? 'all' : byStart().reachInto(folder));
  const explain = (path: string): ReadDecision => {
    const split = splitPath(path);
    const matches = split === undefined ? [] : groups.flatMap((entry) => matchesOf(entry, split));
    return { allowed: split !== undefined && (scope === 'everything' || matches.length > 0), matches };
  };
  return { canRead, reachInto, explain };
}

function matchesOf({ group, patterns }: CompiledGroup, path: SplitPath): PatternMatch[] {
  const { id, name } = group;
  return patterns
    .filter((pattern) => pattern.matches(path))
    .map(({ text }) => ({ group: { id, name }, pattern: text }));
}

interface CompiledGroup {
  readonly group: PathGroup;
  readonly patterns: readonly PathPattern[];
}

function compiledPatterns(group: PathGroup): PathPattern[] {
  return group.paths.map(storedPattern).filter((pattern) => pattern !== undefined);
}
