import '@mantine/core/styles/PasswordInput.css';
import { Button, NativeSelect, PasswordInput, Stack, Text, Textarea } from '@mantine/core';
import { mappingPresets } from '@tessera/contract';
import { type FormEvent, useState } from 'react';
import { Refusal, sayDone } from '../../components/notices.js';
import { Panel } from '../../components/page.js';
import { OverlapChoice, Previous } from '../../components/rotation.js';
import { problemOf } from '../../data/api.js';
import { useChange } from '../../data/queries.js';
import type { Collection } from './queries.js';

type Body = NonNullable<Parameters<ReturnType<typeof useChange<'collections.update'>>['mutate']>[0]['body']>;

const written = (mapping: unknown): string => JSON.stringify(mapping, undefined, 2);

const systems = Object.entries(mappingPresets).map(([value, { title }]) => ({ value, label: title }));

/** Shows and sets how the webhooks of a source become records. */
export function MappingPanel({ collection }: { collection: Collection }) {
  const [text, setText] = useState(collection.mapping === undefined ? '' : written(collection.mapping));
  const [fault, setFault] = useState<string>();
  const [isChanged, setChanged] = useState(false);
  const update = useChange('collections.update');
  const endPrevious = useChange('collections.end_previous_mapping_secret');
  const params = { name: collection.name };
  const hasSecret = collection.mapping?.signature !== undefined;
  const refused = update.error === null ? undefined : problemOf(update.error).fields.mapping;
  const choose = (system: string): void => {
    const preset = Object.entries(mappingPresets).find(([name]) => name === system)?.[1];
    if (preset !== undefined) setText(written(preset.mapping));
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const secret = String(data.get('secret') ?? '');
    const mapping = mappingOf(text, secret);
    setFault(mapping === undefined ? 'This is not JSON.' : undefined);
    if (mapping === undefined) return;
    const done = (): void => {
      form.reset();
      setChanged(false);
      sayDone('The mapping is saved.');
    };
    const overlap = mapping?.signature !== undefined && secret !== '' && hasSecret;
    const body = { mapping, ...(overlap && { overlap_hours: Number(data.get('overlap_hours')) }) };
    update.mutate({ params, body }, { onSuccess: done });
  };
  return (
    <Panel title="Webhooks" id="webhooks">
      <form onSubmit={submit} onChange={() => setChanged(true)}>
        <Stack>
          <Text size="sm">
            Without a mapping, the ingest URL takes records. With one, it takes the webhooks of a system and finds the
            record in each.
          </Text>
          {update.error !== null && <Refusal error={update.error} />}
          <NativeSelect
            label="Start from a known system"
            defaultValue=""
            data={[{ value: '', label: 'Choose a system' }, ...systems]}
            onChange={(event) => choose(event.currentTarget.value)}
          />
          <Textarea
            label="Mapping"
            description="JSON with the paths of the id, the update time and the fields; empty to take records as they are"
            rows={text === '' ? 3 : 12}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8125rem' } }}
            placeholder="Records as they are"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            error={fault ?? refused}
          />
          <PasswordInput
            name="secret"
            label="Secret of the signature"
            description="From the settings of the system. It is never shown again; leave it empty to keep the stored one"
            autoComplete="off"
          />
          {hasSecret && <OverlapChoice noun="secret" />}
          <Previous
            noun="secret"
            previous={collection.previous_mapping}
            end={() => endPrevious.mutateAsync({ params })}
          />
          <Button type="submit" w="fit-content" loading={update.isPending} disabled={!isChanged}>
            Save the mapping
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}

/** The mapping that a person typed, with the secret of its signature. Undefined if it is not valid JSON. */
function mappingOf(text: string, secret: string): Body['mapping'] | undefined {
  if (text.trim() === '') return null;
  try {
    const mapping = JSON.parse(text);
    return secret === '' || mapping.signature === undefined
      ? mapping
      : { ...mapping, signature: { ...mapping.signature, secret } };
  } catch {
    return undefined;
  }
}
