/** Functions for the start of a document. The service only extracts it; an isolated process parses it. */

/** Number of characters of a document that are searched for its title and front matter. */
const headCharacters = 16 * 1024;
/** Maximum characters of front matter, because nested content takes quadratic time to parse. */
export const longestFrontMatter = 8 * 1024;
/** As in Pandoc, a rule followed by a blank line does not start front matter. */
const yamlFence = /^---[ \t]*\r?\n(?![ \t]*\r?\n)([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m;
const tomlFence = /^\+\+\+[ \t]*\r?\n([\s\S]*?)^\+\+\+[ \t]*(?:\r?\n|$)/m;

/** The part of text from which its title and front matter are read. */
export function headOfText(text: string): string {
  return text.slice(0, headCharacters);
}

/** Whether text may start with front matter, which can be invalid. The check is fast for any content. */
export function mayHaveFrontMatter(text: string): boolean {
  return fencedIn(text) !== undefined || isUnclosed(text);
}

/** Whether text starts like front matter, and no line ends it within the maximum length. */
export function isUnclosed(text: string): boolean {
  const head = text.slice(startOf(text), startOf(text) + longestFrontMatter);
  return (
    /^(?:---[ \t]*\r?\n[a-z][\w-]*:\s|\+\+\+[ \t]*\r?\n[a-z][\w-]*[ \t]*=)/.test(head) && fencedIn(text) === undefined
  );
}

/** The block between two lines of `---` (YAML) or `+++` (TOML) at the start of a document. */
interface Fenced {
  /** The block including those lines. */
  readonly whole: string;
  readonly inside: string;
  readonly isToml: boolean;
}

/** The unparsed front matter at the start of a document. */
export function fencedIn(text: string): Fenced | undefined {
  const start = startOf(text);
  const head = text.slice(start, start + longestFrontMatter);
  const isToml = head.startsWith('+++');
  const found = isToml ? tomlFence.exec(head) : head.startsWith('---') ? yamlFence.exec(head) : null;
  return found?.index === 0 ? { whole: found[0], inside: found[1] ?? '', isToml } : undefined;
}

/** Index of the first character after a byte order mark. */
export function startOf(text: string): number {
  return text.startsWith('\uFEFF') ? 1 : 0;
}
