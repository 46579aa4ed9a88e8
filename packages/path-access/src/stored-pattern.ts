import { LRUCache } from 'lru-cache';
import { type PathPattern, parsePattern } from './pattern.js';

/** Cache of compiled patterns. They depend only on the text of the pattern, so they never become stale. */
const compiled = new LRUCache<string, ReturnType<typeof parsePattern>>({ max: 20_000 });

/** Compiles a stored pattern; undefined for an invalid one, which matches nothing. */
export function storedPattern(text: string): PathPattern | undefined {
  let parsed = compiled.get(text);
  if (parsed === undefined) {
    parsed = parsePattern(text);
    compiled.set(text, parsed);
  }
  return 'refused' in parsed ? undefined : parsed;
}
