import { type RefObject, useEffect, useRef, useState } from 'react';
import { sayFailed } from '../../../components/basics.js';
import { textOf } from '../../../text.js';
import type { Editor, EditorOptions } from '../codemirror.js';
import { takeKeys } from '../early-keys.js';

/** The properties of both editors. */
export interface PaneProps {
  readonly path: string;
  readonly text: string;
  readonly editor: RefObject<Editor | undefined>;
  readonly onChange: (text: string) => void;
  readonly onSave: () => void;
  readonly onFormats: EditorOptions['onFormats'];
}

/** Opens an editor in an element. That happens once; afterwards the editor owns the text. */
export function useEditor(props: PaneProps, open: (parent: HTMLElement, options: EditorOptions) => Editor) {
  const container = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const [start] = useState({ text: props.text, open });
  const { path, editor } = props;
  useEffect(() => {
    if (container.current === null) {
      return undefined;
    }
    const opened = start.open(container.current, {
      label: textOf('Text of {path}', { path }),
      path,
      text: start.text,
      onChange: (text) => latest.current.onChange(text),
      onSave: () => latest.current.onSave(),
      onFormats: (formats) => latest.current.onFormats(formats),
      onFiles: (files) => uploaded(path, files),
    });
    editor.current = opened;
    const early = takeKeys();
    if (early !== '') opened.typeIn(early);
    return () => {
      editor.current = undefined;
      opened.close();
    };
  }, [path, start, editor]);
  return container;
}

/** Stores files next to a document. The code is loaded with the first file, because most people store none. */
function uploaded(path: string, files: readonly File[]): Promise<string> {
  const failed = (error: unknown): string => {
    sayFailed(error);
    return '';
  };
  return import('../uploads.js').then(({ uploadAll }) => uploadAll(path, files, failed)).catch(failed);
}
