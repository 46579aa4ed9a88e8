import { Anchor, Box, Button, Group, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useFilters, useSession } from '../../app/session.js';
import { Empty, Hint, Loaded, Loading, Note, Page, Panel } from '../../components/basics.js';
import { Icon } from '../../components/icon.js';
import { textOf } from '../../text.js';
import { NewDocumentDialog, RepoDialog } from './dialogs.js';
import classes from './documents.module.css';
import { collectKeys } from './early-keys.js';
import { HistoryView } from './history.js';
import { DeletedDocuments, Home } from './home.js';
import { passagesShown, reposQuery, searchQuery } from './queries.js';
import { Reader } from './reader.js';
import { Tree } from './tree.js';

const EditorView = lazy(() => import('./editor-view.js').then((part) => ({ default: part.EditorView })));
const AccessView = lazy(() => import('./access-view.js').then((part) => ({ default: part.AccessView })));

/** The documents of the workspace: a tree next to the open document. */
export function DocumentsPage() {
  const repos = useQuery(reposQuery());
  const [isMakingRepo, setMakingRepo] = useState(false);
  const { search, setSearch } = useFilters();
  const { isAdmin, canWrite } = useSession();
  const isOpen = search.path !== undefined && search.q === undefined;
  const content = (
    <>
      <Loaded query={repos}>
        {(data) =>
          data.count === 0 ? (
            <NoRepo action={isAdmin && <Button onClick={() => setMakingRepo(true)}>{textOf('New repo')}</Button>} />
          ) : (
            <div
              className={classes.columns}
              data-open={isOpen}
              data-wide={isOpen ? 'document' : undefined}
              data-editing={isOpen && search.view === 'edit'}
            >
              <aside className={classes.side} aria-label={textOf('Documents')}>
                <SearchField />
                <Tree repos={data.repos} />
              </aside>
              <div>
                <Content repos={data.repos} />
              </div>
            </div>
          )
        }
      </Loaded>
      {search.new !== undefined && repos.data !== undefined && (
        <NewDocumentDialog
          folder={folderOf(search.path ?? '') || onlyOne(repos.data.repos)}
          repos={repos.data.repos.map(({ name }) => name)}
          onClose={() => setSearch({ new: undefined })}
        />
      )}
      {isMakingRepo && <RepoDialog onClose={() => setMakingRepo(false)} />}
    </>
  );
  if (isOpen) {
    return content;
  }
  return (
    <Page
      title={textOf('Documents')}
      tabTitle={search.q === undefined ? undefined : textOf('Search for {query}', { query: search.q })}
      actions={
        <>
          {isAdmin && (
            <Button variant="default" onClick={() => setMakingRepo(true)}>
              {textOf('New repo')}
            </Button>
          )}
          {canWrite && (
            <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setSearch({ new: 'true' })}>
              {textOf('New document')}
            </Button>
          )}
        </>
      }
    >
      {content}
    </Page>
  );
}

function NoRepo({ action }: { action: ReactNode }) {
  return (
    <Panel>
      <Empty icon="folder" title={textOf('No repo yet')} action={action}>
        {textOf(
          'A repo holds documents with all their versions, and can be cloned with git. Create one for each subject, such as a handbook or a course.',
        )}
      </Empty>
    </Panel>
  );
}

/** The name of the only repo. If there are several, a person chooses one, because their readers differ. */
function onlyOne([first, second]: readonly { readonly name: string }[]): string {
  return first === undefined || second !== undefined ? '' : first.name;
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function SearchField() {
  const { search, setSearch } = useFilters();
  const field = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => field.current?.focus()]]);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setSearch({ q: String(new FormData(event.currentTarget).get('q') ?? '').trim() });
  };
  return (
    <Box component="form" onSubmit={submit} p="2px 2px 0.75rem">
      <TextInput
        ref={field}
        key={search.q}
        name="q"
        aria-label={textOf('Search the documents')}
        placeholder={textOf('Search   /')}
        leftSection={<Icon name="search" size={16} />}
        defaultValue={search.q ?? ''}
      />
    </Box>
  );
}

type Repos = NonNullable<Awaited<ReturnType<typeof useRepos>>>;
const useRepos = () => useQuery(reposQuery()).data?.repos;

function Content({ repos }: { repos: Repos }) {
  const { search, setSearch } = useFilters();
  const { path, q, view, version, deleted } = search;
  const { isAdmin } = useSession();
  const isEditing = view === 'edit' && path !== undefined;
  // The code of the editor may take a moment to load.
  useEffect(() => (isEditing ? collectKeys() : undefined), [isEditing]);
  if (q !== undefined) {
    return <SearchResults query={q} />;
  }
  if (path === undefined && deleted !== undefined) {
    return <DeletedDocuments repo={deleted} />;
  }
  if (path === undefined) {
    return <Home repos={repos} />;
  }
  if (view === 'edit') {
    return (
      <Suspense fallback={<Loading lines={6} />}>
        <EditorView key={path} path={path} onClose={() => setSearch({ view: undefined })} />
      </Suspense>
    );
  }
  if (view === 'access' && isAdmin) {
    return (
      <Suspense fallback={<Loading lines={6} />}>
        <AccessView key={path} path={path} />
      </Suspense>
    );
  }
  return view === 'history' ? (
    <HistoryView key={path} path={path} shown={version} />
  ) : (
    <Reader key={path} path={path} version={version} />
  );
}

/** The passages that match a search. */
function SearchResults({ query }: { query: string }) {
  const { setSearch } = useFilters();
  const found = useQuery(searchQuery(query));
  return (
    <Panel
      title={textOf('Found for “{query}”', { query })}
      flush
      actions={
        <Button size="xs" variant="subtle" onClick={() => setSearch({ q: undefined })}>
          {textOf('Close the search')}
        </Button>
      }
    >
      <Loaded query={found}>
        {({ results }) =>
          results.length === 0 ? (
            <Empty icon="search" title={textOf('Nothing was found')} />
          ) : (
            <>
              <Hint px="lg" py="sm" role="status">
                {results.length < passagesShown
                  ? textOf('{count} passage|{count} passages', { count: results.length })
                  : textOf('Only the best {count} passages are shown: type more to narrow them.', {
                      count: passagesShown,
                    })}
              </Hint>
              {results.map(({ path, title, heading, snippet, highlights }) => (
                <div key={`${path} ${heading} ${snippet}`} className={classes.found}>
                  <Group gap={6}>
                    <Anchor component={Link} to={`/documents?path=${encodeURIComponent(path)}`} fw={550} size="sm">
                      {title}
                    </Anchor>
                    {heading !== null && heading !== title && <Note>{heading}</Note>}
                  </Group>
                  <p>
                    <Highlighted text={snippet} ranges={highlights} />
                  </p>
                  <span className="mono soft">{path}</span>
                </div>
              ))}
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

function Highlighted({ text, ranges }: { text: string; ranges: readonly (readonly [number, number])[] }) {
  let from = 0;
  const segments = ranges.flatMap(([start, end]) => {
    const before = text.slice(from, start);
    from = end;
    return [
      { at: start - 0.5, marked: false, part: before },
      { at: start, marked: true, part: text.slice(start, end) },
    ];
  });
  return (
    <>
      {segments.map(({ at, marked, part }) => (marked ? <mark key={at}>{part}</mark> : <span key={at}>{part}</span>))}
      {text.slice(from)}
    </>
  );
}
