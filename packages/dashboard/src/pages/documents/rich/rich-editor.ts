import { baseKeymap, chainCommands, exitCode } from 'prosemirror-commands';
import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { history, redo, undo } from 'prosemirror-history';
import {
  InputRule,
  inputRules,
  textblockTypeInputRule,
  undoInputRule,
  wrappingInputRule,
} from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import { Fragment, type MarkType, Slice } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import { type Command, EditorState, type Plugin, Selection, TextSelection } from 'prosemirror-state';
import { type DirectEditorProps, EditorView } from 'prosemirror-view';
import { menu } from '../block-choices.js';
import { chooseFiles } from '../choose-files.js';
import type { Editor, EditorOptions } from '../codemirror.js';
import type { Target } from '../link-completion.js';
import { commands, formatsAt, insertBlock, setLink } from './commands.js';
import { openRich, type RichDocument } from './document.js';
import { askForLink } from './link-field.js';
import { type Choice, menuPlugin, type Trigger } from './menu.js';
import { parseRich } from './parse.js';
import classes from './rich.module.css';
import { schema } from './schema.js';
import { editedSource, imageView, SourceView } from './views.js';

/** Opens a rich text editor in an element. */
export function openRichEditor(parent: HTMLElement, options: EditorOptions & { document: RichDocument }): Editor {
  const { label, path, onChange, onFormats, onFiles } = options;
  let document = options.document;
  const addFiles = (files: readonly File[]): void => void writeFiles(view, files, onFiles);
  const onLink = (): boolean => askForLink(view, (href) => void setLink(href)(view.state, view.dispatch));
  const plugins = [
    menuPlugin([blockTrigger(() => chooseFiles(addFiles), onLink), linkTrigger(path)]),
    ...keys({ onSave: options.onSave, onLink }),
    history(),
    gapCursor(),
    dropCursor(),
    editedSource,
  ];
  const stateOf = ({ node }: RichDocument): EditorState => {
    const doc = withBody(node);
    return EditorState.create({
      doc,
      plugins,
      selection: doc === node ? Selection.atStart(doc) : Selection.atEnd(doc),
    });
  };
  const view = new EditorView(parent, {
    state: stateOf(document),
    attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, class: `prose ${classes.text}` },
    nodeViews: {
      source: (node, of, positionOf) => new SourceView(node, of, positionOf, path),
      image: (node) => imageView(node, path),
    },
    dispatchTransaction: (change) => {
      view.updateState(view.state.apply(change));
      onFormats(formatsAt(view.state));
      if (change.docChanged) onChange(document.textOf(view.state.doc));
    },
    ...pasting(addFiles),
  });
  view.focus();
  onFormats(formatsAt(view.state));
  return {
    setText: (text) => {
      const next = openRich(path, text);
      if (!('reason' in next)) {
        document = next;
        view.updateState(stateOf(next));
        onChange(text);
      }
    },
    format: async (format) => {
      if (format === 'link') onLink();
      else runOn(view, commands[format]);
    },
    addFiles,
    typeIn: (text) => view.dispatch(view.state.tr.insertText(text)),
    focus: () => view.focus(),
    close: () => view.destroy(),
  };
}

/** A new document contains only its heading. An empty paragraph below it, which is not stored, takes what is typed. */
function withBody(doc: RichDocument['node']): RichDocument['node'] {
  const isHeading = doc.childCount === 1 && doc.firstChild?.type === schema.nodes.heading;
  return isHeading ? doc.copy(doc.content.append(Fragment.from(schema.node('paragraph')))) : doc;
}

function runOn(view: EditorView, command: Command): void {
  command(view.state, view.dispatch, view);
  view.focus();
}

