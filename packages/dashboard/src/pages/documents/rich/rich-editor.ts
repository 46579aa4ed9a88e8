import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { history } from 'prosemirror-history';
import { Fragment, Slice } from 'prosemirror-model';
import { type Command, EditorState, Selection } from 'prosemirror-state';
import { type DirectEditorProps, EditorView } from 'prosemirror-view';
import { menu } from '../block-choices.js';
import { chooseFiles } from '../choose-files.js';
import type { Editor, EditorOptions } from '../codemirror.js';
import type { Target } from '../link-completion.js';
import { commands, formatsAt, insertBlock, setLink } from './commands.js';
import { openRich, type RichDocument } from './document.js';
import { keys } from './keys.js';
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
