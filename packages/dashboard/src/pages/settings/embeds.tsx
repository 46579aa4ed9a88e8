import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { Button, Group, Stack, TagsInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { sayDone } from '../../components/basics.js';
import { problemOf, useChange } from '../../data/api.js';
import { textOf } from '../../text.js';
import classes from './appearance.module.css';

/** Lets an admin set the sites whose videos pages show after a click. */
export function EmbedsForm({ embeds }: { readonly embeds: readonly string[] }) {
  const update = useChange('settings.update_workspace');
  const [hosts, setHosts] = useState([...embeds]);
  const isChanged = hosts.join(' ') !== embeds.join(' ');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    update.mutate({ body: { embeds: hosts } }, { onSuccess: () => sayDone(textOf('The sites were saved.')) });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TagsInput
          classNames={{ inputField: classes.tagField ?? '' }}
          label={textOf('Sites')}
          description={textOf(
            'Pages show an <iframe> of these hosts after a click. Nothing is requested from them before.',
          )}
          placeholder="youtube-nocookie.com"
          value={hosts}
          onChange={setHosts}
          error={update.error === null ? undefined : problemOf(update.error).message}
        />
        <Group>
          <Button type="submit" loading={update.isPending} disabled={!isChanged}>
            {textOf('Save sites')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