function blockTrigger(onImage: () => void, onLink: () => boolean): Trigger {
  const choices: readonly Choice[] = menu.map(([label, format]) => ({
    label,
    apply: (view, from, to) => {
      view.dispatch(view.state.tr.delete(from, to));
      if (format === 'image') onImage();
      else if (format === 'link') onLink();
      else runOn(view, commands[format]);
    },
  }));
  return {
    pattern: /^\/[\p{L}\w ]*$/u,
    choices: (typed) =>
      choices.filter(({ label }) => label.toLowerCase().includes(typed.slice(1).toLowerCase().trim())),
  };
}

const shown = 30;

/** After `[[`, offers the documents of the repo. The inserted link shows the title. */
function linkTrigger(path: string): Trigger {
  const choiceOf = ({ path: to, title }: Target, href: string): Choice => ({
    label: title,
    detail: to.slice(to.indexOf('/') + 1),
    apply: (view, from, end) => {
      const link = schema.marks.link.create({ href });
      const text = schema.text(title, [link]);
      view.dispatch(view.state.tr.replaceWith(from, end, text).removeStoredMark(link));
    },
  });
  return {
    pattern: /\[\[[^[\]]*$/,
    choices: async (typed) => {
      const { relativeAddress, targetsOf } = await import('../link-completion.js');
      const targets = await targetsOf(path.slice(0, path.indexOf('/')), typed.slice(2));
      return targets
        .filter((target) => target.path !== path)
        .slice(0, shown)
        .map((target) => choiceOf(target, relativeAddress(path, target.path)));
    },
  };
}

function insertTable(view: EditorView, table: string): void {
  runOn(view, insertBlock(schema.node('source', { kind: 'Table' }, schema.text(table))));
}

/** Handles pasted and dropped content. Files are stored; tables of spreadsheets and Markdown are converted. */
function pasting(addFiles: (files: readonly File[]) => void): Omit<DirectEditorProps, 'state'> {
  // Loaded after the text is shown, because it is needed only for pasted tables.
  const tables = import('../pasted-table.js');
  tables.catch(() => undefined);
  const take = (event: Event, files: FileList | undefined): boolean => {
    const found = Array.from(files ?? []);
    if (found.length > 0) {
      event.preventDefault();
      addFiles(found);
    }
    return found.length > 0;
  };
  return {
    handleDrop: (_view, event) => take(event, event.dataTransfer?.files),
    handlePaste: (view, event) => {
      const html = event.clipboardData?.getData('text/html') ?? '';
      if (!/<table\b/i.test(html) || view.state.selection.$from.parent.type.spec.code === true) {
        return take(event, event.clipboardData?.files);
      }
      const files = Array.from(event.clipboardData?.files ?? []);
      void tables
        .then(({ tableFrom }) => tableFrom(html))
        .catch(() => undefined)
        .then((table) => {
          if (table !== undefined) insertTable(view, table);
          else if (files.length > 0) addFiles(files);
          else view.pasteHTML(html);
        });
      return true;
    },
    clipboardTextParser: (text, $context, plain) => {
      const read = plain || $context.parent.type.spec.code === true ? undefined : parseRich(text, {});
      // Without this, ProseMirror would turn each line into a paragraph.
      return read === undefined ? (undefined as never) : new Slice(read.content, 1, 1);
    },
  };
}

/** Stores files and inserts their Markdown at the cursor, which may have moved meanwhile. */
async function writeFiles(view: EditorView, files: readonly File[], onFiles: EditorOptions['onFiles']) {
  const text = await onFiles(files);
  const read = text === '' ? undefined : parseRich(text, {});
  if (read !== undefined && view.dom.isConnected) {
    view.dispatch(view.state.tr.replaceSelection(new Slice(read.content, 1, 1)).scrollIntoView());
    view.focus();
  }
}

const { nodes, marks } = schema;

/**
 * The usual shortcuts of editors. By keyboard, Escape and then Tab leaves the text; Tab alone only indents items of
 * lists.
 */
function keys(options: { onSave: () => void; onLink: () => boolean }): Plugin[] {
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
