import { LRUCache } from 'lru-cache';
import { type PathPattern, parsePattern } from './pattern.js';

export { PatternsByStart } from './by-start.js';
export { type SplitPath, splitPath } from './path.js';
export { type PathPattern, parsePattern, type RefusedPattern } from './pattern.js';

/** Compiled patterns kept per process. A pattern's text is all there is to it, so nothing here can go stale. */
const compiled = new LRUCache<string, ReturnType<typeof parsePattern>>({ max: 20_000 });

/** The compiled form of a stored pattern; undefined for one that would not be accepted (it then matches nothing). */
export function storedPattern(text: string): PathPattern | undefined {
  let parsed = compiled.get(text);
  if (parsed === undefined) {
    parsed = parsePattern(text);
    compiled.set(text, parsed);
  }
  return 'refused' in parsed ? undefined : parsed;
}
