import { Badge, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog, SecretDialog } from './dialogs.js';
import { sayDone } from './notices.js';

/** A credential with a secret: an API key or a pinned token. */
export interface Credential {
  readonly id: string;
  readonly name: string;
  readonly status: string;
}

/** Rotates and revokes one credential; the new secret is shown once. */
export function CredentialActions(props: {
  credential: Credential;
  noun: string;
  rotate: () => Promise<{ readonly secret: string }>;
  revoke: () => Promise<unknown>;
}) {
  const { credential, noun, rotate, revoke } = props;
  const [asking, setAsking] = useState<'rotate' | 'revoke'>();
  const [secret, setSecret] = useState<string>();
  const close = (): void => setAsking(undefined);
  return (
    <>
      {credential.status === 'active' && (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button
            size="xs"
            variant="default"
            onClick={() => setAsking('rotate')}
            aria-label={`Rotate ${credential.name}`}
          >
            Rotate
          </Button>
          <Button
            size="xs"
            variant="light"
            color="red"
            onClick={() => setAsking('revoke')}
            aria-label={`Revoke ${credential.name}`}
          >
            Revoke
          </Button>
        </Group>
      )}
      {asking === 'rotate' && (
        <ConfirmDialog
          title={`Rotate ${credential.name}?`}
          action="Rotate"
          onClose={close}
          confirm={async () => setSecret((await rotate()).secret)}
        >
          The secret in use stops working at once. Name and rights stay.
        </ConfirmDialog>
      )}
      {asking === 'revoke' && (
        <ConfirmDialog
          title={`Revoke ${credential.name}?`}
          action="Revoke"
          onClose={close}
          confirm={async () => {
            await revoke();
            sayDone(`The ${noun} was revoked.`);
          }}
        >
          Every call with this {noun} is refused from now on. A revoked {noun} cannot be brought back.
        </ConfirmDialog>
      )}
      {secret !== undefined && (
        <SecretDialog title={`New secret of ${credential.name}`} secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </>
  );
}

/** Whether a credential works. */
export function CredentialStatus({ status }: { status: string }) {
  const color = { active: 'green', revoked: 'red', expired: 'yellow' }[status] ?? 'gray';
  return <Badge color={color}>{status.slice(0, 1).toUpperCase() + status.slice(1)}</Badge>;
}
