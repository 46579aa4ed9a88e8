import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../data/queries.js';
import { ConfirmDialog } from '../../parts/dialogs.js';
import { Icon } from '../../parts/icon.js';
import { sayDone } from '../../parts/notices.js';
import { countOf } from '../../parts/when.js';
import classes from './collection.module.css';
import { recordsCurl, recordsJson } from './copies.js';
import { CopyMenu } from './copy-menu.js';
import type { Collection } from './queries.js';
import type { Selection } from './selection.js';

/** What can be done with the records that are selected. */
export function SelectionBar({ collection, selection }: { collection: Collection; selection: Selection }) {
  const { records, clear } = selection;
  const [deleting, setDeleting] = useState(false);
  if (records.length === 0) {
    return null;
  }
  const command = () => recordsCurl(records, { origin: window.location.origin, name: collection.name });
  return (
    <div className={classes.selectionBar}>
      <Text size="sm" fw={600} role="status">
        {countOf(records.length, 'record')} selected
      </Text>
      <Group gap="xs">
        <CopyMenu size="xs" items={{ 'Copy as JSON': () => recordsJson(records), 'Copy as curl': command }} />
        {collection.operations.includes('delete_record') && (
          <Button
            size="xs"
            variant="default"
            color="red"
            leftSection={<Icon name="trash" size={14} />}
            onClick={() => setDeleting(true)}
          >
            Delete
          </Button>
        )}
        <Button size="xs" variant="subtle" onClick={clear}>
          Clear the selection
        </Button>
      </Group>
      {deleting && <DeleteSelected name={collection.name} selection={selection} onClose={() => setDeleting(false)} />}
    </div>
  );
}

function DeleteSelected(props: { name: string; selection: Selection; onClose: () => void }) {
  const { name, selection, onClose } = props;
  // As they were when the dialog opened: each that is gone leaves the selection.
  const [records] = useState(selection.records);
  const [left, setLeft] = useState(records);
  const remove = useChange('collections.delete_record');
  const what = countOf(records.length, 'record');
  const confirm = async (): Promise<void> => {
    for (const record of left) {
      await remove.mutateAsync({ params: { name, id: record.external_id } });
      // After a refusal, the next try goes on where this one stopped.
      setLeft((before) => before.filter((each) => each !== record));
    }
    sayDone(`${what} deleted.`);
    selection.clear();
  };
  return (
    <ConfirmDialog title={`Delete ${what}?`} action={`Delete ${what}`} onClose={onClose} confirm={confirm}>
      {left.length < records.length && <p>{countOf(left.length, 'record')} of them are left.</p>}
      They are found no longer here. The source system keeps them, and brings them back when it sends them again.
    </ConfirmDialog>
  );
}
