import { Button, Group, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useSession } from '../../app/session.js';
import { CopyButton, sayDone, sayFailed } from '../../components/basics.js';
import { Icon } from '../../components/icon.js';
import { type Person, useChange } from '../../data/api.js';
import { textOf } from '../../text.js';
import { isInvited, notSent, signInLink } from './person.js';

/** Copies the sign-in links of people who have not signed in yet. Each line has an address and its link. */
export function CopyInvites({ people }: { people: readonly Person[] }) {
  const { workspace } = useSession();
  const { copied, copy } = useClipboard({ timeout: 1_500 });
  const invited = people.filter(isInvited);
  if (invited.length === 0) {
    return null;
  }
  const lines = invited.map(({ email }) => `${email} ${signInLink(email, workspace.id)}`);
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon name={copied ? 'check' : 'copy'} size={16} />}
      onClick={() => copy(lines.join('\n'))}
    >
      {copied
        ? textOf('Copied')
        : textOf('Copy {count} invite link|Copy {count} invite links', { count: invited.length })}
    </Button>
  );
}

/** The sign-in link of an invited person, and a button that sends the invitation again. */
export function PersonInvite({ person: { id, email } }: { person: Person }) {
  const { workspace } = useSession();
  const invite = useChange('people.invite', ['settings']);
  const link = signInLink(email, workspace.id);
  const reason = invite.data?.reason ?? null;
  const send = (): void => {
    invite.mutate(
      { params: { id } },
      {
        onSuccess: ({ email_sent: isSent }) =>
          isSent && sayDone(textOf('The invite was sent to {email} again.', { email })),
        onError: sayFailed,
      },
    );
  };
  return (
    <section>
      <Text size="sm">
        {textOf('They sign in with a code that they get by email. Copy the link if the invite did not arrive.')}
      </Text>
      <Group gap={4} wrap="nowrap">
        <Text size="sm" className="mono" truncate>
          {link}
        </Text>
        <CopyButton value={link} label={textOf('Copy the link')} />
      </Group>
      <Button size="xs" variant="default" mt="xs" onClick={send} loading={invite.isPending}>
        {textOf('Send invite again')}
      </Button>
      <Text size="sm" mt="xs" role="status">
        {reason !== null && notSent[reason]}
      </Text>
    </section>
  );
}
