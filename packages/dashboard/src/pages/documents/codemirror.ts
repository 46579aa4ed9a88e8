import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { nonce } from '../../app/nonce.js';
import type { Format } from './block-choices.js';
import { chooseFiles } from './choose-files.js';
import { markdown } from './markdown.js';

/** The callbacks and label of an editor. */
export interface EditorOptions {
  readonly label: string;
  /** The path of the document. Completed links are relative to it. */
  readonly path: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onSave: () => void;
  /** Stores dropped, pasted or chosen files. Returns the text to insert. */
  readonly onFiles: (files: readonly File[]) => Promise<string>;
}

/** An open editor. */
export interface Editor {
  setText(text: string): void;
  /** Formats the selection. Rejects if its code cannot be loaded. */
  format(format: Format): Promise<void>;
  /** Stores files and inserts links to them at the cursor. */
  addFiles(files: readonly File[]): void;
  /** Inserts text at the cursor. */
  typeIn(text: string): void;
  focus(): void;
  close(): void;
}

/** Opens a Markdown editor in an element. By keyboard, Escape and then Tab leaves it. */
export function openEditor(parent: HTMLElement, options: EditorOptions): Editor {
  const { label, path, text, onChange, onSave, onFiles } = options;
  const help = new Compartment();
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      // A new document already contains its heading, so the cursor starts below it.
      selection: { anchor: text.indexOf('\n') === text.length - 1 ? text.length : 0 },
      extensions: [
        help.of([]),
        ...common(label),
        lineNumbers(),
        history(),
        keymap.of([
          { key: 'Mod-s', preventDefault: true, run: () => (onSave(), true) },
          ...defaultKeymap,
          ...historyKeymap,
          indentWithTab,
        ]),
        EditorView.updateListener.of((update) =>
          update.docChanged ? onChange(update.state.doc.toString()) : undefined,
        ),
        takingFiles(onFiles),
      ],
    }),
  });
  view.focus();
  // The text is shown before the help for writers is loaded.
  const loaded = import('./assist.js');
  const addFiles = (files: readonly File[]): void => void write(view, files, view.state.selection.main.head, onFiles);
  loaded.then(
    ({ assistance }) => view.dispatch({ effects: help.reconfigure(assistance(path, () => chooseFiles(addFiles))) }),
    () => undefined,
  );
  return {
    setText: (next) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    format: async (format) => {
      (await loaded).apply(view, format);
    },
    addFiles,
    typeIn: (text) => view.dispatch(view.state.replaceSelection(text)),
    focus: () => view.focus(),
    close: () => view.destroy(),
  };
}

/** Extensions of all Markdown editors: language, style, and the label for screen readers. */
export function common(label: string): Extension[] {
  return [
    EditorView.cspNonce.of(nonce),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label }),
    EditorView.perLineTextDirection.of(true),
    markdown,
    EditorView.theme({
      '&': {
        fontSize: '0.875rem',
        minHeight: '100%',
        backgroundColor: 'transparent',
        color: 'var(--mantine-color-text)',
      },
      '&.cm-focused': { outline: '2px solid var(--mantine-color-anchor)', outlineOffset: '4px', borderRadius: '2px' },
      '.cm-content': { fontFamily: 'var(--mantine-font-family-monospace)', caretColor: 'var(--mantine-color-text)' },
      '.cm-line': { unicodeBidi: 'plaintext', textAlign: 'start' },
      '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--mantine-color-dimmed)', border: 'none' },
    }),
  ];
}

function takingFiles(onFiles: EditorOptions['onFiles']): Extension {
  const take = (view: EditorView, list: FileList | undefined, at: number): boolean => {
    const files = Array.from(list ?? []);
    if (files.length === 0) {
      return false;
    }
    void write(view, files, at, onFiles);
    return true;
  };
  return EditorView.domEventHandlers({
    drop: (event, view) => {
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.selection.main.head;
      const taken = take(view, event.dataTransfer?.files, at);
      if (taken) {
        event.preventDefault();
      }
      return taken;
    },
    paste: (event, view) => take(view, event.clipboardData?.files, view.state.selection.main.head),
  });
}

let writes = 0;

/** Reserves a position in the text for files until they are stored, while the text changes. */
async function write(view: EditorView, files: readonly File[], at: number, onFiles: EditorOptions['onFiles']) {
  writes += 1;
  const waiting = `[Uploading ${files.map(({ name }) => name.replace(/[[\]\n]/g, '')).join(', ')} …](#${writes})`;
  view.dispatch({ changes: { from: at, insert: waiting }, selection: { anchor: at + waiting.length } });
  const text = await onFiles(files);
  const from = view.state.doc.toString().indexOf(waiting);
  if (from >= 0 && view.dom.isConnected) {
    view.dispatch({ changes: { from, to: from + waiting.length, insert: text } });
  }
}
