import { Badge, Box, Group, Switch, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useFilters } from '../../app/filters.js';
import { CopyButton } from '../../components/copy-button.js';
import { Facts } from '../../components/facts.js';
import { Loaded, sayDone } from '../../components/notices.js';
import { Page, Panel } from '../../components/page.js';
import { useChange } from '../../data/queries.js';
import { textOf } from '../../text.js';
import { AppearanceForm } from './appearance.js';
import { DirectoryForm } from './directory.js';
import { DomainForm } from './domain.js';
import { workspaceQuery } from './queries.js';
import { SettingForm } from './setting-form.js';
import { Devices, Sessions } from './sign-ins.js';

// Loaded separately: its tag input is larger than the rest of the page.
const EmbedsForm = lazy(() => import('./embeds.js').then((module) => ({ default: module.EmbedsForm })));

/** The settings of the workspace, and where its people are signed in. */
export function SettingsPage() {
  const { search, setSearch } = useFilters();
  return (
    <Page title={textOf('Settings')}>
      <Tabs
        value={search.tab ?? 'workspace'}
        onChange={(tab) => setSearch({ tab: tab === 'workspace' || tab === null ? undefined : tab })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="workspace">{textOf('Workspace')}</Tabs.Tab>
          <Tabs.Tab value="sessions">{textOf('Sessions')}</Tabs.Tab>
          <Tabs.Tab value="devices">{textOf('Devices')}</Tabs.Tab>
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
          <Box maw="48rem">
            <Panel title={textOf('Name')}>
              <NameForm name={workspace.name} />
            </Panel>
            <Panel title={textOf('Appearance')}>
              <AppearanceForm
                name={workspace.name}
                color={workspace.color}
                logo={workspace.logo}
                language={workspace.language}
              />
            </Panel>
            <Panel title={textOf('Domain')}>
              <DomainForm />
            </Panel>
            <Panel title={textOf('Videos of other sites')}>
              <Suspense>
                <EmbedsForm embeds={workspace.embeds} />
              </Suspense>
            </Panel>
            <Panel title={textOf('Directory')}>
              <DirectoryForm directory={workspace.directory} />
            </Panel>
            <Panel title={textOf('Query log')}>
              <QueryLogForm days={workspace.query_log_days} />
            </Panel>
            <Panel title={textOf('Agents')}>
              <GuardForm guard={workspace.guard_writes} />
            </Panel>
            <Panel title={textOf('Facts')}>
              <Facts
                facts={{
                  [textOf('Id')]: (
                    <Group gap={4}>
                      <code className="mono">{workspace.id}</code>
                      <CopyButton value={workspace.id} label={textOf('Copy the id')} />
                    </Group>
                  ),
                  [textOf('Short name')]: workspace.slug,
                  [textOf('Member seats')]: textOf('{used} of {seats} taken', {
                    used: workspace.seats_used,
                    seats: workspace.reader_seats,
                  }),
                  [textOf('Billing')]: workspace.billing_active ? (
                    <Badge color="green">{textOf('Active')}</Badge>
                  ) : (
                    <Badge color="red">{textOf('Not active: nobody can be granted access')}</Badge>
                  ),
                  [textOf('State')]: workspace.suspended ? (
                    <Badge color="red">{textOf('Suspended: everybody reads, nobody writes')}</Badge>
                  ) : (
                    <Badge color="green">{textOf('Working')}</Badge>
                  ),
                }}
              />
            </Panel>
          </Box>
        </>
      )}
    </Loaded>
  );
}

function NameForm({ name }: { name: string }) {
  const update = useChange('settings.update_workspace', ['me', 'workspaces']);
  const [text, setText] = useState(name);
  return (
    <SettingForm
      field="name"
      label={textOf('Name of the workspace')}
      value={text}
      onChange={setText}
      action={textOf('Rename')}
      isChanged={text.trim() !== '' && text !== name}
      error={update.error}
      isBusy={update.isPending}
      onSave={() =>
        update.mutate({ body: { name: text } }, { onSuccess: () => sayDone(textOf('The workspace was renamed.')) })
      }
    />
  );
}

function QueryLogForm({ days }: { days: number }) {
  const update = useChange('settings.update_workspace', []);
  const [kept, setKept] = useState(String(days));
  const save = (): void =>
    update.mutate(
      { body: { query_log_days: Number(kept) } },
      { onSuccess: () => sayDone(textOf('The setting was saved.')) },
    );
  return (
    <SettingForm
      field="query_log_days"
      type="number"
      label={textOf('Days that queries of collections are kept')}
      description={textOf('0 keeps none, and deletes those that were kept.')}
      value={kept}
      onChange={setKept}
      action={textOf('Save')}
      isChanged={kept !== '' && Number(kept) !== days}
      error={update.error}
      isBusy={update.isPending}
      onSave={save}
    />
  );
}

function GuardForm({ guard }: { guard: 'say' | 'ask' }) {
  const update = useChange('settings.update_workspace', []);
  return (
    <Switch
      label={textOf('Agents ask before they write what only another workspace of their person knows')}
      description={textOf('Off: they write and get a warning.')}
      checked={guard === 'ask'}
      disabled={update.isPending}
      onChange={({ currentTarget }) =>
        update.mutate(
          { body: { guard_writes: currentTarget.checked ? 'ask' : 'say' } },
          { onSuccess: () => sayDone(textOf('The setting was saved.')) },
        )
      }
    />
  );
}
