import type { Node } from 'prosemirror-model';
import { textOf } from '../../../text.js';
import { type Block, blocksOf, partsOf } from './blocks.js';
import type { Environment } from './parse.js';
import { schema } from './schema.js';
import { serializeBlock } from './serialize.js';

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
