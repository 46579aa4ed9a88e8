import { Alert, Anchor, Badge, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { CallAnswer } from '@tessera/client';
import { useState } from 'react';
import { Loaded, Loading, Note, Page, Panel, Refusal, sayDone } from '../../components/basics.js';
import { ConfirmDialog } from '../../components/dialogs.js';
import { Icon } from '../../components/icon.js';
import { problemOf, useChange } from '../../data/api.js';
import { textOf } from '../../text.js';
import { useHolders } from '../access/queries.js';
import { reposQuery } from '../documents/queries.js';
import classes from './groups.module.css';
import { GroupMembers } from './members.js';
import { groupsQuery, previewQuery } from './queries.js';

type GroupEntry = CallAnswer<'settings.list_groups'>['groups'][number];

/** One group, or a new one: its patterns next to the documents that they match. */
export function GroupPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const groups = useQuery({ ...groupsQuery(), enabled: id !== 'new' });
  const holders = useHolders();
  if (id === 'new') {
    return <Editor group={undefined} />;
  }
  if (holders === undefined) {
    return <Loading />;
  }
  return (
    <Loaded query={groups}>
      {(data) => {
        const group = data.groups.find((entry) => entry.id === id);
        return group === undefined ? <Gone /> : <Editor key={group.id} group={group} />;
      }}
    </Loaded>
  );
}

function Gone() {
  return (
    <Page title={textOf('This group is gone')}>
      <Anchor component={Link} to="/groups">
        {textOf('All groups')}
      </Anchor>
    </Page>
  );
}

function Editor({ group }: { group: GroupEntry | undefined }) {
  const [name, setName] = useState(group?.name ?? '');
  const [description, setDescription] = useState(group?.description ?? '');
  const [text, setText] = useState(group?.paths.join('\n') ?? '');
  const paths = linesOf(text);
  const [settled] = useDebouncedValue(paths, 400);
  const preview = useQuery(previewQuery(settled, group?.id));
  const { save, error, busy } = useSave(group);
  const fields = error === undefined ? {} : problemOf(error).fields;
  return (
    <Page
      title={group?.name ?? textOf('New group')}
      above={
        <Anchor component={Link} to="/groups" size="sm">
          {textOf('Groups')}
        </Anchor>
      }
      {...(group !== undefined && {
        lead: textOf('{count} member. A change applies at once.|{count} members. A change applies at once.', {
          count: group.members,
        }),
      })}
      actions={group === undefined ? undefined : <DeleteButton group={group} />}
    >
      <div className={classes.columns}>
        <div>
          {group !== undefined && <GroupMembers group={group} />}
          <Panel title={group === undefined ? textOf('Name and patterns') : textOf('Advanced')}>
            <Stack>
              {error !== undefined && <Refusal error={error} />}
              <TextInput
                label={textOf('Name')}
                value={name}
                error={fields.name}
                onChange={({ currentTarget }) => setName(currentTarget.value)}
              />
              <TextInput
                label={textOf('Description')}
                value={description}
                error={fields.description}
                onChange={({ currentTarget }) => setDescription(currentTarget.value)}
              />
              <Textarea
                label={textOf('Patterns, one per line')}
                description={textOf(
                  'course/** matches everything in course. * and ? match within a folder, {either} matches either.',
                  { either: '{a,b}' },
                )}
                value={text}
                error={fields.paths}
                onChange={({ currentTarget }) => setText(currentTarget.value)}
                classNames={{ input: 'mono' }}
                minRows={8}
                rows={Math.min(20, Math.max(8, paths.length + 1))}
                spellCheck={false}
              />
              <WholeRepos paths={paths} onAdd={(pattern) => setText([...paths, pattern].join('\n'))} />
              <Group justify="flex-end">
                <Button
                  loading={busy}
                  disabled={name.trim() === '' || paths.length === 0}
                  onClick={() => void save({ name, description, paths })}
                >
                  {group === undefined ? textOf('Create group') : textOf('Save')}
                </Button>
              </Group>
            </Stack>
          </Panel>
        </div>
        <Panel title={textOf('What members can read')}>
          {paths.length === 0 ? (
            <Note>{textOf('Choose a repo or type a pattern to see the documents that match.')}</Note>
          ) : (
            <Loaded query={preview}>
              {(data) => (
                <PatternPreview preview={data} replacing={group !== undefined} holders={group?.members ?? 0} />
              )}
            </Loaded>
          )}
        </Panel>
      </div>
    </Page>
  );
}

