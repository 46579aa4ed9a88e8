import { Button, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFilters } from '../../app/filters.js';
import { SecretDialog } from '../../components/dialogs.js';
import { Icon } from '../../components/icon.js';
import { Empty, Loaded } from '../../components/notices.js';
import { Page, Panel } from '../../components/page.js';
import { ChipsCell, Table } from '../../components/table.js';
import { When } from '../../components/when.js';
import { textOf } from '../../text.js';
import { WebhookDialog } from './dialog.js';
import { WebhookDrawer } from './drawer.js';
import { type Webhook, webhooksQuery } from './queries.js';
import { WebhookState } from './state.js';

type Open = { readonly dialog: 'new' } | { readonly dialog: 'secret'; readonly secret: string };

/** Webhooks, which send events of the workspace to other systems. */
export function WebhooksPage() {
  const webhooks = useQuery(webhooksQuery());
  const [open, setOpen] = useState<Open>();
  const { search, setSearch } = useFilters();
  const setShownId = (webhook: string | undefined): void => setSearch({ webhook });
  const [isEditing, setEditing] = useState(false);
  const shown = webhooks.data?.webhooks.find(({ id }) => id === search.webhook);
  const create = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setOpen({ dialog: 'new' })}>
      {textOf('New webhook')}
    </Button>
  );
  return (
    <Page
      title={textOf('Webhooks')}
      lead={textOf('A webhook sends events of this workspace to a URL of your choice.')}
      actions={create}
    >
      <Panel flush>
        <Loaded query={webhooks}>
          {({ webhooks: rows }) =>
            rows.length === 0 ? (
              <Empty icon="plug" title={textOf('No webhooks yet')} action={create}>
                {textOf('Tell your billing system or a workflow who gained access and what changed.')}
              </Empty>
            ) : (
              <WebhookTable rows={rows} onShow={setShownId} />
            )
          }
        </Loaded>
      </Panel>
      {open?.dialog === 'new' && (
        <WebhookDialog
          onClose={() => setOpen(undefined)}
          onCreated={({ id, secret }) => {
            setShownId(id);
            setOpen({ dialog: 'secret', secret });
          }}
        />
      )}
      {open?.dialog === 'secret' && (
        <SecretDialog title={textOf('Signing secret')} secret={open.secret} onClose={() => setOpen(undefined)}>
          <Text size="sm">{textOf('Your receiver uses it to verify that an event comes from this service.')}</Text>
        </SecretDialog>
      )}
      {shown !== undefined && open === undefined && !isEditing && (
        <WebhookDrawer webhook={shown} onClose={() => setShownId(undefined)} onEdit={() => setEditing(true)} />
      )}
      {shown !== undefined && isEditing && (
        <WebhookDialog webhook={shown} onClose={() => setEditing(false)} onCreated={() => setEditing(false)} />
      )}
    </Page>
  );
}

function WebhookTable({ rows, onShow }: { rows: readonly Webhook[]; onShow: (id: string) => void }) {
  return (
    <Table
      label={textOf('Webhooks')}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          title: textOf('Webhook'),
          cell: ({ id, url, description }) => (
            <UnstyledButton onClick={() => onShow(id)}>
              <Text size="sm" fw={550} component="span" display="block">
                {description ?? url}
              </Text>
              {description !== null && (
                <Text size="xs" c="dimmed" component="span">
                  {url}
                </Text>
              )}
            </UnstyledButton>
          ),
        },
        { title: textOf('Events'), cell: ({ events }) => <ChipsCell names={events} />, width: [160, 420] },
        { title: textOf('State'), cell: (webhook) => <WebhookState webhook={webhook} /> },
        { title: textOf('Created'), end: true, cell: ({ created_at: at }) => <When at={at} /> },
      ]}
    />
  );
}
