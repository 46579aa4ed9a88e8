import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { useState } from 'react';
import classes from '../../components/components.module.css';
import { CopyButton } from '../../components/copy-button.js';
import { Icon } from '../../components/icon.js';
import { When } from '../../components/when.js';
import { nodesOf, textOf } from '../../text.js';
import { configurationsOf } from './configurations.js';
import { tokensQuery } from './queries.js';

/** Ready configurations for a new token, a call that tries it, and its first call as soon as the service has seen it. */
export function Connect({ id, secret }: { id: string; secret: string }) {
  const configurations = configurationsOf(window.location.origin, secret);
  const [name, setName] = useState('Claude');
  const [tried, setTried] = useState<{ readonly text: string; readonly isRefused: boolean }>();
  const isUsed = (token: { id: string; last_used_at: string | null }): boolean =>
    token.id === id && token.last_used_at !== null;
  const used = useQuery({
    ...tokensQuery(),
    select: ({ tokens }) => tokens.find((token) => token.id === id)?.last_used_at ?? undefined,
    refetchInterval: ({ state: { data } }) => (data?.tokens.some(isUsed) === true ? false : 2_000),
  });
  const tryIt = async (): Promise<void> => {
    const headers = { authorization: `Bearer ${secret}` };
    try {
      // The session must not answer instead of the token.
      const answer = await fetch('/me', { headers, credentials: 'omit' });
      const me = (await answer.json()) as Partial<CallAnswer<'me.get'>> & { readonly message?: string };
      const text = answer.ok
        ? textOf('{name} is connected to {workspace}.', { name: me.name ?? '', workspace: me.workspace?.name ?? '' })
        : (me.message ?? textOf('Refused.'));
      setTried({ text, isRefused: !answer.ok });
    } catch {
      setTried({ text: textOf('The service cannot be reached.'), isRefused: true });
    }
  };
  const shown = configurations.find((each) => each.name === name);
  return (
    <Stack gap="xs">
      <NativeSelect
        label={textOf('Connect')}
        description={shown?.where}
        value={name}
        data={configurations.map((each) => each.name)}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <pre className={classes.code} style={{ flex: 1, minWidth: 0 }}>
          {shown?.text}
        </pre>
        <CopyButton value={shown?.text ?? ''} label={textOf('Copy for {name}', { name })} />
      </Group>
      <Group gap="sm">
        <Button variant="default" onClick={() => void tryIt()}>
          {textOf('Try it')}
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {used.data === undefined
            ? textOf('Waiting for the first call…')
            : nodesOf('First call seen: {when}', { when: <When at={used.data} /> })}
        </Text>
      </Group>
      {tried !== undefined && (
        <Alert color={tried.isRefused ? 'red' : 'green'} icon={<Icon name={tried.isRefused ? 'alert' : 'check'} />}>
          {tried.text}
        </Alert>
      )}
    </Stack>
  );
}
