import { lazy, useState } from 'react';
import { Note } from '../../../components/basics.js';
import { textOf } from '../../../text.js';
import { openRich } from '../rich/document.js';
import classes from '../rich/rich.module.css';
import { openRichEditor } from '../rich/rich-editor.js';
import { type PaneProps, useEditor } from './pane.js';
import '@tessera/pages/prose.css';

const SourcePane = lazy(() => import('./source-pane.js').then((part) => ({ default: part.SourcePane })));

/** A rich text editor. If the document cannot be edited as rich text, a Markdown editor with the reason. */
export function RichPane(props: PaneProps) {
  const [document] = useState(() => openRich(props.path, props.text));
  if ('reason' in document) {
    return (
      <>
        <Note mb="xs" role="status">
          {textOf('This document opens as text.')} {document.reason}
        </Note>
        <SourcePane {...props} />
      </>
    );
  }
  return <RichText {...props} document={document} />;
}

function RichText(props: PaneProps & { document: Exclude<ReturnType<typeof openRich>, { reason: string }> }) {
  const { document } = props;
  const container = useEditor(props, (parent, options) => openRichEditor(parent, { ...options, document }));
  return <div ref={container} className={classes.pane} />;
}
