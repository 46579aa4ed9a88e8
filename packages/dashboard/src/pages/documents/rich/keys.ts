import { baseKeymap, chainCommands, exitCode } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import {
  InputRule,
  inputRules,
  textblockTypeInputRule,
  undoInputRule,
  wrappingInputRule,
} from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import type { MarkType } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import { type Command, type Plugin, TextSelection } from 'prosemirror-state';
import { commands } from './commands.js';
import { schema } from './schema.js';

const { nodes, marks } = schema;

/**
 * The usual shortcuts of editors. By keyboard, Escape and then Tab leaves the text; Tab alone only indents items of
 * lists.
 */
export function keys(options: { onSave: () => void; onLink: () => boolean }): Plugin[] {
  const hardBreak: Command = (state, dispatch) => {
    dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView());
    return true;
  };
  return [
    keymap({
      'Mod-s': () => {
        options.onSave();
        return true;
      },
      'Mod-b': commands.bold,
      'Mod-i': commands.italic,
      'Mod-e': commands.code,
      'Mod-k': () => options.onLink(),
      'Mod-z': undo,
      'Shift-Mod-z': redo,
      'Mod-y': redo,
      Backspace: undoInputRule,
      Enter: splitListItem(nodes.list_item, { checked: null }),
      Tab: sinkListItem(nodes.list_item),
      'Shift-Tab': liftListItem(nodes.list_item),
      'Mod-Enter': exitCode,
      'Shift-Enter': chainCommands(exitCode, hardBreak),
      ArrowDown: intoHidden(1),
      ArrowUp: intoHidden(-1),
    }),
    keymap(baseKeymap),
    inputRules({ rules }),
  ];
}

// A source block shows its text only while it contains the cursor, so the browser's own cursor movement would skip it.
function intoHidden(direction: 1 | -1): Command {
  return ({ selection: { $head, empty }, doc, tr }, dispatch, view) => {
    if (!empty || $head.depth === 0 || view?.endOfTextblock(direction === 1 ? 'down' : 'up') !== true) {
      return false;
    }
    const edge = doc.resolve(direction === 1 ? $head.after(1) : $head.before(1));
    const next = direction === 1 ? edge.nodeAfter : edge.nodeBefore;
    if (next?.type !== nodes.source) {
      return false;
    }
    dispatch?.(tr.setSelection(TextSelection.create(doc, edge.pos + direction)).scrollIntoView());
    return true;
  };
}

/** Applies a mark while typing: `**oak**` becomes bold. */
function markRule(pattern: RegExp, mark: MarkType): InputRule {
  return new InputRule(pattern, (state, match, start, end) => {
    const [whole = '', before = '', text = ''] = match;
    const from = start + before.length;
    const kept = whole.length - before.length;
    const written = state.tr.replaceWith(
      from,
      end,
      schema.text(text, [...state.doc.resolve(start).marks(), mark.create()]),
    );
    return kept > 0 ? written.removeStoredMark(mark) : null;
  });
}

const rules = [
  textblockTypeInputRule(/^(#{1,6})\s$/, nodes.heading, (match) => ({ level: match[1]?.length ?? 1 })),
  textblockTypeInputRule(/^```(\w*)\s$/, nodes.code_block, (match) => ({ params: match[1] ?? '' })),
  wrappingInputRule(/^\s*>\s$/, nodes.blockquote),
  wrappingInputRule(/^\s*([-*+])\s$/, nodes.bullet_list, (match) => ({ markup: `${match[1]} ` })),
  wrappingInputRule(
    /^(\d+)\.\s$/,
    nodes.ordered_list,
    (match) => ({ order: Number(match[1]) }),
    (match, node) => node.childCount + node.attrs.order === Number(match[1]),
  ),
  new InputRule(/^\[([ x])\]\s$/, (state, match, start, end) => {
    const $at = state.doc.resolve(start);
    return $at.depth > 1 && $at.node(-1).type === nodes.list_item
      ? state.tr.delete(start, end).setNodeAttribute($at.before(-1), 'checked', match[1] === 'x')
      : null;
  }),
  new InputRule(/^(?:---|\*\*\*)$/, (state, _match, start) => {
    const $at = state.doc.resolve(start);
    return $at.depth === 1
      ? state.tr.insert($at.before(), nodes.horizontal_rule.create()).delete(start + 1, start + 3)
      : null;
  }),
  markRule(/(^|[^*])\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/, marks.strong),
  markRule(/(^|[^*])\*([^*\s](?:[^*]*[^*\s])?)\*$/, marks.em),
  markRule(/(^|[^`])`([^`]+)`$/, marks.code),
];
