import { limits } from '@tessera/contract';
import type { AnswerOf } from '../../dispatch/operation.js';
import { parsePattern, splitPath } from '../globs/index.js';
import { type PathGroup, readAccess } from '../read-access.js';

type Preview = AnswerOf<'settings.preview_group'>;

/** Which of the documents patterns take, pattern by pattern, and what differs from the groups that they replace. */
export function previewPatterns(
  sent: readonly string[],
  documents: readonly string[],
  replaced: readonly PathGroup[],
): Preview {
  const patterns = sent.map((text) => ({ text, parsed: parsePattern(text) }));
  const counts = new Map<string, number>();
  const taken: { path: string; patterns: string[] }[] = [];
  for (const path of documents) {
    const split = splitPath(path);
    const taking = patterns.flatMap(({ text, parsed }) =>
      !('refused' in parsed) && split !== undefined && parsed.matches(split) ? [text] : [],
    );
    for (const text of taking) {
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    if (taking.length > 0) {
      taken.push({ path, patterns: taking });
    }
  }
  const before = readAccess(replaced);
  const now = new Set(taken.map(({ path }) => path));
  const first = <Item>(items: readonly Item[]): Item[] => items.slice(0, limits.previewedDocuments);
  return {
    patterns: patterns.map(({ text, parsed }) => ({
      pattern: text,
      documents: counts.get(text) ?? 0,
      ...('refused' in parsed ? { refused: { code: parsed.refused, message: parsed.message } } : {}),
    })),
    count: taken.length,
    documents: first(taken),
    gained: replaced.length === 0 ? [] : first([...now].filter((path) => !before.canRead(path))),
    lost: first(documents.filter((path) => !now.has(path) && before.canRead(path))),
  };
}
