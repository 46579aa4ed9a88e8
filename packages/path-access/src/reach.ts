import { expandBraces } from './braces.js';
import { compileAlternative } from './compile.js';
import { splitPath } from './path.js';
import { tokenize } from './tokens.js';

/** Whether a stored pattern could match anything below the given top folder. */
export function reachesInto(pattern: string, folder: string): boolean {
  const path = splitPath(folder);
  return (
    path !== undefined &&
    expandBraces(tokenize(pattern)).some((alternative) => {
      const end = alternative.findIndex(({ kind }) => kind === 'slash');
      return end > 0 && compileAlternative(alternative.slice(0, end)).matches(path);
    })
  );
}
