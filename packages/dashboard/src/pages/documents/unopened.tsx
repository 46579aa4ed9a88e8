import type { ReactNode } from 'react';
import { Empty } from '../../components/basics.js';
import { isRefusal } from '../../data/api.js';
import { textOf } from '../../text.js';
import { DocumentBar } from './document-bar.js';
import classes from './documents.module.css';

/** Shown for a document that could not be read: its path, and the reason. */
export function Unopened({ path, error, children }: { path: string; error: unknown; children: ReactNode }) {
  return (
    <section className={classes.document} aria-label={path}>
      <DocumentBar path={path} title={path.slice(path.lastIndexOf('/') + 1)} state="">
        {null}
      </DocumentBar>
      {isRefusal(error, 'document_not_found') ? (
        <Empty icon="document" title={textOf('Document not found')}>
          {textOf('It may have been moved or deleted, or you do not have access.')}
        </Empty>
      ) : (
        children
      )}
    </section>
  );
}
