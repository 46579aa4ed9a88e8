import { UnstyledButton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CallAnswer } from '@tessera/client';
import { type DragEvent, useEffect, useState } from 'react';
import { useFilters, useSession } from '../../app/session.js';
import { Note, sayDone, sayFailed } from '../../components/basics.js';
import { Icon } from '../../components/icon.js';
import { useChange } from '../../data/api.js';
import { textOf } from '../../text.js';
import { folderQuery, isPicture } from './queries.js';
import classes from './tree.module.css';

/** The folders and documents that the caller can read. A folder is loaded when it is opened. */
export function Tree({ repos }: { repos: CallAnswer<'repos.list'>['repos'] }) {
  const { search } = useFilters();
  return (
    <ul className={classes.tree}>
      {repos.map(({ id, name }) => (
        <Folder key={id} path={name} open={repos.length === 1 || (search.path ?? '').startsWith(`${name}/`)} />
      ))}
    </ul>
  );
}

function Folder({ path, open }: { path: string; open: boolean }) {
  const [opened, setOpened] = useState(open);
  useEffect(() => {
    // The tree may stay closed, because the open document can be used without it.
    if (open) {
      setOpened(true);
    }
  }, [open]);
  const drop = useDrop(path);
  const { isAdmin } = useSession();
  return (
    <li style={{ position: 'relative' }}>
      <UnstyledButton
        className={classes.node}
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
        {...drop.props}
        data-over={drop.isOver}
      >
        <span className={classes.twist} data-open={opened}>
          <Icon name="chevron" size={14} />
        </span>
        <Icon name="folder" size={16} />
        {path.slice(path.lastIndexOf('/') + 1)}
      </UnstyledButton>
      {isAdmin && (
        <Link
          to={`/documents?${new URLSearchParams({ path: `${path}/`, view: 'access' })}`}
          className={classes.share}
          aria-label={textOf('Access to {name}', { name: path })}
          title={textOf('Access to {name}', { name: path })}
        >
          <Icon name="share" size={14} />
        </Link>
      )}
      {opened && <Entries path={path} />}
    </li>
  );
}

function Entries({ path }: { path: string }) {
  const { search } = useFilters();
  const entries = useInfiniteQuery(folderQuery(path));
  if (entries.data === undefined) {
    return entries.isError ? (
      <Note pl="lg">{textOf('Could not be read')}</Note>
    ) : (
      <Note pl="lg" role="status">
        {textOf('Loading…')}
      </Note>
    );
  }
  const folders = entries.data.pages.flatMap((page) => page.folders);
  const documents = entries.data.pages.flatMap((page) => page.documents).filter((each) => !isPicture(each));
  return (
    <ul>
      {folders.map((folder) => (
        <Folder key={folder.path} path={folder.path} open={(search.path ?? '').startsWith(`${folder.path}/`)} />
      ))}
      {documents.map((document) => (
        <li key={document.path}>
          <Link
            to={`/documents?path=${encodeURIComponent(document.path)}`}
            className={classes.node}
            title={document.path}
            onDragStart={({ dataTransfer }) =>
              dataTransfer.setData(dragged, JSON.stringify({ path: document.path, blob: document.blob }))
            }
            {...(search.path === document.path ? { 'aria-current': 'page' as const } : {})}
          >
            <Icon name="document" size={16} />
            <span className="ellipsis" dir="auto">
              {document.title}
            </span>
          </Link>
        </li>
      ))}
      {entries.hasNextPage && (
        <li>
          <UnstyledButton className={classes.node} onClick={() => void entries.fetchNextPage()}>
            {entries.isFetchingNextPage
              ? textOf('Loading…')
              : textOf('Show more than these {count}', { count: documents.length })}
          </UnstyledButton>
        </li>
      )}
      {folders.length + documents.length === 0 && <li className="soft">{textOf('Empty')}</li>}
    </ul>
  );
}

/** The drag-and-drop type of a document of the tree. */
const dragged = 'application/x-tessera-document';

/** Moves a document that is dropped on a folder. By keyboard, `Move or rename` in the document's menu does the same. */
function useDrop(folder: string) {
  const { search, setSearch } = useFilters();
  const { canWrite } = useSession();
  const [isOver, setOver] = useState(false);
  const move = useChange('documents.move', ['settings']);
  const isDocument = ({ dataTransfer }: DragEvent): boolean => canWrite && dataTransfer.types.includes(dragged);
  const onDrop = (event: DragEvent): void => {
    setOver(false);
    if (!isDocument(event)) {
      return;
    }
    event.preventDefault();
    const { path: from, blob } = JSON.parse(event.dataTransfer.getData(dragged)) as { path: string; blob: string };
    const to = `${folder}/${from.slice(from.lastIndexOf('/') + 1)}`;
    if (to === from) {
      return;
    }
    const onSuccess = (): void => {
      if (search.path === from) setSearch({ path: to });
      sayDone(textOf('Moved to {path}.', { path: to }));
    };
    move.mutate({ body: { from, to, base: blob } }, { onSuccess, onError: sayFailed });
  };
  const onDragOver = (event: DragEvent): void => {
    if (isDocument(event)) {
      event.preventDefault();
      setOver(true);
    }
  };
  return { isOver, props: { onDrop, onDragOver, onDragLeave: () => setOver(false) } };
}
