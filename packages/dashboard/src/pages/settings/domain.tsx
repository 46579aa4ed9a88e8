import { Badge, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { useState } from 'react';
import { sayDone, sayFailed } from '../../components/notices.js';
import { isRefusal } from '../../data/api.js';
import { useChange } from '../../data/queries.js';
import { textOf } from '../../text.js';
import { domainQuery } from './queries.js';
import { SettingForm } from './setting-form.js';

type Domain = CallAnswer<'settings.get_domain'>;

/** Lets an admin set the workspace's own host. Shows the DNS record that proves control of the host. */
export function DomainForm() {
  const domain = useQuery(domainQuery());
  if (domain.isPending) {
    return null;
  }
  const isAbsent = isRefusal(domain.error, 'domain_not_found');
  const saved = isAbsent ? undefined : domain.data;
  return <Fields key={saved?.host ?? ''} saved={saved} />;
}

function Fields({ saved }: { saved: Domain | undefined }) {
  const put = useChange('settings.put_domain');
  const remove = useChange('settings.delete_domain');
  const [host, setHost] = useState(saved?.host ?? '');
  const save = (): void => {
    put.mutate(
      { body: { host } },
      {
        onSuccess: ({ status }) => sayDone(textOf(status === 'active' ? 'The host is active.' : 'Set the DNS record.')),
      },
    );
  };
  return (
    <Stack>
      <SettingForm
        field="host"
        label={textOf('Host')}
        description={textOf('Serves reading pages, sign-in and account of this workspace alone.')}
        value={host}
        onChange={setHost}
        action={saved !== undefined && saved.host === host ? textOf('Check again') : textOf('Save host')}
        isChanged={host.trim() !== '' && (saved?.host !== host || saved.status === 'pending')}
        isBusy={put.isPending}
        error={put.error}
        onSave={save}
      />
      {saved !== undefined && (
        <>
          <Group gap="xs">
            <Badge color={saved.status === 'active' ? 'green' : 'yellow'}>
              {saved.status === 'active' ? textOf('active') : textOf('pending')}
            </Badge>
            <Text size="sm">
              {textOf('{host} must lead to {target}.', { host: saved.host, target: saved.points_to })}
            </Text>
          </Group>
          <Code block>{`${saved.record.name} ${saved.record.type} "${saved.record.value}"`}</Code>
          <Group>
            <Button
              variant="light"
              color="red"
              loading={remove.isPending}
              onClick={() => remove.mutate({}, { onError: sayFailed })}
            >
              {textOf('Remove host')}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}
