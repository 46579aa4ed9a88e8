import { Button, Checkbox, Code, Input, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { useState } from 'react';
import { useChange } from '../../app/queries.js';
import { CredentialActions, CredentialStatus } from '../../parts/credential-list.js';
import { FormDialog, type FormValues, SecretDialog } from '../../parts/dialogs.js';
import { Icon } from '../../parts/icon.js';
import { Empty, Loaded } from '../../parts/notices.js';
import { Page, Panel } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { When } from '../../parts/when.js';
import { capabilities, capabilityNames } from './capabilities.js';
import { keysQuery } from './queries.js';

type Key = CallAnswer<'api_keys.list'>['api_keys'][number];
type Secret = CallAnswer<'api_keys.create'>;

/** API keys: with them a backend grants and revokes access. */
export function KeysPage() {
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<Secret>();
  const keys = useQuery(keysQuery());
  const create = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
      New key
    </Button>
  );
  return (
    <Page
      title="API keys"
      lead="With a key your backend grants and revokes access after a payment. A key serves /v1 only."
      actions={create}
    >
      <Panel flush>
        <Loaded query={keys}>
          {(data) =>
            data.count === 0 ? (
              <Empty icon="key" title="No keys yet" action={create}>
                Make one for your shop or billing system, with no more than it needs.
              </Empty>
            ) : (
              <KeyTable keys={data.api_keys} />
            )
          }
        </Loaded>
      </Panel>
      {adding && (
        <KeyDialog
          onClose={() => setAdding(false)}
          onMade={(secret) => {
            setAdding(false);
            setMade(secret);
          }}
        />
      )}
      {made !== undefined && (
        <SecretDialog title={`Secret of ${made.name}`} secret={made.secret} onClose={() => setMade(undefined)} />
      )}
    </Page>
  );
}

function KeyTable({ keys }: { keys: readonly Key[] }) {
  return (
    <Table
      label="API keys"
      rows={keys}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Name',
          cell: ({ name, hint }) => (
            <>
              <Text size="sm" fw={550}>
                {name}
              </Text>
              <Code>{hint}</Code>
            </>
          ),
        },
        {
          title: 'May',
          cell: ({ capabilities: held }) => held.map((name) => capabilityNames[name].short).join(', '),
        },
        { title: 'Status', cell: ({ status }) => <CredentialStatus status={status} /> },
        { title: 'Last used', cell: ({ last_used_at: at }) => <When at={at} /> },
        { title: '', end: true, cell: (key) => <Actions apiKey={key} /> },
      ]}
    />
  );
}

function Actions({ apiKey }: { apiKey: Key }) {
  const rotate = useChange('api_keys.rotate');
  const revoke = useChange('api_keys.revoke');
  const params = { id: apiKey.id };
  return (
    <CredentialActions
      credential={apiKey}
      noun="key"
      rotate={() => rotate.mutateAsync({ params })}
      revoke={() => revoke.mutateAsync({ params })}
    />
  );
}

function KeyDialog({ onClose, onMade }: { onClose: () => void; onMade: (secret: Secret) => void }) {
  const create = useChange('api_keys.create');
  const submit = async (values: FormValues): Promise<void> => {
    const chosen = capabilities.filter((name) => values.has(name));
    onMade(await create.mutateAsync({ body: { name: values.text('name'), capabilities: chosen } }));
  };
  return (
    <FormDialog title="New API key" action="Create key" onClose={onClose} submit={submit}>
      {(errors) => (
        <>
          <TextInput name="name" label="Name" placeholder="Shop backend" error={errors.name} data-autofocus />
          <Input.Wrapper label="What it may do" labelElement="div" error={errors.capabilities}>
            <Stack gap="xs" mt={6}>
              {capabilities.map((name) => (
                <Checkbox
                  key={name}
                  name={name}
                  label={capabilityNames[name].long}
                  description={capabilityNames[name].description}
                  defaultChecked={name === 'manage_members'}
                />
              ))}
            </Stack>
          </Input.Wrapper>
        </>
      )}
    </FormDialog>
  );
}
