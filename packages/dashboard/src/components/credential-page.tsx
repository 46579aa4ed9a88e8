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

interface Made {
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
  dialog: (options: { onClose: () => void; onMade: (made: Made) => void }) => ReactNode;
  isAdding: boolean;
  setAdding: (isAdding: boolean) => void;
  /** How a new credential is used, below its secret. */
  connect?: (made: Made) => ReactNode;
  children?: ReactNode;
}) {
  const { title, lead, noun, credentials, columns, empty, dialog, isAdding, setAdding, connect, children } = props;
  const [made, setMade] = useState<Made>();
  const create = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
      {textOf(noun === 'key' ? 'New key' : 'New token')}
    </Button>
  );
  const onClose = (): void => setAdding(false);
  const onMade = (secret: Made): void => {
    setAdding(false);
    setMade(secret);
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
      {isAdding && dialog({ onClose, onMade })}
      {made !== undefined && (
        <SecretDialog title={textOf('Secret of {name}', made)} secret={made.secret} onClose={() => setMade(undefined)}>
          {connect?.(made)}
        </SecretDialog>
      )}
    </Page>
  );
}
