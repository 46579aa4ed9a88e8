import { MatcherCache } from './cache.js';
import { type PathPattern, parsePattern } from './pattern.js';

export { type SplitPath, splitPath } from './path.js';
export { type PathPattern, parsePattern, type RefusedPattern } from './pattern.js';

/** Compiled patterns kept per process. A pattern's text is all there is to it, so nothing here can go stale. */
const compiled = new MatcherCache<PathPattern | undefined>(20_000);

/** The compiled form of a stored pattern; undefined for one that would not be accepted (it then matches nothing). */
export function storedPattern(text: string): PathPattern | undefined {
  return compiled.get(text, () => {
    const parsed = parsePattern(text);
    return 'refused' in parsed ? undefined : parsed;
  });
}
