import '@mantine/core/styles/PasswordInput.css';
import { Button, Group, NativeSelect, PasswordInput, Stack, Textarea } from '@mantine/core';
import type { CallRequest } from '@tessera/client';
import { type Mapping, mappingPresets } from '@tessera/contract';
import { type FormEvent, useState } from 'react';
import { Refusal, sayDone } from '../../components/basics.js';
import { OverlapChoice, Previous } from '../../components/rotation.js';
import { problemOf, useChange } from '../../data/api.js';
import { textOf } from '../../text.js';
import { type Part, partOf, valuesIn, withPart } from './body-paths.js';
import type { Collection } from './queries.js';

type Body = NonNullable<CallRequest<'collections.update'>['body']>;

const written = (mapping: unknown): string => JSON.stringify(mapping, undefined, 2);

const systems = Object.entries(mappingPresets).map(([value, { title }]) => ({ value, label: title }));

/** The mapping while it is edited. */
function useMapping(collection: Collection) {
  const [text, setText] = useState(collection.mapping === undefined ? '' : written(collection.mapping));
  const [isChanged, setChanged] = useState(false);
  const update = useChange('collections.update');
  const mapping = mappingIn(text);
  const choose = (next: Mapping | undefined): void => {
    setText(next === undefined ? '' : written(next));
    setChanged(true);
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (mapping === 'invalid') return;
    const form = event.currentTarget;
    const data = new FormData(form);
    const secret = String(data.get('secret') ?? '');
    const isSigned = mapping?.signature !== undefined && secret !== '';
    const sent = isSigned ? { ...mapping, signature: { ...mapping.signature, secret } } : (mapping ?? null);
    const overlap = isSigned && data.has('overlap_hours') && { overlap_hours: Number(data.get('overlap_hours')) };
    const done = (): void => {
      form.reset();
      setChanged(false);
      sayDone(textOf('The mapping is saved.'));
    };
    const body = { mapping: sent as Body['mapping'], ...overlap };
    update.mutate({ params: { name: collection.name }, body }, { onSuccess: done });
  };
  const refused = update.error === null ? undefined : problemOf(update.error).fields.mapping;
  const fault = mapping === 'invalid' ? textOf('This is not JSON.') : refused;
  return { text, setText, mapping, choose, submit, fault, update, isChanged, setChanged };
}

/** Shows and sets how the deliveries of a source become records: a known system, or values chosen in a real body. */
export function MappingForm({ collection }: { collection: Collection }) {
  const { text, setText, mapping, choose, submit, fault, update, isChanged, setChanged } = useMapping(collection);
  const [body, setBody] = useState('');
  const endPrevious = useChange('collections.end_previous_mapping_secret');
  const params = { name: collection.name };
  return (
    <form onSubmit={submit} onChange={() => setChanged(true)}>
      <Stack gap="sm">
        {update.error !== null && <Refusal error={update.error} />}
        <NativeSelect
          label={textOf('The system that sends')}
          description={textOf('Without a mapping, a delivery is a record or a list of records')}
          defaultValue=""
          data={[{ value: '', label: textOf('Another system') }, ...systems]}
          onChange={({ currentTarget: { value } }) =>
            choose(Object.entries(mappingPresets).find(([name]) => name === value)?.[1].mapping)
          }
        />
        <Textarea
          label={textOf('A real delivery')}
          description={textOf('Paste its body. Then press what each value is. It is not sent or stored')}
          placeholder='{"event": "updated", "item": {"id": 7, "title": "Oak desk"}}'
          autosize
          minRows={2}
          maxRows={8}
          spellCheck={false}
          value={body}
          error={
            body.trim() !== '' && valuesIn(body).length === 0 ? textOf('This is not JSON with values.') : undefined
          }
          onChange={({ currentTarget }) => setBody(currentTarget.value)}
        />
        <BodyValues body={body} mapping={mapping === 'invalid' ? undefined : mapping} onMapping={choose} />
        <details open={fault !== undefined}>
          <summary>{textOf('The mapping as JSON')}</summary>
          <Textarea
            aria-label={textOf('Mapping')}
            autosize
            minRows={3}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8125rem' } }}
            placeholder={textOf('Records as they are')}
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            error={fault}
          />
        </details>
        {mapping !== undefined && mapping !== 'invalid' && mapping.signature !== undefined && (
          <PasswordInput
            name="secret"
            label={textOf('Secret of the signature')}
            description={textOf(
              'From the settings of the system. It is never shown again; leave it empty to keep the stored one',
            )}
            autoComplete="off"
          />
        )}
        {collection.mapping?.signature !== undefined && <OverlapChoice noun="secret" />}
        <Previous
          noun="secret"
          previous={collection.previous_mapping}
          end={() => endPrevious.mutateAsync({ params })}
        />
        <Button type="submit" w="fit-content" loading={update.isPending} disabled={!isChanged || mapping === 'invalid'}>
          {textOf('Save the mapping')}
        </Button>
      </Stack>
    </form>
  );
}

const parts: readonly (readonly [Part, string])[] = [
  ['id', textOf('Id')],
  ['write_date', textOf('Update time')],
  ['field', textOf('Field')],
];

function BodyValues(props: { body: string; mapping: Mapping | undefined; onMapping: (mapping: Mapping) => void }) {
  const { body, mapping, onMapping } = props;
  const values = valuesIn(body);
  return values.length === 0 ? null : (
    <ul className="lines" aria-label={textOf('Values of the delivery')}>
      {values.map(({ path, value }) => (
        <li key={path}>
          <span>
            <code className="mono">{path}</code> <span className="soft">{value}</span>
          </span>
          <Group gap={4} wrap="nowrap">
            {parts.map(([part, label]) => {
              const isOn = partOf(mapping, path) === part;
              return (
                <Button
                  key={part}
                  size="compact-sm"
                  variant={isOn ? 'filled' : 'default'}
                  aria-pressed={isOn}
                  aria-label={textOf('{label}: {name}', { label, name: path })}
                  onClick={() => onMapping(withPart(mapping, path, part))}
                >
                  {label}
                </Button>
              );
            })}
          </Group>
        </li>
      ))}
    </ul>
  );
}

/** The mapping that a person typed; undefined for none. */
function mappingIn(text: string): Mapping | 'invalid' | undefined {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return 'invalid';
  }
}
