import { lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import type { MarkType, Node, NodeType } from 'prosemirror-model';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import { type Command, type EditorState, Selection, TextSelection, type Transaction } from 'prosemirror-state';
import { blockTexts, type Format } from '../block-choices.js';
import { schema } from './schema.js';

const { nodes, marks } = schema;

/** Commands that format the selection, for the toolbar, shortcuts and menu. An image and a link need more input. */
export const commands: Readonly<Record<Exclude<Format, 'image' | 'link'>, Command>> = {
  bold: toggleMark(marks.strong),
  italic: toggleMark(marks.em),
  heading: (state, dispatch) => nextHeading(state)(state, dispatch),
  list: toggleList(nodes.bullet_list),
  numbered: toggleList(nodes.ordered_list),
  task: (state, dispatch) => toggleList(nodes.bullet_list)(state, dispatch && ((change) => dispatch(asTasks(change)))),
  quote: (state, dispatch) => (isWithin(state, nodes.blockquote) ? lift : wrapIn(nodes.blockquote))(state, dispatch),
  code: (state, dispatch) =>
    state.selection.empty && state.selection.$from.parent.content.size === 0
      ? setBlockType(nodes.code_block)(state, dispatch)
      : toggleMark(marks.code)(state, dispatch),
  table: (state, dispatch) => insertTable(state, dispatch),
  callout: insertSource('Callout', blockTexts.callout),
  diagram: insertSource('Diagram', blockTexts.diagram),
  formula: insertSource('Formula', blockTexts.formula),
  line: (state, dispatch) => insertBlock(nodes.horizontal_rule.create())(state, dispatch),
};

/** The next heading in the cycle: second level, third level, none. */
function nextHeading({ selection }: EditorState): Command {
  const { type, attrs } = selection.$from.parent;
  const level = type !== nodes.heading ? 2 : attrs.level === 2 ? 3 : undefined;
  return level === undefined ? setBlockType(nodes.paragraph) : setBlockType(nodes.heading, { level });
}

function isWithin({ selection: { $from } }: EditorState, type: NodeType): boolean {
  return Array.from({ length: $from.depth }, (_, depth) => $from.node(depth + 1)).some((node) => node.type === type);
}

/** The formats of the toolbar that the selection has, separated by spaces. */
export function formatsAt(state: EditorState): string {
  const { from, to, empty, $from } = state.selection;
  const { type } = $from.parent;
  const has = (mark: MarkType): boolean =>
    empty ? mark.isInSet(state.storedMarks ?? $from.marks()) !== undefined : state.doc.rangeHasMark(from, to, mark);
  const found: Partial<Record<Format, boolean>> = {
    bold: has(marks.strong),
    italic: has(marks.em),
    heading: type === nodes.heading,
    list: isWithin(state, nodes.bullet_list),
    code: has(marks.code) || type === nodes.code_block,
  };
  return Object.entries(found)
    .flatMap(([format, isThere]) => (isThere ? format : []))
    .join(' ');
}

function toggleList(type: NodeType): Command {
  return (state, dispatch) =>
    (isWithin(state, type) ? liftListItem(nodes.list_item) : wrapInList(type))(state, dispatch);
}

/** Adds an empty check box to the selected items of a list. */
function asTasks(change: Transaction): Transaction {
  const { from, to } = change.selection;
  change.doc.nodesBetween(from, to, (node, position) => {
    if (node.type === nodes.list_item) change.setNodeAttribute(position, 'checked', false);
  });
  return change;
}

function insertSource(kind: string, text: string): Command {
  return (state, dispatch) => insertBlock(nodes.source.create({ kind }, schema.text(text)))(state, dispatch);
}

/** New tables, whose first cell is edited as soon as they are shown. */
export const newTables = new WeakSet<Node>();

const insertTable: Command = (state, dispatch) => {
  const table = nodes.source.create({ kind: 'Table' }, schema.text(blockTexts.table));
  if (dispatch !== undefined) newTables.add(table);
  return insertBlock(table)(state, dispatch);
};

/**
 * Inserts a block after the current one, or in place of an empty paragraph. Moves the cursor into the block or behind
 * it.
 */
export function insertBlock(block: Node): Command {
  return ({ selection: { $from }, tr }, dispatch) => {
    const top = $from.depth === 0 ? undefined : $from.node(1);
    const isEmpty = top?.type === nodes.paragraph && top.content.size === 0;
    const at = $from.depth === 0 ? $from.pos : isEmpty ? $from.before(1) : $from.after(1);
    tr.replaceWith(at, isEmpty ? $from.after(1) : at, block);
    if (tr.doc.resolve(at + block.nodeSize).nodeAfter === null) {
      tr.insert(at + block.nodeSize, nodes.paragraph.create());
    }
    const inside =
      block.isTextblock && !newTables.has(block) ? TextSelection.create(tr.doc, at + block.nodeSize - 1) : undefined;
    tr.setSelection(inside ?? Selection.near(tr.doc.resolve(at + block.nodeSize)));
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/** Makes the selection a link to a URL. Without a URL, removes its link. */
export function setLink(href: string): Command {
  return ({ selection, tr, doc }, dispatch) => {
    const { from, to } = selection.empty ? linkAround(doc, selection.from) : selection;
    tr.removeMark(from, to, marks.link);
    if (href !== '' && from === to) {
      tr.insert(from, schema.text(href, [marks.link.create({ href })]));
    } else if (href !== '') {
      tr.addMark(from, to, marks.link.create({ href }));
    }
    dispatch?.(tr);
    return true;
  };
}

/** The range of the link that contains the cursor. */
function linkAround(doc: Node, position: number): { from: number; to: number } {
  const $at = doc.resolve(position);
  const found = { from: position, to: position };
  const link = $at.marks().find(({ type }) => type === marks.link);
  $at.parent.forEach((child, offset) => {
    const start = $at.start() + offset;
    const touches = start <= position && position <= start + child.nodeSize;
    if (link !== undefined && touches && link.isInSet(child.marks)) {
      Object.assign(found, { from: start, to: start + child.nodeSize });
    }
  });
  return found;
}
