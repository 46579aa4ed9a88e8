import { Anchor, Box, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../app/session.js';
import { Bar } from '../../components/bar.js';
import { Empty, Hint, Loaded, Loading, Page, Panel, Tile, When } from '../../components/basics.js';
import { CollectionTable, collectionsQuery } from '../../components/collection-table.js';
import { Icon, type IconName } from '../../components/icon.js';
import { nodesOf, textOf } from '../../text.js';
import { isPicture } from '../documents/queries.js';
import { expiresSoonDays, peopleFound } from '../people/filter.js';
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
                  <Box component="li" key={path} px="lg" py="sm">
                    <Anchor component={Link} to={`/documents?path=${encodeURIComponent(path)}`} fw={550} size="sm">
                      {title}
                    </Anchor>
                    <Hint>{path}</Hint>
                    <Hint>{nodesOf('{when} by {name}', { when: <When at={at} />, name: by })}</Hint>
                  </Box>
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

interface Need {
  readonly text: string;
  readonly icon: IconName;
  /** The URL of the list that the entry is about. */
  readonly to: string;
}

/** What needs attention, each with a link to the list that it is about. If there is nothing, says so. */
function NeedsYou({ state }: { state: WorkspaceState }) {
  const needs = [...needsOfCollections(state), ...needsOfAccess(state)];
  return (
    <Panel title={textOf('Needs you')} flush>
      {state.isSettled ? (
        <>
          <ul className="list">
            {needs.map(({ text, icon, to }) => (
              <li key={text}>
                <Link to={to} className={classes.need}>
                  <Icon name={icon} />
                  <span>{text}</span>
                  <Icon name="chevron" size={16} />
                </Link>
              </li>
            ))}
          </ul>
          <Rest isComplete={state.isComplete} isEmpty={needs.length === 0} />
        </>
      ) : (
        <Loading lines={2} />
      )}
    </Panel>
  );
}

function Rest({ isComplete, isEmpty }: { isComplete: boolean; isEmpty: boolean }) {
  if (!isComplete) {
    return (
      <Text size="sm" p="md" role="status">
        {textOf('Part of it could not be read, so there may be more.')}
      </Text>
    );
  }
  return isEmpty ? (
    <Group gap="sm" wrap="nowrap" px="lg" py={8} mih={44} fz="sm">
      <Icon name="check" />
      {textOf('Nothing. No open findings, no failed embeddings, and nobody is waiting.')}
    </Group>
  ) : null;
}

function needsOfCollections({ collections = [], findings = [] }: WorkspaceState): Need[] {
  return [
    ...findings
      .filter(({ count }) => count > 0)
      .map(({ name, count }) => ({
        text: textOf('{count} open finding in {name}|{count} open findings in {name}', { count, name }),
        icon: 'alert' as const,
        to: `/collections/${name}?tab=findings`,
      })),
    ...collections
      .filter(({ failed_embed: failed }) => failed > 0)
      .map(({ name, failed_embed: failed }) => ({
        text: textOf('{count} record of {name} could not be embedded|{count} records of {name} could not be embedded', {
          count: failed,
          name,
        }),
        icon: 'alert' as const,
        to: `/collections/${name}`,
      })),
  ];
}

function needsOfAccess({ people = [], webhooks = [], seats }: WorkspaceState): Need[] {
  const pending = peopleFound(people, { status: 'pending' }).length;
  const ending = peopleFound(people, { status: 'ending' }).length;
  const isFull = seats !== undefined && seats.seats_used >= seats.reader_seats;
  return [
    ...webhooks
      .filter(({ failing_since: since }) => since !== null)
      .map(({ id, url, description, enabled }) => ({
        text: textOf(enabled ? '{webhook} refuses events' : '{webhook} failed and is off', {
          webhook: description ?? new URL(url).host,
        }),
        icon: 'plug' as const,
        to: `/webhooks?webhook=${id}`,
      })),
    ...(isFull
      ? [{ text: textOf('Every member seat is taken'), icon: 'people' as const, to: '/people?role=reader' }]
      : []),
    ...(ending > 0
      ? [
          {
            text: textOf(
              'Access of {count} person ends within {days} days|Access of {count} people ends within {days} days',
              { count: ending, days: expiresSoonDays },
            ),
            icon: 'clock' as const,
            to: '/people?status=ending',
          },
        ]
      : []),
    ...(pending > 0
      ? [
          {
            text: textOf('{count} pending invite|{count} pending invites', { count: pending }),
            icon: 'people' as const,
            to: '/people?status=pending',
          },
        ]
      : []),
  ];
}
