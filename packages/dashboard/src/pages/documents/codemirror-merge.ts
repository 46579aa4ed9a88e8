import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { MergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { textOf } from '../../text.js';
import { common } from './codemirror.js';

const phrases = EditorState.phrases.of({
  'Revert this chunk': textOf('Revert this chunk'),
  '$ unchanged lines': textOf('$ unchanged lines'),
});

/** Shows the text of someone else next to one's own, which can be edited. */
export function openMerge(
  parent: HTMLElement,
  texts: { theirs: string; own: string; onChange: (text: string) => void },
): { close(): void } {
  const changed = EditorView.updateListener.of((update) =>
    update.docChanged ? texts.onChange(update.state.doc.toString()) : undefined,
  );
  const view = new MergeView({
    parent,
    a: { doc: texts.theirs, extensions: [...common(textOf('Current text')), phrases, EditorState.readOnly.of(true)] },
    b: {
      doc: texts.own,
      extensions: [
        ...common(textOf('Yours')),
        phrases,
        history(),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        changed,
      ],
    },
    revertControls: 'a-to-b',
    collapseUnchanged: {},
  });
  // The editor in which the conflict was found is gone, so the focus moves here.
  view.b.focus();
  return { close: () => view.destroy() };
}
