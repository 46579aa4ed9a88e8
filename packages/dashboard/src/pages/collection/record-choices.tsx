import { Button, Group, Text } from '@mantine/core';
import type { CallAnswer } from '@tessera/client';
import { sayDone, sayFailed } from '../../components/basics.js';
import { useChange } from '../../data/api.js';
import { textOf } from '../../text.js';
import classes from './ask.module.css';
import type { Collection } from './queries.js';
import { withoutId } from './values.js';

type Result = CallAnswer<'collections.query'>['results'][number];

/** Stores which record a query means (null for none), shows a confirmation, and calls `onDone`. */
export function useCorrection(collection: Collection, query: string, onDone: () => void = () => undefined) {
  const { mutate, isPending } = useChange('collections.correct_resolution');
  const choose = (external_id: string | null): void =>
    mutate(
      { params: { name: collection.name }, body: { query, external_id } },
      {
        onSuccess: () => {
          sayDone(
            external_id === null
              ? textOf('No record is meant.')
              : textOf('Stored: {id} is the answer.', { id: external_id }),
          );
          onDone();
        },
        onError: sayFailed,
      },
    );
  return { choose, isPending };
}

/** The records that a query can mean, and "none". The choice affects later answers. */
export function RecordChoices(props: {
  collection: Collection;
  query: string;
  results: readonly Result[];
  onDone: () => void;
}) {
  const { collection, query, results, onDone } = props;
  const { choose, isPending } = useCorrection(collection, query, onDone);
  return (
    <>
      {results.map((result) => (
        <div key={result.external_id} className={classes.result}>
          <div>
            <Text size="sm" fw={600}>
              {result.external_id}
            </Text>
            <Text size="sm">{withoutId(result)}</Text>
          </div>
          <Button
            size="xs"
            variant="default"
            flex="none"
            disabled={isPending}
            onClick={() => choose(result.external_id)}
            aria-label={textOf('This one: {id}', { id: result.external_id })}
          >
            {textOf('This one')}
          </Button>
        </div>
      ))}
      <Group justify="flex-end" mt="md">
        <Button variant="default" disabled={isPending} onClick={() => choose(null)}>
          {textOf('None of them')}
        </Button>
      </Group>
    </>
  );
}
