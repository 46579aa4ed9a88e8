import { Button, Group, Text } from '@mantine/core';
import type { CallAnswer } from '@tessera/client';
import { useState } from 'react';
import { useSession } from '../../app/session.js';
import { Panel, sayDone } from '../../components/basics.js';
import { ConfirmDialog, FormDialog, SecretDialog } from '../../components/dialogs.js';
import { GroupChoice } from '../../components/group-choice.js';
import { OverlapChoice, Previous } from '../../components/rotation.js';
import { isRefusal, useChange } from '../../data/api.js';
import { textOf } from '../../text.js';
import type { Collection } from './queries.js';

/** The URL for OpenRefine and other clients of the reconciliation protocol, which match their rows with records. */
export function ReconciliationPanel({ collection }: { collection: Collection }) {
  const [open, setOpen] = useState<'create' | 'end'>();
  const [created, setCreated] = useState<CallAnswer<'collections.create_reconciliation_url'>>();
  const close = () => setOpen(undefined);
  const endPrevious = useChange('collections.end_previous_reconciliation_url');
  const params = { name: collection.name };
  return (
    <Panel title="OpenRefine">
      <Group justify="space-between" gap="md">
        <Text size="sm" flex="1 1 16rem">
          {textOf(
            'OpenRefine matches the rows of a table with these records at a secret URL. In OpenRefine choose Reconcile, Start reconciling, Add standard service, and paste the URL. It reads exposed fields only.',
          )}
        </Text>
        <Group gap="xs">
          <Button variant="default" onClick={() => setOpen('create')}>
            {textOf('Create a reconciliation URL')}
          </Button>
          <Button variant="subtle" color="red" onClick={() => setOpen('end')}>
            {textOf('End the URL')}
          </Button>
        </Group>
      </Group>
      <Previous
        noun="URL"
        previous={collection.previous_reconciliation}
        end={() => endPrevious.mutateAsync({ params })}
      />
      {open === 'create' && <CreateDialog name={collection.name} onClose={close} onCreated={setCreated} />}
      {open === 'end' && <EndDialog name={collection.name} onClose={close} />}
      {created !== undefined && (
        <SecretDialog
          title={textOf('Reconciliation URL of {name}', { name: collection.name })}
          secret={created.url}
          warning={textOf('Anyone who has this URL can read the exposed fields of these records.')}
          onClose={() => setCreated(undefined)}
        >
          <Text size="sm">{textOf('In OpenRefine: Reconcile, Start reconciling, Add standard service.')}</Text>
        </SecretDialog>
      )}
    </Panel>
  );
}

type Created = CallAnswer<'collections.create_reconciliation_url'>;

function CreateDialog(props: { name: string; onClose: () => void; onCreated: (created: Created) => void }) {
  const { name, onClose, onCreated } = props;
  const { isAdmin } = useSession();
  const create = useChange('collections.create_reconciliation_url');
  return (
    <FormDialog
      title={textOf('Create a reconciliation URL?')}
      action={textOf('Create')}
      onClose={onClose}
      submit={async (data) => {
        const groups = data.all('groups');
        const overlap_hours = Number(data.text('overlap_hours'));
        const body = groups.length === 0 ? { overlap_hours } : { groups, overlap_hours };
        onCreated(await create.mutateAsync({ params: { name }, body }));
      }}
    >
      {(fields) => (
        <>
          <Text size="sm">
            {textOf(
              'It replaces an earlier reconciliation URL of this collection. Without groups it reads all records.',
            )}
          </Text>
          <OverlapChoice noun="URL" />
          {isAdmin && (
            <GroupChoice label={textOf('Only the slices of these groups')} assigned={[]} error={fields.groups} />
          )}
        </>
      )}
    </FormDialog>
  );
}

function EndDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const end = useChange('collections.delete_reconciliation_url');
  return (
    <ConfirmDialog
      title={textOf('End the reconciliation URL?')}
      action={textOf('End it')}
      onClose={onClose}
      confirm={async () => {
        try {
          await end.mutateAsync({ params: { name } });
          sayDone(textOf('The reconciliation URL was ended.'));
        } catch (error) {
          if (!isRefusal(error, 'reconciliation_url_not_found')) {
            throw error;
          }
          sayDone(textOf('There was no reconciliation URL.'));
        }
      }}
    >
      {textOf('Clients that use it can no longer read these records.')}
    </ConfirmDialog>
  );
}
