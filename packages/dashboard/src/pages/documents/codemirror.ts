import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import {
  defineLanguageFacet,
  HighlightStyle,
  Language,
  languageDataProp,
  syntaxHighlighting,
} from '@codemirror/language';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { GFM, parser } from '@lezer/markdown';
import { nonce } from '../../app/nonce.js';
import { sayFailed } from '../../components/basics.js';
import type { Format } from './block-choices.js';
import type { OnFiles } from './files.js';

/** The callbacks and label of an editor. */
export interface EditorOptions {
  readonly label: string;
  /** The path of the document. Completed links are relative to it. */
  readonly path: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onSave: () => void;
  /** Called with the formats of the toolbar at the cursor, separated by spaces, by editors that know them. */
  readonly onFormats: (formats: string) => void;
  readonly onFiles: OnFiles;
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
      ],
    }),
  });
  view.focus();
  // The text is shown before the help for writers is loaded.
  const loaded = import('./assist.js');
  loaded.then(
    ({ assistance }) => view.dispatch({ effects: help.reconfigure(assistance(path, onFiles)) }),
    () => undefined,
  );
  return {
    setText: (next) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    format: async (format) => {
      (await loaded).apply(view, format);
    },
    addFiles: (files) => void loaded.then(({ addFiles }) => addFiles(view, files, onFiles), sayFailed),
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

const facet = defineLanguageFacet();

// Only the parser is used, because CodeMirror's package adds HTML, CSS and JavaScript, which are 70 kB more.
const language = new Language(
  facet,
  parser.configure([GFM, { props: [languageDataProp.add({ Document: facet })] }]),
  [],
  'markdown',
);

// The colors that code in documents has, which are readable on light and dark backgrounds.
const colors = HighlightStyle.define([
  { tag: tags.heading, color: 'var(--hl-title)', fontWeight: '700' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.monospace, tags.labelName, tags.character], color: 'var(--hl-string)' },
  { tag: [tags.link, tags.url], color: 'var(--mantine-color-anchor)' },
  { tag: tags.quote, fontStyle: 'italic' },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.atom], color: 'var(--hl-keyword)' },
  { tag: [tags.comment, tags.meta], color: 'var(--mantine-color-dimmed)' },
]);

/** The Markdown language with syntax colors. */
export const markdown: Extension = [language, syntaxHighlighting(colors)];
