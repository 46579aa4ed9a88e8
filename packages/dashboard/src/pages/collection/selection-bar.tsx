import { Button, Group, Menu, NativeSelect, Progress, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Hint, sayDone, sayFailed } from '../../components/basics.js';
import { Choices } from '../../components/choices.js';
import { ConfirmDialog, FormDialog, type FormValues } from '../../components/dialogs.js';
import { Icon } from '../../components/icon.js';
import { useChange } from '../../data/api.js';
import { textOf } from '../../text.js';
import { recordsCurl, recordsJson } from './copies.js';
import type { Collection } from './queries.js';
import type { RowRecord } from './record-pages.js';
import { type SelectedIn, selectedBatches, selectedCount } from './selected-records.js';
import type { Selection } from './selection.js';
import '@mantine/core/styles/Progress.css';
import { kindOf } from './columns.js';
import { valueOfText } from './values.js';

/** The actions on the selected records. */
export function SelectionBar(
  props: SelectedIn & { collection: Collection; selection: Selection; count: number | undefined },
) {
  const { collection, selection, count } = props;
  const { records, clear, isAll } = selection;
  const [action, setAction] = useState<'edit' | 'delete'>();
  const selected = selectedCount(selection, count);
  if (selected === 0) {
    return null;
  }
  const may = (operation: string): boolean => collection.operations.includes(operation);
  const command = () => recordsCurl(records, { origin: window.location.origin, name: collection.name });
  const close = (): void => setAction(undefined);
  return (
    <Group
      justify="space-between"
      gap={8}
      px="sm"
      py={6}
      bg="color-mix(in srgb, var(--mantine-color-tessera-6) 12%, var(--mantine-color-body))"
    >
      <Text size="sm" fw={600} role="status">
        {textOf('{count} record selected|{count} records selected', { count: selected })}
      </Text>
      <Group gap="xs">
        {!isAll && (
          <CopyMenu
            size="xs"
            items={{ [textOf('Copy as JSON')]: () => recordsJson(records), [textOf('Copy as curl')]: command }}
          />
        )}
        {may('upsert_records') && !collection.append_only && (
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="edit" size={14} />}
            onClick={() => setAction('edit')}
          >
            {textOf('Edit')}
          </Button>
        )}
        {may('delete_record') && (
          <Button
            size="xs"
            variant="default"
            color="red"
            leftSection={<Icon name="trash" size={14} />}
            onClick={() => setAction('delete')}
          >
            {textOf('Delete')}
          </Button>
        )}
        <Button size="xs" variant="subtle" onClick={clear}>
          {textOf('Clear the selection')}
        </Button>
      </Group>
      {action === 'edit' && <BulkEdit {...props} selected={selected} onClose={close} />}
      {action === 'delete' && <DeleteSelected {...props} selected={selected} onClose={close} />}
    </Group>
  );
}

function DeleteSelected(
  props: SelectedIn & { collection: Collection; selection: Selection; selected: number; onClose: () => void },
) {
  const { collection, onClose } = props;
  const { name } = collection;
  // Kept from the moment when the dialog opened, because deleted records leave the selection.
  const [{ selection, selected, listed, found }] = useState(props);
  const [left, setLeft] = useState<readonly RowRecord[]>();
  const remove = useChange('collections.delete_record');
  const count = selected;
  const confirm = async (): Promise<void> => {
    const batches = left === undefined ? await selectedBatches(selection, { listed, found }, neverStopped) : [left];
    const records = batches.flat();
    for (const [index, record] of records.entries()) {
      // If a batch is refused, the next attempt starts with it.
      setLeft(records.slice(index));
      await remove.mutateAsync({ params: { name, id: record.external_id } });
    }
    sayDone(textOf('{count} record deleted.|{count} records deleted.', { count }));
    selection.clear();
  };
  return (
    <ConfirmDialog
      title={textOf('Delete {count} record?|Delete {count} records?', { count })}
      action={textOf('Delete {count} record|Delete {count} records', { count })}
      {...(selection.isAll ? { typed: String(selected) } : {})}
      onClose={onClose}
      confirm={confirm}
    >
      {left !== undefined && <p role="status">{textOf('{number} of them are left.', { number: left.length })}</p>}
      {textOf(
        'They are found no longer here. The source system keeps them, and brings them back when it sends them again.',
      )}
    </ConfirmDialog>
  );
}

