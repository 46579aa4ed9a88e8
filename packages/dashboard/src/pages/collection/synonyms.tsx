import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { Refusal, sayDone } from '../../components/notices.js';
import { Panel } from '../../components/page.js';
import { problemOf } from '../../data/api.js';
import { useChange } from '../../data/queries.js';
import { textOf } from '../../text.js';
import { type Collection, fieldsQuery } from './queries.js';
import { WhatChanges } from './what-changes.js';

/** The synonyms of a collection: one list per line. */
export function SynonymsPanel({ collection }: { collection: Collection }) {
  const { data } = useQuery(fieldsQuery(collection.name));
  const update = useChange('collections.update');
  const [isChanged, setChanged] = useState(false);
  const fields = update.error === null ? {} : problemOf(update.error).fields;
  const fault = Object.entries(fields).find(([path]) => path.startsWith('synonyms'))?.[1];
  const text = useRef<HTMLTextAreaElement>(null);
  const sent = () => ({ synonyms: listsOf(text.current?.value ?? '') });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const done = (): void => {
      setChanged(false);
      sayDone(textOf('The synonyms are saved.'));
    };
    update.mutate({ params: { name: collection.name }, body: sent() }, { onSuccess: done });
  };
  const lines = data?.configured.synonyms.map((phrases) => phrases.join(', ')).join('\n');
  return (
    <Panel title={textOf('Synonyms')}>
      <form onSubmit={submit} onChange={() => setChanged(true)}>
        <Stack>
          <Text size="sm">{textOf('Phrases on one line find the same records.')}</Text>
          {update.error !== null && <Refusal error={update.error} />}
          <Textarea
            key={lines}
            ref={text}
            name="synonyms"
            label={textOf('Phrases')}
            description={textOf('A line for each meaning; commas separate its phrases')}
            placeholder={textOf('sofa, couch, settee')}
            rows={4}
            disabled={lines === undefined}
            defaultValue={lines ?? ''}
            error={fault}
          />
          <Group gap="xs">
            <Button type="submit" loading={update.isPending} disabled={!isChanged}>
              {textOf('Save the synonyms')}
            </Button>
            <WhatChanges name={collection.name} body={sent} disabled={!isChanged} />
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

function listsOf(text: string): string[][] {
  const lists = text.split('\n').map((line) => line.split(',').map((phrase) => phrase.trim()));
  return lists.map((phrases) => phrases.filter((phrase) => phrase !== '')).filter((phrases) => phrases.length > 0);
}
