import { Button } from '@mantine/core';
import { useState } from 'react';
import { SecretDialog } from '../../components/dialogs.js';
import { sayFailed } from '../../components/notices.js';
import type { Person } from '../../data/people.js';
import { useChange } from '../../data/queries.js';
import { textOf } from '../../text.js';

/** Creates a link that signs a member in once. The admin passes it on. */
export function SignInLink({ person: { id, name } }: { person: Person }) {
  const [url, setUrl] = useState<string>();
  const create = useChange('settings.create_sign_in_link', []);
  const make = (): void => {
    create.mutate(
      { params: { identifier: id }, body: {} },
      { onSuccess: (created) => setUrl(created.url), onError: sayFailed },
    );
  };
  return (
    <>
      <Button size="xs" variant="default" onClick={make} loading={create.isPending} style={{ alignSelf: 'flex-start' }}>
        {textOf('Create a sign-in link')}
      </Button>
      {url !== undefined && (
        <SecretDialog
          title={textOf('Sign-in link for {name}', { name })}
          secret={url}
          warning={textOf('It signs in anyone who opens it, once, within 15 minutes.')}
          onClose={() => setUrl(undefined)}
        />
      )}
    </>
  );
}
