import { Button, Code, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Credential } from './credential-list.js';
import { SecretDialog } from './dialogs.js';
import { Icon, type IconName } from './icon.js';
import { Empty, Loaded } from './notices.js';
import { Page, Panel } from './page.js';

interface Made {
  readonly name: string;
  readonly secret: string;
}

/** A page of credentials: their list, a button that makes one, and its secret, shown once. */
export function CredentialPage<List extends { readonly count: number }>(props: {
  title: string;
  lead: string;
  /** What the button that makes one says. */
  action: string;
  credentials: UseQueryResult<List>;
  empty: { icon: IconName; title: string; text: string };
  table: (list: List) => ReactNode;
  dialog: (parts: { onClose: () => void; onMade: (made: Made) => void }) => ReactNode;
  children?: ReactNode;
}) {
  const { title, lead, action, credentials, empty, table, dialog, children } = props;
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<Made>();
  const create = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
      {action}
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
          {(list) =>
            list.count === 0 ? (
              <Empty icon={empty.icon} title={empty.title} action={create}>
                {empty.text}
              </Empty>
            ) : (
              table(list)
            )
          }
        </Loaded>
      </Panel>
      {children}
      {adding && dialog({ onClose, onMade })}
      {made !== undefined && (
        <SecretDialog title={`Secret of ${made.name}`} secret={made.secret} onClose={() => setMade(undefined)} />
      )}
    </Page>
  );
}

/** The name of a credential and how its secret begins and ends. */
export function CredentialName({ name, hint }: Pick<Credential, 'name'> & { hint: string }) {
  return (
    <>
      <Text size="sm" fw={550}>
        {name}
      </Text>
      <Code>{hint}</Code>
    </>
  );
}
