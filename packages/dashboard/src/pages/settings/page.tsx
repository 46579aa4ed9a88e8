import '@mantine/core/styles/Switch.css';
import { Badge, Box, Button, Code, Group, Stack, Switch, Tabs, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { lazy, Suspense, useState } from 'react';
import { useFilters } from '../../app/session.js';
import { CopyButton, Loaded, Page, Panel, sayFailed, saying } from '../../components/basics.js';
import { Facts } from '../../components/facts.js';
import { domainQuery, isRefusal, useChange, workspaceQuery } from '../../data/api.js';
import { textOf } from '../../text.js';
import { AppearanceForm } from './appearance.js';
import { SettingForm } from './setting-form.js';
import { Devices, DirectoryForm, Sessions } from './sign-ins.js';

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
                  <Badge color="green">{textOf('Working')}</Badge>
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
      )}
    </Loaded>
  );
}

function NameForm({ name }: { name: string }) {
  const update = useChange('settings.update_workspace', ['me', 'workspaces']);
  const [text, setText] = useState(name);
  const save = async (): Promise<string> => {
    await update.mutateAsync({ body: { name: text } });
    return textOf('The workspace was renamed.');
  };
  return (
    <SettingForm action={textOf('Rename')} isChanged={text.trim() !== '' && text !== name} save={save}>
      {(refusal, { name: fault }) => (
        <TextInput
          label={textOf('Name of the workspace')}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          error={fault ?? refusal}
          flex="1 1 16rem"
        />
      )}
    </SettingForm>
  );
}

function QueryLogForm({ days }: { days: number }) {
  const update = useChange('settings.update_workspace', []);
  const [kept, setKept] = useState(String(days));
  const save = async (): Promise<string> => {
    await update.mutateAsync({ body: { query_log_days: Number(kept) } });
    return textOf('The setting was saved.');
  };
  return (
    <SettingForm action={textOf('Save')} isChanged={kept !== '' && Number(kept) !== days} save={save}>
      {(refusal, { query_log_days: fault }) => (
        <TextInput
          type="number"
          min={0}
          label={textOf('Days that queries of collections are kept')}
          description={textOf('0 keeps none, and deletes those that were kept.')}
          value={kept}
          onChange={({ currentTarget }) => setKept(currentTarget.value)}
          error={fault ?? refusal}
          flex="1 1 16rem"
        />
      )}
    </SettingForm>
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
          saying(textOf('The setting was saved.')),
        )
      }
    />
  );
}

type Domain = CallAnswer<'settings.get_domain'>;

/** Lets an admin set the workspace's own host. Shows the DNS record that proves control of the host. */
function DomainForm() {
  const domain = useQuery(domainQuery());
  if (domain.isPending) {
    return null;
  }
  const isAbsent = isRefusal(domain.error, 'domain_not_found');
  const saved = isAbsent ? undefined : domain.data;
  return <Fields key={saved?.host ?? ''} saved={saved} />;
}

function Fields({ saved }: { saved: Domain | undefined }) {
  const put = useChange('settings.put_domain');
  const remove = useChange('settings.delete_domain');
  const [host, setHost] = useState(saved?.host ?? '');
  const save = async (): Promise<string> => {
    const { status } = await put.mutateAsync({ body: { host } });
    return textOf(status === 'active' ? 'The host is active.' : 'Set the DNS record.');
  };
  return (
    <Stack>
      <SettingForm
        action={saved !== undefined && saved.host === host ? textOf('Check again') : textOf('Save host')}
        isChanged={host.trim() !== '' && (saved?.host !== host || saved.status === 'pending')}
        save={save}
      >
        {(refusal, fields) => (
          <TextInput
            label={textOf('Host')}
            description={textOf('Serves reading pages, sign-in and account of this workspace alone.')}
            value={host}
            onChange={({ currentTarget }) => setHost(currentTarget.value)}
            error={fields.host ?? refusal}
            flex="1 1 16rem"
          />
        )}
      </SettingForm>
      {saved !== undefined && (
        <>
          <Group gap="xs">
            <Badge color={saved.status === 'active' ? 'green' : 'yellow'}>
              {saved.status === 'active' ? textOf('active') : textOf('pending')}
            </Badge>
            <Text size="sm">
              {textOf('{host} must lead to {target}.', { host: saved.host, target: saved.points_to })}
            </Text>
          </Group>
          <Code block>{`${saved.record.name} ${saved.record.type} "${saved.record.value}"`}</Code>
          <Group>
            <Button
              variant="light"
              color="red"
              loading={remove.isPending}
              onClick={() => remove.mutate({}, { onError: sayFailed })}
            >
              {textOf('Remove host')}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}
