import type Token from 'markdown-it/lib/token.mjs';
import type { Node } from 'prosemirror-model';
import { textOf } from '../../../text.js';
import { type Environment, nodesOf } from './parse.js';
import { schema } from './schema.js';
import { means, serializeBlock } from './serialize.js';
import { tokenizer } from './tokens.js';

/** Markdown as rich text, with a function that serializes it. */
export interface RichDocument {
  readonly node: Node;
  readonly blocks: readonly Block[];
  /** The text of the edited document. Unchanged blocks keep their source. */
  textOf(node: Node): string;
}

/** Maximum length of a document that is edited as rich text, because the editor renders all blocks. */
const lengthMax = 200_000;

/** Opens Markdown as rich text. If that is not possible, returns the reason. */
export function openRich(path: string, text: string): RichDocument | { readonly reason: string } {
  if (!/\.(?:md|markdown)$/i.test(path)) {
    return { reason: textOf('It is not a Markdown document.') };
  }
  if (text.length > lengthMax) {
    return { reason: textOf('It has more than {count} characters.', { count: lengthMax }) };
  }
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const opened = new OpenedText(mark, text.slice(mark.length));
  return opened.textOf(opened.node) === text ? opened : { reason: textOf('Its text would not stay the same.') };
}

class OpenedText implements RichDocument {
  readonly node: Node;
  private readonly environment: Environment = {};
  readonly blocks: readonly Block[];
  private readonly lineEnd: string;
  /** The text of each block, cached because a key press changes only one block. */
  private readonly texts = new WeakMap<Node, string>();

  constructor(
    readonly mark: string,
    readonly text: string,
  ) {
    this.blocks = blocksOf(text, this.environment);
    const nodes = this.blocks.map(({ node }) => node);
    this.node = schema.node('doc', null, nodes.length === 0 ? [schema.node('paragraph')] : nodes);
    this.lineEnd = /\r\n/.test(text) ? '\r\n' : '\n';
  }

  textOf(node: Node): string {
    if (node.eq(this.node)) {
      return this.mark + this.text;
    }
    let written = '';
    let before: Node | undefined;
    for (const block of node.children) {
      const own = this.written(block);
      if (own !== '') {
        written += before === undefined ? this.start(block) : this.between(before, block, own);
        written += own;
        before = block;
      }
    }
    return this.mark + written + this.end();
  }

  private original({ attrs }: Node): Block | undefined {
    return this.blocks[attrs.origin ?? -1];
  }

  private isUnedited(node: Node): boolean {
    return this.original(node)?.node.eq(node) === true;
  }

  private written(node: Node): string {
    const original = this.original(node);
    return original?.node.eq(node) === true ? this.text.slice(original.from, original.to) : this.rewritten(node);
  }

  private rewritten(node: Node): string {
    const known = this.texts.get(node);
    const text = known ?? serializeBlock(node, this.environment).replaceAll('\n', this.lineEnd);
    this.texts.set(node, text);
    return text;
  }

  private start(first: Node): string {
    return first.attrs.origin === 0 ? this.text.slice(0, this.blocks[0]?.from) : '';
  }

  private end(): string {
    const last = this.blocks.at(-1);
    return last === undefined ? this.lineEnd : this.text.slice(last.to);
  }

  /** The separator of two blocks: the original one if it still separates them or nothing does, otherwise a blank line. */
  private between(before: Node, after: Node, written: string): string {
    const [first, second] = [this.original(before), this.original(after)];
    const wereNeighbours =
      first !== undefined && second !== undefined && after.attrs.origin === before.attrs.origin + 1;
    const gap = wereNeighbours ? this.text.slice(first.to, second.from) : undefined;
    if (gap !== undefined && this.isUnedited(before) && this.isUnedited(after)) {
      return gap;
    }
    const blank = this.lineEnd.repeat(2);
    // A comment separates two lists. With only blank lines between them, they would be one list.
    const gaps = [...(gap === undefined ? [] : [gap]), blank, `${blank}<!-- -->${blank}`];
    const start = this.written(before);
    return gaps.find((each) => isApart(start, each, written)) ?? gap ?? blank;
  }
}

/** Whether text with this gap is parsed as separate blocks, one of which starts after the gap. */
function isApart(before: string, gap: string, after: string): boolean {
  return partsOf(before + gap + after, {}).some(({ from }) => from === before.length + gap.length);
}

/** The range of a block in the text. */
interface Part {
  readonly from: number;
  readonly to: number;
  readonly tokens: Token[];
}

/** A block of a document: its text, and its node in the editor. */
interface Block extends Omit<Part, 'tokens'> {
  readonly node: Node;
}

/** Parses text into blocks. Nothing but blank lines is between them. */
function blocksOf(text: string, environment: Environment): Block[] {
  return partsOf(text, environment).map(({ from, to, tokens }, origin) => {
    const written = text.slice(from, to).replace(/\r\n?/g, '\n');
    return { from, to, node: nodeOf(written, tokens, origin, environment) };
  });
}

