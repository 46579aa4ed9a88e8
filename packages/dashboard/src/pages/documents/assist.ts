import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  startCompletion,
} from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import { searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { textOf } from '../../text.js';
import { type Format, menu } from './block-choices.js';
import { chooseFiles } from './choose-files.js';
import { addFiles, type OnFiles, takingFiles } from './files.js';
import { formatted } from './format.js';
import { linkCompletion } from './link-completion.js';
import { tableFrom } from './pasted-table.js';

export { addFiles };

/** Formats the selection like the toolbar. */
export function apply(view: EditorView, format: Format): boolean {
  const isSelected = !view.state.selection.main.empty;
  view.dispatch(formatted(view.state, format), { scrollIntoView: true, userEvent: 'input' });
  view.focus();
  if (format === 'link' && isSelected) {
    startCompletion(view);
  }
  return true;
}

/** Help for people who write: shortcuts, a slash menu, completion of links, pasted tables, and search. */
export function assistance(path: string, onFiles: OnFiles): Extension {
  const outsideCode =
    (source: CompletionSource): CompletionSource =>
    (context) =>
      isInCode(context.state, context.pos) ? null : source(context);
  return [
    Prec.high(
      keymap.of([
        { key: 'Mod-b', run: (view) => apply(view, 'bold') },
        { key: 'Mod-i', run: (view) => apply(view, 'italic') },
      ]),
    ),
    autocompletion({
      icons: false,
      interactionDelay: 0,
      override: [outsideCode(linkCompletion(path)), outsideCode(blocks(onFiles))],
    }),
    keymap.of(searchKeymap),
    EditorState.phrases.of(phrases),
    pastedTables,
    takingFiles(onFiles),
    look,
  ];
}

function blocks(onFiles: OnFiles) {
  return (context: CompletionContext): CompletionResult | null => {
    const typed = context.matchBefore(/^\s*\/[\p{L}\w]*/u);
    if (typed === null) {
      return null;
    }
    const from = typed.from + typed.text.indexOf('/');
    const options = menu.map(([label, choice]) => ({
      label: `/${label.toLowerCase()}`,
      displayLabel: label,
      apply: (view: EditorView, _completion: unknown, start: number, end: number) => {
        view.dispatch({ changes: { from: start, to: end }, userEvent: 'input.complete' });
        if (choice === 'image') chooseFiles((files) => addFiles(view, files, onFiles));
        else apply(view, choice);
      },
    }));
    return { from, options, validFor: /^\/[\p{L}\w ]*$/u };
  };
}

function isInCode(state: EditorState, position: number): boolean {
  for (let node = syntaxTree(state).resolveInner(position, -1); ; ) {
    if (/Code/.test(node.name)) return true;
    if (node.parent === null) return false;
    node = node.parent;
  }
}

/** Runs before the handler of files: a spreadsheet adds a picture of the table to the clipboard. */
const pastedTables = Prec.high(
  EditorView.domEventHandlers({
    paste: (event, view) => {
      const table = tableFrom(event.clipboardData?.getData('text/html') ?? '');
      const { from, to } = view.state.selection.main;
      if (table === undefined || isInCode(view.state, from)) {
        return false;
      }
      event.preventDefault();
      const line = view.state.doc.lineAt(from);
      const before = view.state.sliceDoc(line.from, from).trim() === '' ? '' : '\n\n';
      const insert = `${before}${table}\n`;
      view.dispatch({
        changes: { from, to, insert },
        selection: { anchor: from + insert.length },
        scrollIntoView: true,
        userEvent: 'input.paste',
      });
      return true;
    },
  }),
);

const phrases = {
  Find: textOf('Find'),
  next: textOf('next'),
  previous: textOf('previous'),
  all: textOf('all'),
  'match case': textOf('match case'),
  regexp: textOf('regexp'),
  'by word': textOf('by word'),
  Replace: textOf('Replace'),
  replace: textOf('replace'),
  'replace all': textOf('replace all'),
  close: textOf('Close'),
  'Go to line': textOf('Go to line'),
  go: textOf('go'),
  'current match': textOf('current match'),
  'on line': textOf('on line'),
  'replaced $ matches': textOf('replaced $ matches'),
  'replaced match on line $': textOf('replaced match on line $'),
};

const line = '1px solid var(--app-line)';

const look = EditorView.theme({
  '.cm-tooltip': {
    border: line,
    borderRadius: 'var(--mantine-radius-md)',
    backgroundColor: 'var(--mantine-color-body)',
    color: 'var(--mantine-color-text)',
    boxShadow: 'var(--mantine-shadow-md)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    maxHeight: '16rem',
    maxWidth: 'min(32rem, 90vw)',
    fontFamily: 'var(--mantine-font-family)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.375rem 0.75rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--mantine-color-tessera-light)',
    color: 'var(--mantine-color-tessera-light-color)',
  },
  '.cm-completionDetail': { color: 'var(--mantine-color-dimmed)', fontStyle: 'normal', fontSize: '0.75rem' },
  '.cm-panels': { backgroundColor: 'var(--app-ground)', color: 'var(--mantine-color-text)' },
  '.cm-panels.cm-panels-bottom': { borderTop: line },
  '.cm-textfield': { backgroundColor: 'var(--mantine-color-body)', border: line },
  '.cm-button': { backgroundImage: 'none', backgroundColor: 'var(--mantine-color-body)', border: line },
});
