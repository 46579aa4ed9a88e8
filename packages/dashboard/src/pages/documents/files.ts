import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { textOf } from '../../text.js';

/** Stores dropped, pasted or chosen files. Returns the text to insert. */
export type OnFiles = (files: readonly File[]) => Promise<string>;

/** Stores files and inserts links to them at the cursor. */
export function addFiles(view: EditorView, files: readonly File[], onFiles: OnFiles): void {
  void write(view, files, view.state.selection.main.head, onFiles);
}

/** Stores files that are dropped or pasted, and inserts links to them. */
export function takingFiles(onFiles: OnFiles): Extension {
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
async function write(view: EditorView, files: readonly File[], at: number, onFiles: OnFiles): Promise<void> {
  writes += 1;
  const names = files.map(({ name }) => name.replace(/[[\]\n]/g, '')).join(', ');
  const waiting = `[${textOf('Uploading {files} …', { files: names })}](#${writes})`;
  view.dispatch({ changes: { from: at, insert: waiting }, selection: { anchor: at + waiting.length } });
  const text = await onFiles(files);
  const from = view.state.doc.toString().indexOf(waiting);
  if (from >= 0 && view.dom.isConnected) {
    view.dispatch({ changes: { from, to: from + waiting.length, insert: text } });
  }
}
