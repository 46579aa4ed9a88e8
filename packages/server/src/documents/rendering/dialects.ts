import type MarkdownIt from 'markdown-it';
import type StateBlock from 'markdown-it/lib/rules_block/state_block.mjs';
import { isCalloutKind } from './callouts.js';

/** Comments of Obsidian, MDX and Liquid: how they start, and how they end. */
const comments = [
  { start: /^%%(?!%)/, end: '%%' },
  { start: /^\{\/\*/, end: '\\*/\\}' },
  { start: /^\{%-?\s*comment\b[^%\n]*%\}/, end: '\\{%-?\\s*endcomment\\s*-?%\\}' },
].map(({ start, end }) => ({
  start,
  end: new RegExp(`${fencedCode()}|(\`+)(?!\`)(?:(?!\\n[ \\t]*\\n)[\\s\\S])*?(?<!\`)\\2(?!\`)|(?<end>${end})`, 'gm'),
}));

/** A block of fenced code, up to the end of the text if it is not closed. */
function fencedCode(): string {
  return '^ {0,3}(`{3,}|~{3,})[^\\n]*(?:\\n[\\s\\S]*?^ {0,3}\\1[`~]*[ \\t]*$|[\\s\\S]*)';
}

/** The length of the comment at the start of a text. Undefined if there is none, or if it does not end outside code. */
function commentLength(text: string): number | undefined {
  for (const { start, end } of comments) {
    const [opening] = start.exec(text) ?? [];
    end.lastIndex = opening?.length ?? 0;
    for (let found = opening === undefined ? null : end.exec(text); found !== null; found = end.exec(text)) {
      if (found.groups?.['end'] !== undefined) {
        return end.lastIndex;
      }
    }
  }
  return undefined;
}

/** Callouts of Docusaurus and VitePress, MkDocs, and GitBook: how they start, and the line that ends them. */
const callouts = [
  {
    start:
      /^(?<mark>:{3,})[ \t]*(?<kind>[\w-]+)(?:\[(?<label>[^\]]*)\]|[ \t]+(?!\{)(?<title>.*?))?(?:[ \t]*\{[^}]*\})?$/,
    end: /^:{3,}$/,
  },
  { start: /^(?:!!!|\?\?\?\+?)[ \t]+(?<kind>[\w-]+)[^"\n]*?(?:"(?<title>.*)")?$/, end: undefined },
  { start: /^\{%[ \t]*hint[ \t]+style="(?<kind>[\w-]+)"[^%]*%\}$/, end: /^\{%[ \t]*endhint[ \t]*%\}$/ },
] as const;

/** Adds what other dialects of Markdown write: comments, which are hidden, callouts, and formulas between `$$`. */
export function withDialects(md: MarkdownIt): void {
  const alt = ['paragraph', 'reference', 'blockquote', 'list'];
  md.block.ruler.before('fence', 'comment', readComment, { alt });
  md.block.ruler.before('fence', 'other_callout', readCallout, { alt });
  md.block.ruler.at('math_block_dollar', readFormula, { alt });
  md.inline.ruler.before('escape', 'comment', (state, silent) => {
    const length = '%{'.includes(state.src[state.pos] ?? ' ') ? commentLength(state.src.slice(state.pos)) : undefined;
    if (length === undefined || /[\p{L}\p{N}%]$/u.test(state.src.slice(0, state.pos))) {
      return false;
    }
    // Line breaks are kept, because links count them.
    for (const _break of silent ? [] : state.src.slice(state.pos, state.pos + length).matchAll(/\n/g)) {
      state.push('softbreak', 'br', 0);
    }
    state.pos += length;
    return true;
  });
}

/** The lines from `line` to the end of the block that contains it, without the indentation of that block. */
function linesFrom(state: StateBlock, line: number, lastLine: number): string[] {
  let end = line + 1;
  while (end < lastLine && (state.isEmpty(end) || (state.sCount[end] ?? 0) >= state.blkIndent)) {
    end += 1;
  }
  return state.getLines(line, end, state.blkIndent, false).split('\n');
}

/** The first line of a block without indentation; empty if it is indented code. */
function firstOf(state: StateBlock, line: number): string {
  const isCode = (state.sCount[line] ?? 0) - state.blkIndent >= 4;
  return isCode
    ? ''
    : state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trimEnd();
}

function readComment(state: StateBlock, line: number, lastLine: number, silent: boolean): boolean {
  const first = firstOf(state, line);
  if (!comments.some(({ start }) => start.test(first))) {
    return false;
  }
  const text = linesFrom(state, line, lastLine).join('\n').trimStart();
  const length = commentLength(text);
  // What follows the comment on its last line must stay visible.
  if (length === undefined || !/^[ \t]*(?:\n|$)/.test(text.slice(length))) {
    return false;
  }
  if (!silent) {
    state.line = line + text.slice(0, length).split('\n').length;
  }
  return true;
}

function readFormula(state: StateBlock, line: number, lastLine: number, silent: boolean): boolean {
  if (!firstOf(state, line).startsWith('$$')) {
    return false;
  }
  const text = linesFrom(state, line, lastLine).join('\n').trimStart();
  // Without an end before the next empty line, dollars are text: a formula must not hide the rest of a page.
  const found = /^\$\$((?:(?!\$\$|\n[ \t]*\n)[\s\S])*)\$\$[ \t]*(?:\n|$)/.exec(text);
  if (found === null) {
    return false;
  }
  if (!silent) {
    state.line = line + found[0].trimEnd().split('\n').length;
    const token = Object.assign(state.push('math_block', 'math', 0), {
      block: true,
      map: [line, state.line],
      markup: '$$',
    });
    token.content = found[1] ?? '';
  }
  return true;
}

function readCallout(state: StateBlock, line: number, lastLine: number, silent: boolean): boolean {
  const first = firstOf(state, line);
  for (const { start, end } of callouts) {
    const found = start.exec(first);
    const { mark = '', kind = '', label = '', title = label } = found?.groups ?? {};
    const length =
      found === null || !isCalloutKind(kind) ? undefined : lengthOf(linesFrom(state, line, lastLine), mark, end);
    if (length !== undefined) {
      if (!silent) {
        pushCallout(state, { kind, title, lines: [line, line + length], isClosed: end !== undefined });
      }
      return true;
    }
  }
  return false;
}

/** Number of lines of a callout. Undefined if it is not closed or, without `end`, if no indented line follows. */
function lengthOf(lines: readonly string[], mark: string, end: RegExp | undefined): number | undefined {
  if (end === undefined) {
    const next = lines.findIndex((text, index) => index > 0 && !/^(?: {4}|\t|[ \t]*$)/.test(text));
    const length = next === -1 ? lines.length : next;
    return lines.slice(1, length).some((text) => text.trim() !== '') ? length : undefined;
  }
  let fence: string | undefined;
  for (const [index, text] of lines.entries()) {
    const code = /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1];
    if (code !== undefined && (fence === undefined || code.startsWith(fence))) {
      fence = fence === undefined ? code : undefined;
    } else if (fence === undefined && index > 0 && end.test(text.trim()) && text.trim().length >= mark.length) {
      return index + 1;
    }
  }
  return undefined;
}

interface ReadCallout {
  readonly kind: string;
  readonly title: string;
  readonly lines: readonly [start: number, end: number];
  /** Whether its last line only closes it. Otherwise its lines are indented. */
  readonly isClosed: boolean;
}

/** Writes a callout as the quote that GitHub would use. */
function pushCallout(state: StateBlock, { kind, title, lines: [start, end], isClosed }: ReadCallout): void {
  const { lineMax, parentType, blkIndent } = state;
  state.push('blockquote_open', 'blockquote', 1).map = [start, end];
  state.push('paragraph_open', 'p', 1);
  Object.assign(state.push('inline', '', 0), { content: `[!${kind}] ${title}`, map: [start, start + 1], children: [] });
  state.push('paragraph_close', 'p', -1);
  Object.assign(state, {
    parentType: 'blockquote',
    lineMax: isClosed ? end - 1 : end,
    blkIndent: blkIndent + (isClosed ? 0 : 4),
  });
  state.md.block.tokenize(state, start + 1, state.lineMax);
  Object.assign(state, { parentType, lineMax, blkIndent, line: end });
  state.push('blockquote_close', 'blockquote', -1);
}
