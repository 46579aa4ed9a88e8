import { Anchor, Button, Group, Tabs, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CallAnswer } from '@tessera/client';
import { type ReactNode, useState } from 'react';
import { useFilters, useSession } from '../../app/session.js';
import { CopyButton, Empty, Loaded, Panel, saying, When } from '../../components/basics.js';
import { buttonsColumn, NextPage, RowButton, Table } from '../../components/table.js';
import { useChange } from '../../data/api.js';
import { nodesOf, textOf } from '../../text.js';
import { DocumentEntry } from './entry.js';
import { deletedQuery, draftsQuery, isPicture, recentQuery } from './queries.js';

type Repos = CallAnswer<'repos.list'>['repos'];

const lists = { recent: textOf('Recent'), mine: textOf('Mine'), drafts: textOf('Drafts'), repos: textOf('Repos') };

/** Lists of the start page: the latest changes, the user's own, unsaved drafts, and repos. */
export function Home({ repos }: { repos: Repos }) {
  const { search, setSearch } = useFilters();
  const list = search.list !== undefined && search.list in lists ? search.list : 'recent';
  return (
    <Tabs value={list} onChange={(next) => setSearch({ list: next === 'recent' || next === null ? undefined : next })}>
      <Tabs.List mb="md">
        {Object.entries(lists).map(([value, label]) => (
          <Tabs.Tab key={value} value={value}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={list}>
        {list === 'repos' ? (
          <RepoList repos={repos} />
        ) : list === 'drafts' ? (
          <Drafts />
        ) : (
          <Changed own={list === 'mine'} />
        )}
      </Tabs.Panel>
    </Tabs>
  );
}

function Changed({ own }: { own: boolean }) {
  const { me } = useSession();
  const recent = useQuery(recentQuery(own ? (me.name ?? me.email) : undefined));
  return (
    <Loaded query={recent}>
      {({ documents }) =>
        documents.every(isPicture) ? (
          <Panel>
            <Empty icon="document" title={own ? textOf('You changed no document last') : textOf('No documents yet')}>
              {own
                ? textOf('What you write is listed here, the latest change first.')
                : textOf('Write the first one, or push a repo.')}
            </Empty>
          </Panel>
        ) : (
          <List>
            {documents
              .filter((each) => !isPicture(each))
              .map(({ path, title, updated_at: at, updated_by: by }) => (
                <DocumentEntry key={path} path={path} title={title}>
                  {nodesOf('{time} by {name}', { time: <When at={at} />, name: by })}
                </DocumentEntry>
              ))}
          </List>
        )
      }
    </Loaded>
  );
}

function Drafts() {
  const drafts = useQuery(draftsQuery());
  return (
    <Loaded query={drafts}>
      {({ drafts: found }) =>
        found.length === 0 ? (
          <Panel>
            <Empty icon="edit" title={textOf('No drafts')}>
              {textOf('What you type in a document and do not save is kept here, for you alone.')}
            </Empty>
          </Panel>
        ) : (
          <List>
            {found.map(({ path, title, base, blob, updated_at: at }) => (
              <DocumentEntry key={path} path={path} title={title} edit>
                {base === blob
                  ? nodesOf('Not saved, from {time}', { time: <When at={at} /> })
                  : nodesOf('Not saved, from {time}. The document has changed since', { time: <When at={at} /> })}
              </DocumentEntry>
            ))}
          </List>
        )
      }
    </Loaded>
  );
}

function List({ children }: { children: ReactNode }) {
  return (
    <Panel flush>
      <ul className="list">{children}</ul>
    </Panel>
  );
}

function RepoList({ repos }: { repos: Repos }) {
  return repos.map((repo) => <Repo key={repo.id} repo={repo} />);
}

function Repo({ repo: { name, description, documents, clone_url: url } }: { repo: Repos[number] }) {
  const [isCloning, setCloning] = useState(false);
  const { isAdmin } = useSession();
  return (
    <Panel
      title={name}
      actions={
        <Group gap="md">
          <Text size="sm">{textOf('{count} document|{count} documents', { count: documents })}</Text>
          {isAdmin && (
            <Anchor
              component={Link}
              to={`/documents?path=${name}/&view=access`}
              size="sm"
              aria-label={textOf('Access to {name}', { name })}
            >
              {textOf('Access')}
            </Anchor>
          )}
          <Anchor
            component={Link}
            to={`/documents?deleted=${name}`}
            size="sm"
            aria-label={textOf('Deleted documents of {name}', { name })}
          >
            {textOf('Deleted')}
          </Anchor>
          {url !== null && (
            <Button
              size="xs"
              variant="default"
              aria-expanded={isCloning}
              aria-label={textOf('Clone {name}', { name })}
              onClick={() => setCloning(!isCloning)}
            >
              {textOf('Clone')}
            </Button>
          )}
        </Group>
      }
    >
      <Text size="sm">{description ?? textOf('Choose a document on the left, or search for words.')}</Text>
      {isCloning && url !== null && (
        <Group gap="xs" mt="sm" wrap="nowrap">
          <Text size="xs" className="mono" style={{ overflowWrap: 'anywhere' }}>
            {`git clone ${url}`}
          </Text>
          <CopyButton value={`git clone ${url}`} label={textOf('Copy the command')} />
        </Group>
      )}
    </Panel>
  );
}

/** The deleted documents of a repo, each with a button to restore it. */
export function DeletedDocuments({ repo }: { repo: string }) {
  const { setSearch } = useFilters();
  const { canWrite } = useSession();
  const deleted = useInfiniteQuery(deletedQuery(repo));
  const restore = useChange('documents.restore', ['repos', 'settings']);
  const onRestore = (path: string, version: string): void => {
    restore.mutate({ body: { path, version, base: null } }, saying(textOf('{name} was restored.', { name: path })));
  };
  return (
    <Panel
      title={textOf('Deleted from {repo}', { repo })}
      flush
      actions={
        <Button size="xs" variant="default" onClick={() => setSearch({ deleted: undefined, list: 'repos' })}>
          {textOf('Back to the repos')}
        </Button>
      }
    >
      <Loaded query={deleted}>
        {({ pages }) =>
          pages[0]?.count === 0 ? (
            <Empty icon="document" title={textOf('Nothing was deleted')}>
              {textOf('A deleted document is listed here with all its versions, so that it can be restored.')}
            </Empty>
          ) : (
            <Table
              label={textOf('Deleted documents')}
              rows={pages.flatMap(({ documents }) => documents)}
              rowKey={({ path }) => path}
              columns={[
                {
                  title: textOf('Path'),
                  cell: ({ path }) => (
                    <Anchor component={Link} to={`/documents?path=${encodeURIComponent(path)}&view=history`} size="sm">
                      {path}
                    </Anchor>
                  ),
                },
                { title: textOf('Deleted'), cell: ({ deleted_at: at }) => <When at={at} /> },
                { title: textOf('By'), cell: ({ deleted_by: by }) => by },
                {
                  ...buttonsColumn(110),
                  cell: ({ path, version }) =>
                    canWrite && (
                      <RowButton
                        label={textOf('Restore')}
                        name={textOf('Restore {name}', { name: path })}
                        disabled={restore.isPending}
                        onClick={() => onRestore(path, version)}
                      />
                    ),
                },
              ]}
            />
          )
        }
      </Loaded>
      <NextPage list={deleted} label={textOf('Show more')} />
    </Panel>
  );
}
