/** The start of a document, which the service itself looks at. What is in it, only a process of its own reads. */

/** Characters of a document in which its title and front matter are looked for. */
const headCharacters = 16 * 1024;
/** Characters of front matter at most: parsing takes time with the square of what is nested. */
const longestFrontMatter = 8 * 1024;
/** As in Pandoc, a rule with a blank line behind it opens no front matter. */
const yamlFence = /^---[ \t]*\r?\n(?![ \t]*\r?\n)([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m;
const tomlFence = /^\+\+\+[ \t]*\r?\n([\s\S]*?)^\+\+\+[ \t]*(?:\r?\n|$)/m;

/** The part of a text that its title and front matter are read from. */
export function headOfText(text: string): string {
  return text.slice(0, headCharacters);
}

/** Whether a text starts as one with front matter does. Fast whatever it contains. */
export function mayHaveFrontMatter(text: string): boolean {
  return fencedIn(text) !== undefined;
}

/** What is between two lines of `---` (YAML) or `+++` (TOML) at the top of a text. */
interface Fenced {
  /** With those lines. */
  readonly whole: string;
  readonly inside: string;
  readonly isToml: boolean;
}

/** The front matter at the top of a text, unread. */
export function fencedIn(text: string): Fenced | undefined {
  const start = startOf(text);
  const head = text.slice(start, start + longestFrontMatter);
  const isToml = head.startsWith('+++');
  const found = isToml ? tomlFence.exec(head) : head.startsWith('---') ? yamlFence.exec(head) : null;
  return found?.index === 0 ? { whole: found[0], inside: found[1] ?? '', isToml } : undefined;
}

/** Where a text starts after a byte order mark. */
export function startOf(text: string): number {
  return text.startsWith('\uFEFF') ? 1 : 0;
}
