import { Hint, sayDone } from '../../components/basics.js';
import { Choices } from '../../components/choices.js';
import '@mantine/core/styles/Progress.css';
import { NativeSelect, Progress, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog, type FormValues } from '../../components/dialogs.js';
import { useChange } from '../../data/api.js';
import { textOf } from '../../text.js';
import { kindOf } from './columns.js';
import type { Collection } from './queries.js';
import { type SelectedIn, selectedBatches } from './selected-records.js';
import type { Selection } from './selection.js';
import { valueOfText } from './values.js';

/** Sets one field of all selected records; other fields are unchanged. */
export function BulkEdit(
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
