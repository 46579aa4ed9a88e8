import { Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../app/session.js';
import { CollectionTable, collectionsQuery } from '../../components/collection-table.js';
import { Icon } from '../../components/icon.js';
import { Empty, Loaded, Loading } from '../../components/notices.js';
import { Page, Panel } from '../../components/page.js';
import { When } from '../../components/when.js';
import { nodesOf, textOf } from '../../text.js';
import { isPicture } from '../documents/queries.js';
import { NeedsYou } from './attention.js';
import { Checklist } from './checklist.js';
import { Numbers } from './numbers.js';
import classes from './overview.module.css';
import { changedQuery } from './queries.js';
import { useWorkspaceState } from './state.js';

const changedShown = 6;

/** The state of the workspace: its numbers, what needs attention, and the first steps until they are done. */
export function OverviewPage() {
  const { workspace, me } = useSession();
  const state = useWorkspaceState();
  return (
    <Page title={workspace.name} lead={textOf('Signed in as {name}.', me)}>
      <Numbers state={state} />
      <NeedsYou state={state} />
      {/* Rendered later, because content above may grow until its data is loaded, and would push this down. */}
      {state.isSettled ? (
        <>
          <Checklist state={state} />
          <div className={classes.columns}>
            <Collections />
            <ChangedDocuments />
          </div>
        </>
      ) : (
        <Panel>
          <Loading lines={6} />
        </Panel>
      )}
    </Page>
  );
}

function Collections() {
  const collections = useQuery(collectionsQuery());
  const { canWrite, me } = useSession();
  const mayCreate = canWrite && me.groups === undefined;
  return (
    <Panel
      title={textOf('Collections')}
      flush
      actions={
        <Anchor component={Link} to="/collections" size="sm">
          {textOf('All collections')}
        </Anchor>
      }
    >
      <Loaded query={collections}>
        {(data) =>
          data.count === 0 ? (
            <Empty
              icon="collection"
              title={textOf('No records yet')}
              action={
                mayCreate ? (
                  <Button component={Link} to="/collections?new=true" leftSection={<Icon name="plus" size={16} />}>
                    {textOf('New collection')}
                  </Button>
                ) : undefined
              }
            >
              {textOf(
                'A collection holds the records of one source: products, customers, orders. Create one, then drop a CSV file or let your system push records to its ingest URL.',
              )}
            </Empty>
          ) : (
            <CollectionTable rows={data.collections} />
          )
        }
      </Loaded>
    </Panel>
  );
}

function ChangedDocuments() {
  const changed = useQuery(changedQuery());
  return (
    <Panel
      title={textOf('Changed last')}
      flush
      actions={
        <Anchor component={Link} to="/documents" size="sm">
          {textOf('All documents')}
        </Anchor>
      }
    >
      <Loaded query={changed}>
        {({ documents }) =>
          documents.length === 0 ? (
            <Empty icon="document" title={textOf('No documents yet')}>
              {nodesOf('Write the first one under {documents}, or push a repo with git.', {
                documents: <Link to="/documents">{textOf('Documents')}</Link>,
              })}
            </Empty>
          ) : (
            <ul className={classes.lines}>
              {documents
                .filter((each) => !isPicture(each))
                .slice(0, changedShown)
                .map(({ path, title, updated_at: at, updated_by: by }) => (
                  <li key={path} className={classes.entry}>
                    <Anchor component={Link} to={`/documents?path=${encodeURIComponent(path)}`} fw={550} size="sm">
                      {title}
                    </Anchor>
                    <Text size="xs" c="dimmed">
                      {path}
                    </Text>
                    <Text size="xs" c="dimmed">
                      {nodesOf('{when} by {name}', { when: <When at={at} />, name: by })}
                    </Text>
                  </li>
                ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}
