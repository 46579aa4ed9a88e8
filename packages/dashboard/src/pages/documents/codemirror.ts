import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import {
  defaultHighlightStyle,
  defineLanguageFacet,
  Language,
  languageDataProp,
  syntaxHighlighting,
} from '@codemirror/language';
import { searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { GFM, parser } from '@lezer/markdown';
import { nonce } from '../../app/nonce.js';

const facet = defineLanguageFacet();

// The parser alone: CodeMirror's own package of it brings HTML, CSS and JavaScript along, 70 kB more.
const markdown = new Language(
  facet,
  parser.configure([GFM, { props: [languageDataProp.add({ Document: facet })] }]),
  [],
  'markdown',
);

/** What an editor tells, and how it is called. */
export interface EditorOptions {
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onSave: () => void;
  /** Files that were dropped or pasted; answers what is written in their place. */
  readonly onFiles: (files: readonly File[]) => Promise<string>;
}

/** An open editor. */
export interface Editor {
  setText(text: string): void;
  close(): void;
}

/** Opens an editor of Markdown in an element. Escape, then Tab, leaves it by keyboard. */
export function openEditor(parent: HTMLElement, options: EditorOptions): Editor {
  const { label, text, onChange, onSave } = options;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      // A document that is new has its heading; one goes on below.
      selection: { anchor: text.indexOf('\n') === text.length - 1 ? text.length : 0 },
      extensions: [
        ...common(label),
        lineNumbers(),
        history(),
        keymap.of([
          { key: 'Mod-s', preventDefault: true, run: () => (onSave(), true) },
          ...defaultKeymap,
          ...historyKeymap,
          ...searchKeymap,
          indentWithTab,
        ]),
        EditorView.updateListener.of((update) =>
          update.docChanged ? onChange(update.state.doc.toString()) : undefined,
        ),
        takingFiles(options.onFiles),
      ],
    }),
  });
  view.focus();
  return {
    setText: (next) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    close: () => view.destroy(),
  };
}

/** What every editor of Markdown has: its language, its look, and the name that a screen reader says. */
export function common(label: string): Extension[] {
  return [
    EditorView.cspNonce.of(nonce),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label }),
    drawSelection(),
    markdown,
    syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
    EditorView.theme({
      '&': {
        fontSize: '0.875rem',
        minHeight: '100%',
        backgroundColor: 'transparent',
        color: 'var(--mantine-color-text)',
      },
      '&.cm-focused': { outline: '2px solid var(--mantine-color-anchor)', outlineOffset: '4px', borderRadius: '2px' },
      '.cm-content': { fontFamily: 'var(--mantine-font-family-monospace)', caretColor: 'var(--mantine-color-text)' },
      '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--mantine-color-dimmed)', border: 'none' },
      '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
      '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
        backgroundColor: 'var(--mantine-color-tessera-light-hover) !important',
      },
      // The highlighter's own colours are too faint on a dark ground.
      '.cm-line span': { color: 'inherit', textDecoration: 'none' },
    }),
  ];
}

function takingFiles(onFiles: EditorOptions['onFiles']): Extension {
  const take = (view: EditorView, list: FileList | undefined, at: number): boolean => {
    const files = Array.from(list ?? []);
    if (files.length === 0) {
      return false;
    }
    void onFiles(files).then((text) => view.dispatch({ changes: { from: at, insert: text } }));
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