const neverStopped = new AbortController().signal;

/** A menu of what to copy. The chosen entry's function returns the text. */
function CopyMenu({ items, size }: { items: Readonly<Record<string, () => string>>; size: 'xs' | 'sm' }) {
  const copy = (text: string): void => {
    navigator.clipboard.writeText(text).then(() => sayDone(textOf('Copied.')), sayFailed);
  };
  return (
    <Menu position="bottom-start" width={200}>
      <Menu.Target>
        <Button size={size} variant="default" leftSection={<Icon name="copy" size={14} />}>
          {textOf('Copy')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(items).map(([label, text]) => (
          <Menu.Item key={label} onClick={() => copy(text())}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Sets one field of all selected records; other fields are unchanged. */
function BulkEdit(
  props: SelectedIn & { collection: Collection; selection: Selection; selected: number; onClose: () => void },
) {
  const { onClose } = props;
  // Kept from the moment when the dialog opened, because the selection can change meanwhile.
  const [{ collection, selection, selected, listed, found }] = useState(props);
  const names = collection.exposed_fields.filter((name) => name !== collection.id_field);
  const [field, setField] = useState(names[0] ?? '');
  const [done, setDone] = useState<number>();
  const write = useChange('collections.upsert_records');
  const described = collection.fields.find(({ name }) => name === field);
  const submit = async (values: FormValues): Promise<void> => {
    const kind = kindOf(described);
    const value = valueOfText(values.text('value'), kind === 'text' || kind === 'enum' || kind === 'date');
    const refused: string[] = [];
    let tried = 0;
    for (const batch of await selectedBatches(selection, { listed, found }, new AbortController().signal)) {
      const { results } = await write.mutateAsync({
        params: { name: collection.name },
        body: {
          records: batch.map(({ external_id: id }) => ({ [collection.id_field]: id, [field]: value })),
          mode: 'merge',
        },
      });
      refused.push(
        ...results.flatMap((result) => ('error' in result ? [`${result.external_id}: ${result.message}`] : [])),
      );
      tried += batch.length;
      setDone(tried);
    }
    if (refused.length > 0) {
      const values = { refused: refused.length, count: tried, reason: refused[0] ?? '' };
      throw new Error(
        textOf(
          '{refused} of {count} record was refused. {reason}|{refused} of {count} records were refused. {reason}',
          values,
        ),
      );
    }
    sayDone(textOf('{count} record changed.|{count} records changed.', { count: tried }));
    selection.clear();
    onClose();
  };
  return (
    <FormDialog
      title={textOf('Edit {count} record|Edit {count} records', { count: selected })}
      action={textOf('Change')}
      onClose={onClose}
      submit={submit}
    >
      {() => (
        <>
          <NativeSelect
            label={textOf('Field')}
            data={names}
            value={field}
            onChange={({ currentTarget }) => setField(currentTarget.value)}
          />
          <TextInput name="value" label={textOf('New value')} list="bulk-values" dir="auto" autoComplete="off" />
          <Choices id="bulk-values" values={described?.values?.map(({ value }) => value) ?? []} />
          {done !== undefined && (
            <Progress value={(100 * done) / Math.max(1, selected)} aria-label={textOf('Changed')} />
          )}
          <Hint>
            {textOf(
              'An empty value removes the field. Numbers, lists and objects are written as JSON. Each record keeps its version before, so that the history can bring it back.',
            )}
          </Hint>
        </>
      )}
    </FormDialog>
  );
}
