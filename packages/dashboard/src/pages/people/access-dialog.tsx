import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { FormDialog, type FormValues } from '../../components/dialogs.js';
import { type AssignedGroup, GroupChoice } from '../../components/group-choice.js';
import { sayDone } from '../../components/notices.js';
import type { Person } from '../../data/people.js';
import { useChange } from '../../data/queries.js';
import { textOf } from '../../text.js';

/** Chooses a person's groups, and whether an editor is confined to them. */
export function AccessDialog(props: { person: Person; assigned: readonly AssignedGroup[]; onClose: () => void }) {
  const { person, assigned, onClose } = props;
  const [confined, setConfined] = useState(person.groups !== null);
  const put = useChange('settings.put_access', ['people']);
  const update = useChange('people.update', ['settings']);
  const editor = person.role === 'member';
  const submit = async (values: FormValues): Promise<void> => {
    const params = { id: person.id };
    if (confined) {
      const assignments = values.all('groups').map((id) => ({
        group_id: id,
        access: values.text(`level:${id}`) === 'read_write' ? ('read_write' as const) : ('read_only' as const),
      }));
      await put.mutateAsync({ params, body: { assignments } });
    } else {
      await update.mutateAsync({ params, body: { groups: null } });
    }
    sayDone(textOf('The groups were changed. This applies from the next request.'));
    onClose();
  };
  return (
    <FormDialog
      title={textOf('Groups of {name}', { name: person.name })}
      action={textOf('Save')}
      onClose={onClose}
      submit={submit}
    >
      {(errors) => (
        <>
          {editor && (
            <Checkbox
              label={textOf('Only what these groups allow')}
              description={textOf('Otherwise this editor reads and writes every document.')}
              checked={confined}
              onChange={({ currentTarget }) => setConfined(currentTarget.checked)}
            />
          )}
          {confined && (
            <GroupChoice label={textOf('Groups')} assigned={assigned} levels={editor} error={errors.assignments} />
          )}
        </>
      )}
    </FormDialog>
  );
}
