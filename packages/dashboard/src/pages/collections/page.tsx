import { Button, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { CallAnswer } from '@tessera/client';
import { useState } from 'react';
import { useFilters, useSession } from '../../app/session.js';
import { Empty, Loaded, Page, Panel } from '../../components/basics.js';
import { CollectionTable, collectionsQuery } from '../../components/collection-table.js';
import { FormDialog, SecretDialog } from '../../components/dialogs.js';
import { Icon } from '../../components/icon.js';
import { useChange } from '../../data/api.js';
import { textOf } from '../../text.js';
import { IngestExample } from './ingest-example.js';

type Created = CallAnswer<'collections.create'>;

/** The collections of the workspace. */
export function CollectionsPage() {
  const { search, setSearch } = useFilters();
  const { canWrite, me } = useSession();
  const collections = useQuery(collectionsQuery());
  const [created, setCreated] = useState<Created>();
  const navigate = useNavigate();
  const mayCreate = canWrite && me.groups === undefined;
  const create = mayCreate ? (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setSearch({ new: 'true' })}>
      {textOf('New collection')}
    </Button>
  ) : undefined;
  return (
    <Page
      title={textOf('Collections')}
      lead={textOf('Records of your business, found by identifier or by meaning. Drop a file anywhere to import it.')}
      actions={create}
    >
      <Panel flush>
        <Loaded query={collections}>
          {(data) =>
            data.count === 0 ? (
              <Empty icon="collection" title={textOf('No collections yet')} action={create}>
                {textOf(
                  'A collection holds the records of one source: products, customers, orders. Create one, then drop a CSV file or let your system push records to its ingest URL.',
                )}
              </Empty>
            ) : (
              <CollectionTable rows={data.collections} showsAccess />
            )
          }
        </Loaded>
      </Panel>
      {search.new !== undefined && (
        <CreateDialog
          onClose={() => setSearch({ new: undefined })}
          onCreated={(collection) => {
            setSearch({ new: undefined });
            setCreated(collection);
          }}
        />
      )}
      {created !== undefined && (
        <SecretDialog
          title={textOf('Ingest URL of {name}', { name: created.name })}
          secret={created.ingest_url}
          warning={textOf('Anyone who has this URL can write records into this collection.')}
          onClose={() => void navigate({ to: `/collections/${created.name}` })}
        >
          <IngestExample url={created.ingest_url} />
        </SecretDialog>
      )}
    </Page>
  );
}

function CreateDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (created: Created) => void }) {
  const create = useChange('collections.create');
  return (
    <FormDialog
      title={textOf('New collection')}
      action={textOf('Create collection')}
      onClose={onClose}
      submit={async (values) => {
        const description = values.text('description').trim();
        const body = { name: values.text('name').trim(), ...(description === '' ? {} : { description }) };
        onCreated(await create.mutateAsync({ body }));
      }}
    >
      {(errors) => (
        <>
          <TextInput
            name="name"
            label={textOf('Name')}
            description={textOf('a-z, 0-9, - and _, such as products')}
            error={errors.name}
            data-autofocus
            autoComplete="off"
          />
          <Textarea
            name="description"
            label={textOf('Description')}
            description={textOf('Tells agents what is in it')}
            error={errors.description}
          />
        </>
      )}
    </FormDialog>
  );
}
