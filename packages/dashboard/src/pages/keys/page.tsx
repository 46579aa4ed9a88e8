import { Checkbox, Input, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { useFilters } from '../../app/session.js';
import { useCreatedColumn } from '../../components/creators.js';
import { CredentialPage } from '../../components/credential-page.js';
import { FormDialog, type FormValues } from '../../components/dialogs.js';
import { ChipsCell } from '../../components/table.js';
import { keysQuery, useChange } from '../../data/api.js';
import { textOf } from '../../text.js';

type Secret = CallAnswer<'api_keys.create'>;
type Key = CallAnswer<'api_keys.list'>['api_keys'][number];

/** API keys. A backend uses them to grant and revoke access. */
export function KeysPage() {
  const { search, setSearch } = useFilters();
  const created = useCreatedColumn<Key>('api_key.created');
  return (
    <CredentialPage
      isAdding={search.new !== undefined}
      setAdding={(isAdding) => setSearch({ new: isAdding ? 'true' : undefined })}
      title={textOf('API keys')}
      lead={textOf('With a key, your backend grants and revokes access. A key works for /v1 only.')}
      noun="key"
      credentials={useQuery({ ...keysQuery(), select: ({ api_keys: keys }) => keys })}
      columns={[
        {
          title: textOf('May'),
          cell: ({ capabilities: granted }) => <ChipsCell names={granted.map((name) => capabilityNames[name].short)} />,
          width: [200, 420],
        },
        created,
      ]}
      empty={{
        icon: 'key',
        title: textOf('No keys yet'),
        text: textOf('Create one for your shop or billing system, with only the rights that it needs.'),
      }}
      dialog={(options) => <KeyDialog {...options} />}
    />
  );
}

function KeyDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (secret: Secret) => void }) {
  const create = useChange('api_keys.create');
  const submit = async (values: FormValues): Promise<void> => {
    const chosen = capabilities.filter((name) => values.has(name));
    onCreated(await create.mutateAsync({ body: { name: values.text('name'), capabilities: chosen } }));
  };
  return (
    <FormDialog title={textOf('New API key')} action={textOf('Create key')} onClose={onClose} submit={submit}>
      {(errors) => (
        <>
          <TextInput
            name="name"
            label={textOf('Name')}
            placeholder={textOf('Shop backend')}
            error={errors.name}
            data-autofocus
          />
          <Input.Wrapper label={textOf('What it may do')} labelElement="div" error={errors.capabilities}>
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

/** The capabilities of a key, in the order of the contract. */
const capabilities = [
  'manage_members',
  'manage_permissions',
  'manage_readers',
  'create_sign_in_links',
  'provision',
] as const;

/** The capabilities in words. */
const capabilityNames = {
  manage_members: {
    short: textOf('Grant members'),
    long: textOf('Grant and revoke members'),
    description: textOf('People who sign in as themselves. This is what a shop needs.'),
  },
  manage_permissions: {
    short: textOf('Manage groups'),
    long: textOf('Manage groups and who is in them'),
    description: textOf('Says which documents a member reads.'),
  },
  manage_readers: {
    short: textOf('Mint links'),
    long: textOf('Create and revoke magic links'),
    description: textOf('Links that can be forwarded, for free previews.'),
  },
  create_sign_in_links: {
    short: textOf('Sign members in'),
    long: textOf('Create links that sign a member in'),
    description: textOf('Leads a customer from the payment to what they bought.'),
  },
  provision: {
    short: textOf('Provision by SCIM'),
    long: textOf('Provision people and groups by SCIM'),
    description: textOf('The token of a directory such as Entra ID or Okta.'),
  },
} as const;
