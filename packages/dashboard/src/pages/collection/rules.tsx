import { Button, Checkbox, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { Panel, Refusal, sayDone } from '../../components/basics.js';
import { Choices } from '../../components/choices.js';
import { ConfirmDialog } from '../../components/dialogs.js';
import { problemOf, useChange } from '../../data/api.js';
import { textOf } from '../../text.js';
import type { Collection } from './queries.js';

/** What a record must have, and what agents read about the collection. */
export function Rules({ collection }: { collection: Collection }) {
  const update = useChange('collections.update');
  const [isChanged, setChanged] = useState(false);
  const fields = update.error === null ? {} : problemOf(update.error).fields;
  const done = (): void => {
    setChanged(false);
    sayDone(textOf('The rules are saved.'));
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string): string => String(data.get(name) ?? '').trim();
    const names = text('required_fields')
      .split(',')
      .map((name) => name.trim());
    const body = {
      description: text('description') || null,
      guidance: text('guidance') || null,
      id_field: text('id_field') || null,
      write_date_field: text('write_date_field') || null,
      required_fields: names.filter((name) => name !== ''),
      unknown_policy: text('unknown_policy') as 'warn',
      append_only: data.has('append_only'),
    };
    update.mutate({ params: { name: collection.name }, body }, { onSuccess: done });
  };
  return (
    <Panel title={textOf('Rules')}>
      <form onSubmit={submit} onChange={() => setChanged(true)}>
        <Stack>
          {update.error !== null && <Refusal error={update.error} />}
          <TextInput
            name="description"
            label={textOf('Description')}
            description={textOf('What the collection contains, for people and agents that choose one')}
            defaultValue={collection.description ?? ''}
            error={fields.description}
          />
          <Textarea
            name="guidance"
            label={textOf('Notes for agents')}
            description={textOf('Sent to every agent that describes the collection')}
            rows={3}
            defaultValue={collection.guidance ?? ''}
            error={fields.guidance}
          />
          <FieldNames collection={collection} faults={fields} />
          <TextInput
            name="required_fields"
            label={textOf('Required fields')}
            description={textOf('Separated by commas; a record without one is refused')}
            placeholder={textOf('None')}
            defaultValue={collection.required_fields.join(', ')}
            error={fields.required_fields}
          />
          <NativeSelect
            name="unknown_policy"
            label={textOf('Undeclared fields')}
            defaultValue={collection.unknown_policy}
            data={[
              { value: 'warn', label: textOf('Store them and raise a finding') },
              { value: 'accept', label: textOf('Store them silently') },
              { value: 'reject', label: textOf('Refuse the record') },
            ]}
          />
          <Checkbox
            name="append_only"
            label={textOf('Append only')}
            description={textOf('Records are never changed or deleted')}
            defaultChecked={collection.append_only}
          />
          <Button type="submit" w="fit-content" loading={update.isPending} disabled={!isChanged}>
            {textOf('Save the rules')}
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}

/** Inputs for the names of the id field and the update time field. They suggest the known fields. */
function FieldNames(props: { collection: Collection; faults: Readonly<Record<string, string>> }) {
  const { collection, faults } = props;
  const list = useId();
  return (
    <Group grow preventGrowOverflow={false} align="flex-start">
      <TextInput
        name="id_field"
        label={textOf('Field with the id')}
        description={textOf('In the source system')}
        list={list}
        defaultValue={collection.id_field}
        error={faults.id_field}
      />
      <TextInput
        name="write_date_field"
        label={textOf('Field with the update time')}
        description={textOf('Older updates are ignored')}
        list={list}
        defaultValue={collection.write_date_field}
        error={faults.write_date_field}
      />
      <Choices id={list} values={collection.fields.map(({ name }) => name)} />
    </Group>
  );
}

/** Deletes the collection after its name was typed. */
export function Deletion({ collection }: { collection: Collection }) {
  const [asking, setAsking] = useState(false);
  const remove = useChange('collections.delete');
  const navigate = useNavigate();
  return (
    <Panel title={textOf('Delete')} isDangerous>
      <Group justify="space-between" gap="md">
        <Text size="sm" flex="1 1 16rem">
          {textOf(
            'Deletes the collection with every record, its ingest URL and its sharing. It can be restored for {days} days with svc collections restore.',
            { days: collection.history_days },
          )}
        </Text>
        <Button color="red" variant="light" onClick={() => setAsking(true)}>
          {textOf('Delete collection')}
        </Button>
      </Group>
      {asking && (
        <ConfirmDialog
          title={textOf('Delete {name}?', { name: collection.name })}
          action={textOf('Delete collection')}
          typed={collection.name}
          onClose={() => setAsking(false)}
          confirm={async () => {
            await remove.mutateAsync({ params: { name: collection.name }, query: { confirm: collection.name } });
            sayDone(textOf('{name} was deleted.', { name: collection.name }));
            await navigate({ to: '/collections' });
          }}
        >
          {textOf('All records of {name} are deleted, and systems that push to its ingest URL are refused.', {
            name: collection.name,
          })}
        </ConfirmDialog>
      )}
    </Panel>
  );
}
