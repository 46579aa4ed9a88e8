import { type PathPattern, parsePattern, splitPath } from '@tessera/path-access';
import type { Transaction } from '../../platform/database/database.js';

/** The number of matching documents, and suggestions for patterns without matches. */
export interface Matches {
  readonly matches: number;
  readonly hint?: string;
}

/** Maximum number of hints in a response. */
const mostHints = 5;

/** Counts documents that at least one pattern matches. No pattern is empty, so this key is free. */
const anyPattern = '';

/** Matches patterns against all documents of the workspace. */
export async function matchesOf(transaction: Transaction, patterns: readonly string[]): Promise<Matches> {
  const documents = await listDocumentPaths(transaction);
  const counts = countsOf(patterns, documents);
  const hints = patterns.filter((text) => counts.get(text) === 0).map((text) => hintFor(text, documents));
  const matches = counts.get(anyPattern) ?? 0;
  return hints.length === 0 ? { matches } : { matches, hint: hints.slice(0, mostHints).join(' ') };
}

/** Explains why a pattern may match nothing, and suggests one that matches. */
export function hintFor(text: string, documents: readonly string[]): string {
  const whole = `${text}/**`;
  const inside = countsOf([whole], documents).get(whole) ?? 0;
  if (inside > 0) {
    return `\`${text}\` matches no document: \`${whole}\` matches ${counted(inside)} in that folder.`;
  }
  // Names are compared as they are written, so a space at the end counts too.
  const loose = text.trim().toLowerCase();
  const similar =
    countsOf(
      [loose],
      documents.map((path) => path.toLowerCase()),
    ).get(loose) ?? 0;
  return similar === 0
    ? `\`${text}\` matches no document yet.`
    : `\`${text}\` matches no document: it would match ${counted(similar)} in other upper and lower case or without outer spaces.`;
}

function counted(documents: number): string {
  return documents === 1 ? 'the document' : `the ${documents} documents`;
}

function countsOf(patterns: readonly string[], documents: readonly string[]): Map<string, number> {
  const parsed = patterns.flatMap((text): [string, PathPattern][] => {
    const pattern = parsePattern(text);
    return 'refused' in pattern ? [] : [[text, pattern]];
  });
  const counts = new Map<string, number>([[anyPattern, 0], ...parsed.map(([text]) => [text, 0] as const)]);
  for (const path of documents) {
    const split = splitPath(path);
    const taking = split === undefined ? [] : parsed.filter(([, pattern]) => pattern.matches(split));
    for (const key of taking.length === 0 ? [] : [anyPattern, ...taking.map(([text]) => text)]) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

/** Lists the paths of all documents, sorted. */
export async function listDocumentPaths(transaction: Transaction): Promise<string[]> {
  const rows = await transaction.query<{ path: string }>(
    `select r.name || '/' || d.path as path
     from documents d join repos r on r.workspace_id = d.workspace_id and r.id = d.repo_id
     where d.workspace_id = $1 order by r.name, d.path`,
    [transaction.workspaceId],
  );
  return rows.map(({ path }) => path);
}