/** Buttons that add all documents of a repo. */
function WholeRepos({ paths, onAdd }: { paths: readonly string[]; onAdd: (pattern: string) => void }) {
  const repos = useQuery(reposQuery()).data?.repos ?? [];
  return (
    <Group gap={6}>
      {repos
        .filter(({ name }) => !paths.includes(`${name}/**`))
        .map(({ name }) => (
          <Button key={name} size="compact-sm" variant="default" onClick={() => onAdd(`${name}/**`)}>
            {textOf('Everything in {name}', { name })}
          </Button>
        ))}
    </Group>
  );
}

interface Values {
  name: string;
  description: string;
  paths: string[];
}

function useSave(group: GroupEntry | undefined) {
  const create = useChange('settings.create_group');
  const update = useChange('settings.update_group', ['people']);
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>();
  const save = async (values: Values): Promise<void> => {
    const body = { ...values, description: values.description.trim() === '' ? null : values.description };
    setError(undefined);
    try {
      if (group === undefined) {
        const { id } = await create.mutateAsync({ body });
        sayDone(textOf('The group was created. Add people to it next.'));
        await navigate({ to: `/groups/${id}` });
      } else {
        await update.mutateAsync({ params: { id: group.id }, body });
        sayDone(textOf('The group was saved.'));
      }
    } catch (refusal) {
      setError(refusal);
    }
  };
  return { save, error, busy: create.isPending || update.isPending };
}

function DeleteButton({ group }: { group: GroupEntry }) {
  const [asking, setAsking] = useState(false);
  const remove = useChange('settings.delete_group', ['people', 'tokens', 'collections']);
  const navigate = useNavigate();
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {textOf('Delete group')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={textOf('Delete {name}?', { name: group.name })}
          action={textOf('Delete group')}
          onClose={() => setAsking(false)}
          confirm={async () => {
            const { unassigned: count } = await remove.mutateAsync({ params: { id: group.id } });
            sayDone(
              textOf(
                'The group was deleted. It was taken from {count} holder.|The group was deleted. It was taken from {count} holders.',
                { count },
              ),
            );
            await navigate({ to: '/groups' });
          }}
        >
          {textOf(
            'All its members and tokens lose it at once, and collections are no longer shared with it. No document is deleted. This cannot be undone.',
          )}
        </ConfirmDialog>
      )}
    </>
  );
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

type Preview = CallAnswer<'settings.preview_group'>;

/** The documents that patterns match, those that a change would add and remove, and invalid patterns. */
function PatternPreview(props: { preview: Preview; replacing: boolean; holders: number }) {
  const { preview, replacing, holders } = props;
  return (
    <Stack gap="md" aria-live="polite">
      <ul className="lines">
        {preview.patterns.map(({ pattern, documents, refused, hint }) => (
          <li key={pattern} className={refused && classes.refused}>
            <code className="mono">{pattern}</code>
            {refused === undefined ? (
              <span className="soft">{hint ?? textOf('{count} document|{count} documents', { count: documents })}</span>
            ) : (
              <Text span size="sm" c="var(--mantine-color-error)">
                {refused.message}
              </Text>
            )}
          </li>
        ))}
      </ul>
      {replacing && preview.gained.length + preview.lost.length > 0 && (
        <Alert
          color="yellow"
          icon={<Icon name="alert" />}
          title={textOf('This changes what {count} member can read|This changes what {count} members can read', {
            count: holders,
          })}
        >
          {preview.gained.length > 0 && (
            <div>
              {textOf(
                '{count} document gained: {paths}|{count} documents gained: {paths}',
                changed(preview.gained, '+'),
              )}
            </div>
          )}
          {preview.lost.length > 0 && (
            <div>
              {textOf('{count} document lost: {paths}|{count} documents lost: {paths}', changed(preview.lost, '−'))}
            </div>
          )}
        </Alert>
      )}
      <div>
        <Text size="sm" fw={600} mb={4}>
          {preview.count > preview.documents.length
            ? textOf('{count} documents in all, the first {shown}:', {
                count: preview.count,
                shown: preview.documents.length,
              })
            : textOf('{count} document in all|{count} documents in all', { count: preview.count })}
        </Text>
        <ul className="lines" style={{ maxHeight: '26rem', overflowY: 'auto' }}>
          {preview.documents.map(({ path, patterns }) => (
            <li key={path}>
              <span>{path}</span>
              <Badge color="gray" className="mono" miw={0}>
                {patterns[0]}
              </Badge>
            </li>
          ))}
        </ul>
      </div>
    </Stack>
  );
}

function changed(paths: readonly string[], sign: string): { count: number; paths: string } {
  const shown = paths.slice(0, 5).map((path) => `${sign} ${path}`);
  return { count: paths.length, paths: shown.join(', ') + (paths.length > shown.length ? ' …' : '') };
}
