import { Badge, Box, Button, Group, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { Fragment, useEffect } from 'react';
import { useFilters } from '../../app/session.js';
import { Hint, Loaded, sayDone, sayFailed, When } from '../../components/basics.js';
import { useChange } from '../../data/api.js';
import { nodesOf, textOf } from '../../text.js';
import { type DiffRow, rowsOf, type Word, wordsOf } from './diff-rows.js';
import { DocumentBar } from './document-bar.js';
import documentClasses from './documents.module.css';
import classes from './history.module.css';
import { contentQuery, diffQuery, historyQuery } from './queries.js';

type Version = CallAnswer<'documents.history'>['versions'][number];

/** The versions of a document, the changes of each, and a button to restore one. */
export function HistoryView({ path, shown }: { path: string; shown: string | undefined }) {
  const { setSearch } = useFilters();
  const history = useInfiniteQuery(historyQuery(path));
  // A deleted document has no title, so its file name is shown.
  const { data: content } = useQuery(contentQuery(path));
  const title = content?.title ?? path.slice(path.lastIndexOf('/') + 1);
  return (
    <section className={documentClasses.document} aria-label={textOf('History')}>
      <DocumentBar path={path} title={title} doing={textOf('history')} state={textOf('History')}>
        <Button size="xs" variant="default" onClick={() => setSearch({ view: undefined, version: undefined })}>
          {textOf('Back to the document')}
        </Button>
      </DocumentBar>
      <div style={{ container: 'history / inline-size' }}>
        <Loaded query={history}>{() => <Versions path={path} shown={shown} history={history} />}</Loaded>
      </div>
    </section>
  );
}

type History = UseInfiniteQueryResult<InfiniteData<CallAnswer<'documents.history'>>>;

function Versions({ path, shown, history }: { path: string; shown: string | undefined; history: History }) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = history;
  const versions = history.data?.pages.flatMap((page) => page.versions) ?? [];
  const found = versions.find(({ id }) => id === shown);
  const isFurther = shown !== undefined && found === undefined && hasNextPage && !isFetchingNextPage;
  useEffect(() => {
    // The version in the URL may be older than those loaded so far.
    if (isFurther) {
      void fetchNextPage();
    }
  }, [isFurther, fetchNextPage]);
  const version = found ?? versions[0];
  return (
    <div className={classes.history}>
      <div className={classes.versions}>
        <ol>
          {versions.map((entry, index) => (
            <li key={entry.id}>
              <VersionButton version={entry} newest={index === 0} selected={entry === version} />
            </li>
          ))}
        </ol>
        {hasNextPage && (
          <Button
            size="xs"
            variant="subtle"
            fullWidth
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {textOf('Older versions')}
          </Button>
        )}
      </div>
      {version !== undefined && <Change path={path} version={version} newest={version === versions[0]} />}
    </div>
  );
}

const statusNames = {
  added: textOf('Added'),
  changed: textOf('Changed'),
  moved: textOf('Moved'),
  deleted: textOf('Deleted'),
  restored: textOf('Restored'),
};

function VersionButton(props: { version: Version; newest: boolean; selected: boolean }) {
  const { version, newest, selected } = props;
  const { setSearch } = useFilters();
  return (
    <UnstyledButton
      className={classes.version}
      aria-pressed={selected}
      onClick={() => setSearch({ version: version.id })}
    >
      <Group gap={6}>
        <Text size="sm" fw={550} component="span">
          {statusNames[version.status]}
        </Text>
        {newest && <Badge size="xs">{textOf('Newest')}</Badge>}
      </Group>
      <Hint component="span" display="block">
        {nodesOf('{time} by {name}', { time: <When at={version.at} />, name: version.by })}
      </Hint>
      {version.message !== null && (
        <Text size="xs" component="span" display="block" lineClamp={2}>
          {version.message}
        </Text>
      )}
    </UnstyledButton>
  );
}

function Change({ path, version, newest }: { path: string; version: Version; newest: boolean }) {
  const { setSearch } = useFilters();
  const diff = useQuery(diffQuery(path, version.id));
  const current = useQuery(contentQuery(path));
  const restore = useChange('documents.restore', ['settings']);
  const onRestore = (): void => {
    restore.mutate(
      { body: { path, version: version.id, base: current.data?.blob ?? null } },
      {
        onSuccess: () => {
          sayDone(textOf('The version was restored.'));
          setSearch({ view: undefined, version: undefined });
        },
        onError: sayFailed,
      },
    );
  };
  const mayRestore = !newest && version.status !== 'deleted' && current.data?.can_write !== false;
  return (
    <Box px="1.25rem" py="md" miw={0}>
      <Group justify="space-between" mb="sm">
        <Text size="sm" fw={550}>
          {textOf('What this version changed')}
        </Text>
        <Group gap="xs">
          {version.status !== 'deleted' && (
            <Button size="xs" variant="default" onClick={() => setSearch({ view: undefined, version: version.id })}>
              {textOf('Read this version')}
            </Button>
          )}
          {mayRestore && (
            <Button size="xs" onClick={onRestore} loading={restore.isPending}>
              {textOf('Restore this version')}
            </Button>
          )}
        </Group>
      </Group>
      <Loaded query={diff}>{(data) => <SideBySide diff={data} />}</Loaded>
    </Box>
  );
}

/** Shows a change of text: the old version next to the new one. */
function SideBySide({ diff }: { diff: CallAnswer<'documents.diff'> }) {
  if (diff.binary) {
    return <Text size="sm">{textOf('This file is not text, so versions cannot be compared.')}</Text>;
  }
  if (diff.hunks.length === 0) {
    return <Text size="sm">{textOf('The text is the same.')}</Text>;
  }
  return (
    <table className={classes.diff} aria-label={textOf('The change: old text on the left, new text on the right')}>
      <colgroup>
        <col className={classes.number} />
        <col />
        <col className={classes.number} />
        <col />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>{textOf('Line')}</VisuallyHidden>
          </th>
          <th scope="col">{textOf('Before')}</th>
          <th scope="col">
            <VisuallyHidden>{textOf('Line')}</VisuallyHidden>
          </th>
          <th scope="col">{textOf('After')}</th>
        </tr>
      </thead>
      {diff.hunks.map((hunk) => (
        <tbody key={`${hunk.old_start} ${hunk.new_start}`}>
          {rowsOf(hunk).map((row) => (
            <Row key={row.key} row={row} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Row({ row: { before, after } }: { row: DiffRow }) {
  const words = before?.changed === true && after?.changed === true ? wordsOf(before.text, after.text) : undefined;
  return (
    <tr>
      <td className={classes.number}>{before?.line}</td>
      <td data-change={before?.changed === true ? 'old' : undefined}>
        {words === undefined ? before?.text : <Words words={words.before} />}
      </td>
      <td className={classes.number}>{after?.line}</td>
      <td data-change={after?.changed === true ? 'new' : undefined}>
        {words === undefined ? after?.text : <Words words={words.after} />}
      </td>
    </tr>
  );
}

function Words({ words }: { words: readonly Word[] }) {
  return words.map(({ text, changed }, index) => {
    // The parts of a line are always computed together, so an index identifies a part.
    const key = `${index} ${text}`;
    return changed ? <mark key={key}>{text}</mark> : <Fragment key={key}>{text}</Fragment>;
  });
}
