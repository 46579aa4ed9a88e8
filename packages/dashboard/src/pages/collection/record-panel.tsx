import { ActionIcon, Button, CloseButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog, FormDialog, type FormValues } from '../../components/dialogs.js';
import { Facts } from '../../components/facts.js';
import { Icon, type IconName } from '../../components/icon.js';
import { Loaded, sayDone } from '../../components/notices.js';
import { When } from '../../components/when.js';
import { useChange } from '../../data/queries.js';
import classes from './collection.module.css';
import { kindOf } from './columns.js';
import { recordsCurl, recordsJson } from './copies.js';
import { CopyMenu } from './copy-menu.js';
import { type Collection, recordQuery } from './queries.js';
import { RecordHistory } from './record-history.js';
import type { StoredRecord } from './record-pages.js';
import { Value } from './value.js';
import { changedFields, editableText } from './values.js';

/** A panel that shows one record. Callers with the right can edit and delete it. The grid next to it stays usable. */
export function RecordPanel(props: {
  collection: Collection;
  id: string;
  /** Shows the previous or next record; undefined if there is none. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onClose: () => void;
}) {
  const { id, onPrevious, onNext, onClose } = props;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      // If a dialog or menu is open, Escape closes that first.
      if (event.key !== 'Escape' || document.querySelector('[aria-modal], [role="menu"]') !== null) return;
      const focused = document.activeElement;
      const isLost = focused === document.body || panel.current?.contains(focused);
      onClose();
      if (isLost) document.querySelector<HTMLElement>('[role="grid"] td[tabindex="0"]')?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onClose]);
  return (
    <aside ref={panel} role="dialog" aria-label={`Record ${id}`} className={classes.panel}>
      <Group className={classes.panelHead} justify="space-between" wrap="nowrap">
        <Text fw={600} truncate title={id}>
          {id}
        </Text>
        <Group gap={4} wrap="nowrap">
          <Step label="Previous record" icon="up" onClick={onPrevious} />
          <Step label="Next record" icon="down" onClick={onNext} />
          <CloseButton aria-label="Close" onClick={onClose} />
        </Group>
      </Group>
      <div className={classes.panelBody}>
        <RecordShown key={id} {...props} />
      </div>
    </aside>
  );
}

function Step(props: { label: string; icon: IconName; onClick: (() => void) | undefined }) {
  const { label, icon, onClick } = props;
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={onClick === undefined} onClick={onClick}>
      <Icon name={icon} size={16} />
    </ActionIcon>
  );
}

function RecordShown(props: { collection: Collection; id: string; onClose: () => void }) {
  const { collection, id, onClose } = props;
  const [action, setAction] = useState<'edit' | 'delete'>();
  const [hasHistory, setHasHistory] = useState(false);
  // While the record is being deleted, it is not read again, because the response would be 404.
  const record = useQuery({ ...recordQuery(collection.name, id), enabled: action !== 'delete' });
  const may = (operation: string): boolean => collection.operations.includes(operation);
  const stop = (): void => setAction(undefined);
  const fields = new Map(collection.fields.map((field) => [field.name, field]));
  return (
    <Loaded query={record}>
      {(data) => (
        <Stack>
          <Facts
            facts={Object.fromEntries(
              Object.entries(data.attributes).map(([key, value]) => [
                key,
                <Value key={key} value={value} kind={kindOf(fields.get(key))} />,
              ]),
            )}
          />
          <Group gap="lg">
            <Text size="xs" c="dimmed">
              <Icon name="clock" size={12} /> Written <When at={data.write_date} never="without a date" />
            </Text>
            <Text size="xs" c="dimmed">
              Stored <When at={data.updated_at} />
            </Text>
            <Text size="xs" c={data.overdue ? 'red' : 'dimmed'}>
              Confirmed <When at={data.confirmed_at} />
              {data.overdue && ', overdue'}
            </Text>
          </Group>
          <Group gap="xs">
            {may('upsert_records') && !collection.append_only && (
              <Button variant="default" onClick={() => setAction('edit')}>
                Edit
              </Button>
            )}
            <Button variant="default" aria-expanded={hasHistory} onClick={() => setHasHistory(!hasHistory)}>
              History
            </Button>
            <CopyMenu
              size="sm"
              items={{
                'Copy as JSON': () => recordsJson([data]),
                'Copy as curl': () => recordsCurl([data], { origin: window.location.origin, name: collection.name }),
              }}
            />
            {may('delete_record') && (
              <Button variant="default" color="red" onClick={() => setAction('delete')}>
                Delete
              </Button>
            )}
          </Group>
          {hasHistory && <RecordHistory collection={collection} record={data} />}
          {action === 'edit' && <EditDialog collection={collection} record={data} onClose={stop} />}
          {action === 'delete' && <DeleteDialog name={collection.name} id={id} onClose={stop} onDeleted={onClose} />}
        </Stack>
      )}
    </Loaded>
  );
}

function EditDialog(props: { collection: Collection; record: StoredRecord; onClose: () => void }) {
  const { collection, onClose } = props;
  // Kept from the moment when the dialog opened. Its version shows whether the record has changed since.
  const [record] = useState(props.record);
  const write = useChange('collections.upsert_records');
  const submit = async (values: FormValues): Promise<void> => {
    const { external_id: id, version, attributes } = record;
    const changed = changedFields(attributes, (field) => values.text(`field ${field}`));
    const { results } = await write.mutateAsync({
      params: { name: collection.name },
      body: { records: [{ [collection.id_field]: id, ...changed }], mode: 'merge', expect: { [id]: version } },
    });
    const [result] = results;
    if (result !== undefined && 'error' in result) {
      throw new Error(
        result.error === 'version_mismatch'
          ? 'The record has changed since you opened it. Close this, open it again, and repeat your change.'
          : `${result.message} ${result.hint ?? ''}`,
      );
    }
    sayDone(result?.status === 'unchanged' ? 'Nothing had to change.' : 'Saved.');
    onClose();
  };
  return (
    <FormDialog title={`Edit record ${record.external_id}`} action="Save" size="lg" onClose={onClose} submit={submit}>
      {() => (
        <>
          {Object.entries(record.attributes).map(([field, value]) => (
            <TextInput key={field} name={`field ${field}`} label={field} defaultValue={editableText(value)} />
          ))}
          <Text size="xs" c="dimmed">
            An empty field is removed. Numbers, lists and objects are written as JSON. The source system is not changed,
            and overwrites this when it sends the record again.
          </Text>
        </>
      )}
    </FormDialog>
  );
}

function DeleteDialog(props: { name: string; id: string; onClose: () => void; onDeleted: () => void }) {
  const { name, id, onClose, onDeleted } = props;
  const remove = useChange('collections.delete_record');
  const confirm = async (): Promise<void> => {
    await remove.mutateAsync({ params: { name, id } });
    sayDone('Deleted.');
    onDeleted();
  };
  return (
    <ConfirmDialog title={`Delete record ${id}?`} action="Delete" onClose={onClose} confirm={confirm}>
      Queries no longer find it. The source system keeps it, and it returns when the source sends it again.
    </ConfirmDialog>
  );
}