/** Splits text into its blocks. */
function partsOf(text: string, environment: Environment): Part[] {
  const starts = lineStarts(text);
  const lineAt = (line: number): string => text.slice(starts[line], starts[line + 1]);
  const isBlank = (line: number): boolean => lineAt(line).trim() === '';
  const parts: Part[] = [];
  const add = ({ from: first, to: last, tokens: own }: Part): void => {
    let [from, to] = [first, last];
    while (from < to && isBlank(from)) from += 1;
    while (to > from && isBlank(to - 1)) to -= 1;
    if (from < to) {
      const [start, end] = [starts[from] ?? 0, starts[to] ?? text.length];
      parts.push({ from: start, to: start + text.slice(start, end).replace(/[\r\n]+$/, '').length, tokens: own });
    }
  };
  const head = frontMatterLines(text, lineAt, starts.length - 1);
  const tokens = tokenizer.parse(blanked(text, starts[head] ?? text.length), environment);
  let line = 0;
  for (const found of [{ from: 0, to: head, tokens: [] }, ...groupsOf(tokens)]) {
    // Text that is not in any block, such as a link definition, is between two of them.
    add({ from: line, to: found.from, tokens: [] });
    add(found);
    line = Math.max(line, found.to);
  }
  add({ from: line, to: starts.length - 1, tokens: [] });
  return parts;
}

/** The offsets of all lines, followed by the end of the last line. */
function lineStarts(text: string): number[] {
  return [0, ...Array.from(text.matchAll(/\r\n?|\n/g), ({ index, 0: end }) => index + end.length), text.length];
}

/** Number of lines of the front matter: from `---` or `+++` to the next identical line. */
function frontMatterLines(text: string, lineAt: (line: number) => string, count: number): number {
  const fence = /^(?:---|\+\+\+)(?=[ \t]*\r?\n)/.exec(text)?.[0];
  // A document can also start with a rule, which is followed by a blank line.
  for (let line = 1; fence !== undefined && line < count && lineAt(1).trim() !== ''; line += 1) {
    if (lineAt(line).trimEnd() === fence) {
      return line + 1;
    }
  }
  return 0;
}

/** The text with its front matter replaced by blank lines. */
function blanked(text: string, end: number): string {
  return text.slice(0, end).replace(/[^\r\n]/g, ' ') + text.slice(end);
}

/** The tokens of each top-level block, with its lines, counted from 0. */
function groupsOf(tokens: readonly Token[]): Part[] {
  const groups: Part[] = [];
  let group: Token[] = [];
  let depth = 0;
  for (const token of tokens) {
    group.push(token);
    depth += token.nesting;
    if (depth === 0) {
      const [from, to] = group[0]?.map ?? [0, 0];
      groups.push({ from, to, tokens: group });
      group = [];
    }
  }
  return groups;
}

/** The node of a block in the editor. It is rich text if that preserves the whole block, otherwise its source. */
function nodeOf(text: string, tokens: Token[], origin: number, environment: Environment): Node {
  const kind = kindOf(text, tokens);
  if (kind === undefined) {
    const rich = richNode(tokens, environment);
    if (rich !== undefined) {
      return rich.type.create({ ...rich.attrs, origin }, rich.content);
    }
  }
  return schema.node('source', { origin, kind: kind ?? 'Markdown' }, schema.text(text));
}

function richNode(tokens: Token[], environment: Environment): Node | undefined {
  try {
    const root = nodesOf(tokens);
    const [block] = root.children;
    // If the serialized block has another meaning, editing it would change parts that a person did not touch.
    return block !== undefined && means(serializeBlock(block, environment), root, environment) ? block : undefined;
  } catch {
    return undefined;
  }
}

const kinds: Readonly<Record<string, string>> = { table_open: 'Table', math: 'Formula', html_block: 'HTML' };

/** The name of a kind of block that is edited as source. Undefined if the block can be rich text. */
function kindOf(text: string, [first]: readonly Token[]): string | undefined {
  if (first === undefined) {
    return /^(?:---|\+\+\+)/.test(text) ? 'Front matter' : 'Markdown';
  }
  if (first.type === 'fence') {
    const language = first.info.trim().toLowerCase();
    return language === 'mermaid' ? 'Diagram' : language === 'math' ? 'Formula' : undefined;
  }
  if (first.type === 'blockquote_open' && /^ {0,3}>\s*\[![\w-]+\]/.test(text)) {
    return 'Callout';
  }
  // A footnote, or a path with backslashes, which Markdown would parse as escapes. These stay source.
  const isOther = /^ {0,3}\[\^/.test(text) || /\]\(\.{1,2}\\/.test(text);
  return isOther ? 'Markdown' : kinds[first.type];
}
