import { useWindowEvent } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { filesIn } from '../components/files.js';
import { Icon } from '../components/icon.js';
import { givenFiles } from '../data/imports.js';
import { textOf } from '../text.js';
import classes from './shell.module.css';

/** Takes files that are dropped anywhere on a page, and leads to their import. Editors and forms take their own. */
export function FileDrops({ collection }: { collection: string | undefined }) {
  const [isOver, setOver] = useState(false);
  const navigate = useNavigate();
  useWindowEvent('dragover', (event) => {
    setOver(isTaken(event));
    if (isTaken(event)) event.preventDefault();
  });
  useWindowEvent('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) setOver(false);
  });
  useWindowEvent('drop', (event) => {
    setOver(false);
    if (event.defaultPrevented || event.dataTransfer === null || !isTaken(event)) return;
    event.preventDefault();
    void filesIn(event.dataTransfer).then((files) => {
      if (files.length === 0) return;
      givenFiles.set(files);
      void navigate({ to: '/import', search: { collection } as never });
    });
  });
  return isOver ? (
    <div className={classes.drop}>
      <Icon name="upload" size={28} />
      {collection === undefined
        ? textOf('Drop a file or a folder to import it')
        : textOf('Drop a file or a folder to import it into {collection}', { collection })}
    </div>
  ) : null;
}

function isTaken({ target, dataTransfer }: DragEvent): boolean {
  const isFiles = dataTransfer?.types.includes('Files') === true;
  return isFiles && (target as Element | null)?.closest('[contenteditable], fieldset, [role="dialog"]') === null;
}
