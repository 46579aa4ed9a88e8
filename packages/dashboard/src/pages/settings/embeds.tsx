import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../data/api.js';
import { textOf } from '../../text.js';
import classes from './appearance.module.css';
import { SettingForm } from './setting-form.js';

/** Lets an admin set the sites whose videos pages show after a click. */
export function EmbedsForm({ embeds }: { readonly embeds: readonly string[] }) {
  const update = useChange('settings.update_workspace');
  const [hosts, setHosts] = useState([...embeds]);
  const save = async (): Promise<string> => {
    await update.mutateAsync({ body: { embeds: hosts } });
    return textOf('The sites were saved.');
  };
  return (
    <SettingForm action={textOf('Save sites')} isChanged={hosts.join(' ') !== embeds.join(' ')} save={save}>
      {(refusal) => (
        <TagsInput
          w="100%"
          classNames={{ inputField: classes.tagField ?? '' }}
          label={textOf('Sites')}
          description={textOf(
            'Pages show an <iframe> of these hosts after a click. Nothing is requested from them before.',
          )}
          placeholder="youtube-nocookie.com"
          value={hosts}
          onChange={setHosts}
          error={refusal}
        />
      )}
    </SettingForm>
  );
}
