import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { FormDialog, type FormValues } from '../../components/dialogs.js';
import { type AssignedGroup, GroupChoice } from '../../components/group-choice.js';
import { sayDone } from '../../components/notices.js';
import type { Person } from '../../data/people.js';
import { useChange } from '../../data/queries.js';

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
    sayDone('The groups were changed. This applies from the next request.');
    onClose();
  };
  return (
    <FormDialog title={`Groups of ${person.name}`} action="Save" onClose={onClose} submit={submit}>
      {(errors) => (
        <>
          {editor && (
            <Checkbox
              label="Only what these groups allow"
              description="Otherwise this editor reads and writes every document."
              checked={confined}
              onChange={({ currentTarget }) => setConfined(currentTarget.checked)}
            />
          )}
          {confined && <GroupChoice label="Groups" assigned={assigned} levels={editor} error={errors.assignments} />}
        </>
      )}
    </FormDialog>
  );
}
