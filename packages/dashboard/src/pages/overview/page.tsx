import { Anchor, Box, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../app/session.js';
import { Bar } from '../../components/bar.js';
import { Empty, Hint, Loaded, Loading, Page, Panel, Tile, When } from '../../components/basics.js';
import { CollectionTable, collectionsQuery } from '../../components/collection-table.js';
import { Icon } from '../../components/icon.js';
import { nodesOf, textOf } from '../../text.js';
import { DocumentEntry } from '../documents/entry.js';
import { isPicture } from '../documents/queries.js';
import { NeedsYou } from './needs.js';
import { Numbers } from './numbers.js';
import classes from './overview.module.css';
import { changedQuery } from './queries.js';
import { useWorkspaceState, type WorkspaceState } from './state.js';

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
            <ul className="list">
              {documents
                .filter((each) => !isPicture(each))
                .slice(0, changedShown)
                .map(({ path, title, updated_at: at, updated_by: by }) => (
                  <DocumentEntry key={path} path={path} title={title}>
                    {nodesOf('{time} by {name}', { time: <When at={at} />, name: by })}
                  </DocumentEntry>
                ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}

interface Step {
  readonly label: string;
  readonly why: string;
  readonly to: string;
  readonly done: boolean;
}

/** The first steps of a workspace. Admins see them until all are done. */
function Checklist({ state }: { state: WorkspaceState }) {
  const { isAdmin } = useSession();
  const steps = stepsOf(state);
  const done = steps.filter((step) => step.done).length;
  // If a part could not be read, its step would wrongly appear as open.
  if (!isAdmin || !state.isSettled || !state.isComplete || done === steps.length) {
    return null;
  }
  return (
    <Panel
      title={textOf('Set up')}
      flush
      actions={<Text size="sm">{textOf('{done} of {total} done', { done, total: steps.length })}</Text>}
    >
      <Box px="lg" pt="md" pb={8}>
        <Bar share={done / steps.length} />
      </Box>
      <ul className="list">
        {steps.map((step) => (
          <Group component="li" key={step.label} gap="sm" wrap="nowrap" align="flex-start" px="lg" py="sm">
            <Tile size={22} radius="50%">
              {step.done && <Icon name="check" size={14} />}
            </Tile>
            <span>
              {step.done ? (
                <Text size="sm" component="span">
                  {textOf('{step}: done', { step: step.label })}
                </Text>
              ) : (
                <Anchor component={Link} to={step.to} size="sm" fw={550}>
                  {step.label}
                </Anchor>
              )}
              <Hint>{step.why}</Hint>
            </span>
          </Group>
        ))}
      </ul>
    </Panel>
  );
}

function stepsOf({ groups = [], people = [], collections = [], tokens = [], devices = [] }: WorkspaceState): Step[] {
  const hasAgent = tokens.some(({ status }) => status === 'active') || devices.length > 0;
  return [
    {
      label: textOf('Make a group'),
      why: textOf('It says which documents and records its holders can read.'),
      to: '/groups/new',
      done: groups.length > 0,
    },
    {
      label: textOf('Add a member'),
      why: textOf('Members read what their groups name, and sign in as themselves.'),
      to: '/people?new=true',
      done: people.some(({ role }) => role === 'reader'),
    },
    {
      label: textOf('Fill a collection'),
      why: textOf('Drop a CSV file, or let your system push its records.'),
      to: collections.length > 0 ? '/import' : '/collections?new=true',
      done: collections.some(({ records }) => records > 0),
    },
    {
      label: textOf('Connect an agent'),
      why: textOf('A token of its own lets you see what it did, and stop it alone.'),
      to: '/tokens?new=true',
      done: hasAgent,
    },
  ];
}
