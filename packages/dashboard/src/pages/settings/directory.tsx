import { Button, Group, Stack, Textarea } from '@mantine/core';
import type { CallAnswer } from '@tessera/client';
import { type FormEvent, useState } from 'react';
import { sayDone } from '../../components/notices.js';
import { problemOf } from '../../data/api.js';
import { useChange } from '../../data/queries.js';
import { textOf } from '../../text.js';

type Workspace = CallAnswer<'settings.get_workspace'>['workspace'];

/** Lets an admin say what a sign-in at the company's provider grants. */
export function DirectoryForm({ directory }: Pick<Workspace, 'directory'>) {
  const update = useChange('settings.update_workspace', []);
  const saved = directory === null ? '' : JSON.stringify(directory, null, 2);
  const [text, setText] = useState(saved);
  const sent = parsed(text);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (sent !== undefined) {
      update.mutate({ body: { directory: sent } }, { onSuccess: () => sayDone(textOf('The directory was saved.')) });
    }
  };
  const refused = update.error === null ? undefined : problemOf(update.error).message;
  return (
    <form onSubmit={submit}>
      <Stack>
        <Textarea
          label={textOf('What a sign-in at the provider grants')}
          description={textOf('JSON with issuer, create, and groups by value of the claim. Empty: nothing.')}
          placeholder={'{"issuer": "https://id.example.com", "create": true, "groups": {"staff": {"role": "editor"}}}'}
          rows={8}
          spellCheck={false}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          error={sent === undefined ? textOf('This is not JSON.') : refused}
        />
        <Group>
          <Button type="submit" loading={update.isPending} disabled={sent === undefined || text === saved}>
            {textOf('Save directory')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The directory in a text, null for none, and undefined if it is not JSON. The service checks the rest. */
function parsed(text: string): Workspace['directory'] | undefined {
  try {
    return text.trim() === '' ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
}
