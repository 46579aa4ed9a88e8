import { Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../app/session.js';
import { Bar } from '../../parts/bar.js';
import { CollectionTable, collectionsQuery } from '../../parts/collection-table.js';
import { Icon } from '../../parts/icon.js';
import { Empty, Loaded } from '../../parts/notices.js';
import { Page, Panel } from '../../parts/page.js';
import { counted, countOf, When } from '../../parts/when.js';
import classes from './overview.module.css';
import { changedQuery, findingsQuery, peopleQuery, workspaceQuery } from './queries.js';

/** What there is in the workspace, what needs attention, and the next step where there is nothing yet. */
export function OverviewPage() {
  const { workspace, isAdmin, me } = useSession();
  const collections = useQuery(collectionsQuery());
  return (
    <Page title={workspace.name} lead={`Signed in as ${me.name}.`}>
      {isAdmin && <Numbers />}
      <div className={classes.columns}>
        <Collections />
        {/* Below the collections on a telephone, which would push it down. */}
        {!collections.isPending && <ChangedDocuments />}
      </div>
    </Page>
  );
}

function Numbers() {
  const settings = useQuery(workspaceQuery());
  const people = useQuery(peopleQuery());
  const collections = useQuery(collectionsQuery());
  const findings = useQuery(findingsQuery(collections.data?.collections.map(({ name }) => name)));
  const state = settings.data?.workspace;
  const pending = people.data?.people.filter((person) => person.pending && person.status === 'active').length;
  const records = collections.data?.collections.reduce((sum, entry) => sum + entry.records, 0);
  return (
    <div className={classes.numbers}>
      <Figure
        label="Records"
        value={records}
        note={countOf(collections.data?.count ?? 0, 'collection')}
        to="/collections"
      />
      <Figure label="Open findings" value={findings.data} note="Values that do not match" to="/collections" />
      <Figure
        label="Member seats"
        value={state?.seats_used}
        note={state && `of ${counted(state.reader_seats)}`}
        to="/people"
      >
        <Bar share={state === undefined ? 0 : state.seats_used / Math.max(1, state.reader_seats)} />
      </Figure>
      <Figure label="Pending invites" value={pending} note="Not signed in yet" to="/people" />
    </div>
  );
}

function Figure(props: {
  label: string;
  value: number | undefined;
  note: string | undefined;
  to: string;
  children?: ReactNode;
}) {
  return (
    <Link to={props.to} className={classes.figure}>
      <span className={classes.label}>{props.label}</span>
      <span className={classes.value}>{props.value === undefined ? '–' : counted(props.value)}</span>
      <span className={classes.note}>{props.note}</span>
      {props.children}
    </Link>
  );
}

function Collections() {
  const collections = useQuery(collectionsQuery());
  const { canWrite, me } = useSession();
  const mayCreate = canWrite && me.groups === undefined;
  return (
    <Panel
      title="Collections"
      flush
      actions={
        <Anchor component={Link} to="/collections" size="sm">
          All collections
        </Anchor>
      }
    >
      <Loaded query={collections}>
        {(data) =>
          data.count === 0 ? (
            <Empty
              icon="collection"
              title="No records yet"
              action={
                mayCreate ? (
                  <Button component={Link} to="/collections?new=true" leftSection={<Icon name="plus" size={16} />}>
                    New collection
                  </Button>
                ) : undefined
              }
            >
              A collection holds the records of one source: products, customers, orders. Make one, then drop a CSV file
              or let your system push records to its ingest URL.
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
      title="Changed last"
      flush
      actions={
        <Anchor component={Link} to="/documents" size="sm">
          All documents
        </Anchor>
      }
    >
      <Loaded query={changed}>
        {({ documents }) =>
          documents.length === 0 ? (
            <Empty icon="document" title="No documents yet">
              Write the first one under <Link to="/documents">Documents</Link>, or push a repo with git.
            </Empty>
          ) : (
            <ul className={classes.changed}>
              {documents.map(({ path, title, updated_at: at, updated_by: by }) => (
                <li key={path}>
                  <Anchor component={Link} to={`/documents?path=${encodeURIComponent(path)}`} fw={550} size="sm">
                    {title}
                  </Anchor>
                  <Text size="xs" c="dimmed">
                    {path}
                  </Text>
                  <Text size="xs" c="dimmed">
                    <When at={at} /> by {by}
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
