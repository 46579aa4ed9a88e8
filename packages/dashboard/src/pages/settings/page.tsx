import { Badge, Button, Group, Tabs, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { problemOf } from '../../app/api.js';
import { useFilters } from '../../app/filters.js';
import { useChange } from '../../app/queries.js';
import { CopyButton } from '../../parts/copy-button.js';
import { Facts } from '../../parts/facts.js';
import { Loaded, sayDone } from '../../parts/notices.js';
import { Page, Panel } from '../../parts/page.js';
import { counted } from '../../parts/when.js';
import { workspaceQuery } from './queries.js';
import { Devices, Sessions } from './sign-ins.js';

/** The workspace itself, and where its people are signed in. */
export function SettingsPage() {
  const { search, setSearch } = useFilters();
  return (
    <Page title="Settings">
      <Tabs
        value={search.tab ?? 'workspace'}
        onChange={(tab) => setSearch({ tab: tab === 'workspace' || tab === null ? undefined : tab })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="workspace">Workspace</Tabs.Tab>
          <Tabs.Tab value="sessions">Sessions</Tabs.Tab>
          <Tabs.Tab value="devices">Devices</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="workspace">
          <Workspace />
        </Tabs.Panel>
        <Tabs.Panel value="sessions">
          <Sessions />
        </Tabs.Panel>
        <Tabs.Panel value="devices">
          <Devices />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function Workspace() {
  const settings = useQuery(workspaceQuery());
  return (
    <Loaded query={settings}>
      {({ workspace }) => (
        <>
          <Panel title="Name">
            <NameForm name={workspace.name} />
          </Panel>
          <Panel title="Facts">
            <Facts
              facts={{
                Id: (
                  <Group gap={4}>
                    <code className="mono">{workspace.id}</code>
                    <CopyButton value={workspace.id} label="Copy the id" />
                  </Group>
                ),
                'Short name': workspace.slug,
                'Member seats': `${counted(workspace.seats_used)} of ${counted(workspace.reader_seats)} taken`,
                Billing: workspace.billing_active ? (
                  <Badge color="green">Active</Badge>
                ) : (
                  <Badge color="red">Not active: nobody can be granted access</Badge>
                ),
                State: workspace.suspended ? (
                  <Badge color="red">Suspended: everybody reads, nobody writes</Badge>
                ) : (
                  <Badge color="green">Working</Badge>
                ),
              }}
            />
          </Panel>
        </>
      )}
    </Loaded>
  );
}

function NameForm({ name }: { name: string }) {
  const update = useChange('settings.update_workspace', ['me', 'workspaces']);
  const [text, setText] = useState(name);
  const problem = update.error === null ? undefined : problemOf(update.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    update.mutate({ body: { name: text } }, { onSuccess: () => sayDone('The workspace was renamed.') });
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end">
        <TextInput
          label="Name of the workspace"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          error={problem && (problem.fields.name ?? problem.message)}
          flex="1 1 16rem"
        />
        <Button type="submit" loading={update.isPending} disabled={text.trim() === '' || text === name}>
          Rename
        </Button>
      </Group>
    </form>
  );
}
