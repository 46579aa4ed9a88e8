import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { MergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { common } from './codemirror.js';

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
    a: { doc: texts.theirs, extensions: [...common('Current text'), EditorState.readOnly.of(true)] },
    b: {
      doc: texts.own,
      extensions: [...common('Yours'), history(), keymap.of([...defaultKeymap, ...historyKeymap]), changed],
    },
    revertControls: 'a-to-b',
    collapseUnchanged: {},
  });
  // The editor in which the conflict was found is gone, so the focus moves here.
  view.b.focus();
  return { close: () => view.destroy() };
}
