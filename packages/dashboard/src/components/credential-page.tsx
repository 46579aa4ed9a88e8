import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { textOf } from '../text.js';
import { type Credential, CredentialList, type CredentialNoun } from './credential-list.js';
import { SecretDialog } from './dialogs.js';
import { Icon, type IconName } from './icon.js';
import { Empty, Loaded } from './notices.js';
import { Page, Panel } from './page.js';
import type { Column } from './table.js';

interface Created {
  readonly id: string;
  readonly name: string;
  readonly secret: string;
}

/** A page of credentials: their list, a button that creates one, and the new secret, which is shown once. */
export function CredentialPage<Row extends Credential>(props: {
  title: string;
  lead: string;
  noun: CredentialNoun;
  credentials: UseQueryResult<readonly Row[]>;
  /** The columns after the name. */
  columns: readonly Column<Row>[];
  empty: { icon: IconName; title: string; text: string };
  dialog: (options: { onClose: () => void; onCreated: (created: Created) => void }) => ReactNode;
  isAdding: boolean;
  setAdding: (isAdding: boolean) => void;
  /** How a new credential is used, below its secret. */
  connect?: (created: Created) => ReactNode;
  children?: ReactNode;
}) {
  const { title, lead, noun, credentials, columns, empty, dialog, isAdding, setAdding, connect, children } = props;
  const [created, setCreated] = useState<Created>();
  const create = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
      {textOf(noun === 'key' ? 'New key' : 'New token')}
    </Button>
  );
  const onClose = (): void => setAdding(false);
  const onCreated = (secret: Created): void => {
    setAdding(false);
    setCreated(secret);
  };
  return (
    <Page title={title} lead={lead} actions={create}>
      <Panel flush>
        <Loaded query={credentials}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty icon={empty.icon} title={empty.title} action={create}>
                {empty.text}
              </Empty>
            ) : (
              <CredentialList label={title} noun={noun} rows={rows} columns={columns} />
            )
          }
        </Loaded>
      </Panel>
      {children}
      {isAdding && dialog({ onClose, onCreated })}
      {created !== undefined && (
        <SecretDialog
          title={textOf('Secret of {name}', created)}
          secret={created.secret}
          onClose={() => setCreated(undefined)}
        >
          {connect?.(created)}
        </SecretDialog>
      )}
    </Page>
  );
}
