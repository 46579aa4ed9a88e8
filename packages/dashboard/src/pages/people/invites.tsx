import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useSession } from '../../app/session.js';
import { Icon } from '../../parts/icon.js';
import { countOf } from '../../parts/when.js';
import { signInLink } from './invite.js';
import type { Person } from './queries.js';

/** Copies the links by which those of these people sign in who have not yet, one a line with the address before it. */
export function CopyInvites({ people }: { people: readonly Person[] }) {
  const { workspace } = useSession();
  const { copied, copy } = useClipboard({ timeout: 1_500 });
  const pending = people.filter((person) => person.pending && person.status === 'active');
  if (pending.length === 0) {
    return null;
  }
  const lines = pending.map(({ email }) => `${email} ${signInLink(email, workspace.id)}`);
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon name={copied ? 'check' : 'copy'} size={16} />}
      onClick={() => copy(lines.join('\n'))}
    >
      {copied ? 'Copied' : `Copy ${countOf(pending.length, 'invite link')}`}
    </Button>
  );
}
