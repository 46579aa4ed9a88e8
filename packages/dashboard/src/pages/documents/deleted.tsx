import { Anchor, Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFilters } from '../../app/filters.js';
import { useSession } from '../../app/session.js';
import { Empty, Loaded, sayDone, sayFailed } from '../../components/notices.js';
import { Panel } from '../../components/page.js';
import { Table } from '../../components/table.js';
import { When } from '../../components/when.js';
import { useChange } from '../../data/queries.js';
import { textOf } from '../../text.js';
import { deletedQuery } from './queries.js';

/** The deleted documents of a repo, each with a button to restore it. */
export function DeletedDocuments({ repo }: { repo: string }) {
  const { setSearch } = useFilters();
  const { canWrite } = useSession();
  const deleted = useInfiniteQuery(deletedQuery(repo));
  const restore = useChange('documents.restore', ['repos', 'settings']);
  const onRestore = (path: string, version: string): void => {
    restore.mutate(
      { body: { path, version, base: null } },
      { onSuccess: () => sayDone(textOf('{name} was restored.', { name: path })), onError: sayFailed },
    );
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
                  title: '',
                  end: true,
                  width: [110, 110],
                  cell: ({ path, version }) =>
                    canWrite && (
                      <Button
                        size="xs"
                        variant="default"
                        disabled={restore.isPending}
                        onClick={() => onRestore(path, version)}
                        aria-label={textOf('Restore {name}', { name: path })}
                      >
                        {textOf('Restore')}
                      </Button>
                    ),
                },
              ]}
            />
          )
        }
      </Loaded>
      {deleted.hasNextPage && (
        <Button
          variant="subtle"
          m="md"
          loading={deleted.isFetchingNextPage}
          onClick={() => void deleted.fetchNextPage()}
        >
          {textOf('Show more')}
        </Button>
      )}
    </Panel>
  );
}
