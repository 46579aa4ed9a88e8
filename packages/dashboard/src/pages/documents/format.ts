import { type ChangeSpec, EditorSelection, type EditorState, type TransactionSpec } from '@codemirror/state';
import { textOf } from '../../text.js';
import { blockTexts, type Format } from './block-choices.js';

/** The change that formats the selection. If the selection has the format already, removes it. */
export function formatted(state: EditorState, format: Format): TransactionSpec {
  switch (format) {
    case 'bold':
      return wrapped(state, '**');
    case 'italic':
      return wrapped(state, '_');
    case 'heading':
      return marked(state, nextHeading(state));
    case 'list':
      return marked(state, '- ');
    case 'numbered':
      return marked(state, '1. ');
    case 'task':
      return marked(state, '- [ ] ');
    case 'quote':
      return marked(state, '> ');
    case 'link':
      return linked(state);
    case 'code':
      return coded(state);
    case 'table':
      return block(state, blockTexts.table, { from: 2, to: 2 + textOf('Column').length });
    case 'callout':
      return block(state, blockTexts.callout, { from: 12, to: blockTexts.callout.length });
    case 'diagram':
      return block(state, blockTexts.diagram, { from: 26, to: 39 });
    case 'formula':
      return block(state, blockTexts.formula, { from: 3, to: 18 });
    case 'line':
      return block(state, '---\n\n', { from: 5, to: 5 });
  }
}

function wrapped(state: EditorState, mark: string): TransactionSpec {
  const { length } = mark;
  return state.changeByRange(({ from, to }) => {
    const isAround =
      state.sliceDoc(Math.max(0, from - length), from) === mark && state.sliceDoc(to, to + length) === mark;
    if (isAround) {
      const changes = [
        { from: from - length, to: from },
        { from: to, to: to + length },
      ];
      return { changes, range: EditorSelection.range(from - length, to - length) };
    }
    const changes = [
      { from, insert: mark },
      { from: to, insert: mark },
    ];
    return { changes, range: EditorSelection.range(from + length, to + length) };
  });
}

const lineStart = /^(\s*)(#{1,6} |[-*+] (?:\[[ xX]\] )?|\d+[.)] |> )?/;

function startOf(text: string): { indent: number; marker: string } {
  const [, indent = '', marker = ''] = lineStart.exec(text) ?? [];
  return { indent: indent.length, marker };
}

function selectedLines(state: EditorState) {
  const { from, to } = state.selection.main;
  const [first, last] = [state.doc.lineAt(from).number, state.doc.lineAt(to).number];
  const lines = Array.from({ length: last - first + 1 }, (_, index) => state.doc.line(first + index));
  return lines.length === 1 ? lines : lines.filter(({ text }) => text.trim() !== '');
}

/** The next heading in the cycle: second level, third level, none. */
function nextHeading(state: EditorState): string {
  const marker = startOf(state.doc.lineAt(state.selection.main.from).text).marker;
  if (marker === '## ') {
    return '### ';
  }
  return marker.startsWith('#') ? '' : '## ';
}

function marked(state: EditorState, marker: string): TransactionSpec {
  const lines = selectedLines(state);
  const isThere = lines.every(({ text }) => startOf(text).marker === marker);
  const specs: ChangeSpec[] = lines.map(({ from, text }) => {
    const { indent, marker: old } = startOf(text);
    return { from: from + indent, to: from + indent + old.length, insert: isThere ? '' : marker };
  });
  const changes = state.changes(specs);
  // If the cursor is at the start of a line, it moves behind the new marker.
  return { changes, selection: state.selection.map(changes, 1) };
}

function linked(state: EditorState): TransactionSpec {
  const { from, to } = state.selection.main;
  const text = state.sliceDoc(from, to);
  if (/^https?:\/\/\S+$/.test(text)) {
    return { changes: { from, to, insert: `[](${text})` }, selection: { anchor: from + 1 } };
  }
  return {
    changes: { from, to, insert: `[${text}]()` },
    selection: { anchor: from + text.length + (text === '' ? 1 : 3) },
  };
}

function coded(state: EditorState): TransactionSpec {
  const { from, to } = state.selection.main;
  const text = state.sliceDoc(from, to);
  const isLine = state.doc.lineAt(from).text.trim() === '';
  return text.includes('\n') || isLine
    ? block(state, `\`\`\`\n${text}\n\`\`\``, { from: 4, to: 4 + text.length })
    : wrapped(state, '`');
}

/** Replaces the selection by a block, preceded by an empty line, and selects a part of it. */
function block(state: EditorState, text: string, selected: { from: number; to: number }): TransactionSpec {
  const { from, to } = state.selection.main;
  const isReplaced = text.includes(state.sliceDoc(from, to)) && from !== to;
  const at = isReplaced ? { from, to } : { from: state.doc.lineAt(to).to, to: state.doc.lineAt(to).to };
  const line = state.doc.lineAt(at.from);
  const before = state.sliceDoc(line.from, at.from).trim() === '' ? '' : '\n\n';
  const after = at.to < state.doc.lineAt(at.to).to ? '\n\n' : '';
  const start = at.from + before.length;
  return {
    changes: { ...at, insert: before + text + after },
    selection: { anchor: start + selected.from, head: start + selected.to },
  };
}
