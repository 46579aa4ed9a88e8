import { Anchor, Badge, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CallAnswer } from '@tessera/client';
import { useState } from 'react';
import { Modal } from '../../components/overlays.js';
import { Panel } from '../../components/page.js';
import { textOf } from '../../text.js';
import classes from './ask.module.css';
import { Comparison } from './comparison.js';
import { Details } from './details.js';
import { wordsOf } from './open-queries.js';
import { type Collection, correctionsQuery } from './queries.js';
import { RecordChoices, useCorrection } from './record-choices.js';
import { withoutId } from './values.js';
import { VerdictHero } from './verdict-hero.js';

type Answer = CallAnswer<'collections.query'>;
type Result = Answer['results'][number];

/** An answer: the verdict, the best result next to the second one, all results to choose from, and the figures. */
export function AnswerShown(props: { collection: Collection; query: string; answer: Answer }) {
  const { collection, query, answer } = props;
  const may = (operation: string): boolean => collection.operations.includes(operation);
  const [chosenIds, setChosenIds] = useState<readonly string[]>();
  const [refused, setRefused] = useState<Result>();
  const corrections = useQuery({ ...correctionsQuery(collection.name), enabled: may('list_corrections') });
  const correction = corrections.data?.corrections.find((each) => wordsOf(each.query) === wordsOf(query));
  const results = answer.results.filter(({ external_id: id }) => chosenIds?.includes(id) ?? true);
  const [best, second] = results;
  return (
    <>
      <VerdictHero
        collection={collection}
        answer={answer}
        correction={correction}
        chosenIds={chosenIds}
        onChoose={setChosenIds}
      />
      <Panel flush title={textOf('Results')}>
        {results.map((result, index) => (
          <div key={result.external_id} className={classes.result}>
            <ResultWords
              collection={collection}
              result={result}
              isAnswer={index === 0 && answer.confidence === 'high'}
            />
            {may('correct_resolution') && wordsOf(query) !== '' && (
              <Decision collection={collection} query={query} result={result} onWrong={() => setRefused(result)} />
            )}
          </div>
        ))}
        {results.length === 0 && (
          <Text size="sm" p="md">
            {textOf('No records.')}
          </Text>
        )}
      </Panel>
      {best !== undefined && second !== undefined && answer.confidence !== 'none' && (
        <Comparison idField={collection.id_field} best={best} second={second} />
      )}
      <Details answer={answer} />
      {refused !== undefined && (
        <Modal title={textOf('Which record is “{query}”?', { query })} onClose={() => setRefused(undefined)} size="lg">
          <RecordChoices
            collection={collection}
            query={query}
            results={answer.results.filter(({ external_id: id }) => id !== refused.external_id).slice(0, 5)}
            onDone={() => setRefused(undefined)}
          />
        </Modal>
      )}
    </>
  );
}

/** A result as its id and one line. */
export function ResultWords(props: { collection: Collection; result: Result; isAnswer: boolean }) {
  const { collection, result, isAnswer } = props;
  return (
    <div>
      <Group gap="xs" mb={2}>
        <Anchor
          component={Link}
          to={`/collections/${collection.name}?record=${encodeURIComponent(result.external_id)}`}
          size="sm"
          fw={600}
        >
          {result.external_id}
        </Anchor>
        {isAnswer && <Badge color="green">{textOf('This one')}</Badge>}
        {result.match_type === 'exact_id' && <Badge>{textOf('Exact')}</Badge>}
      </Group>
      <Text size="sm">{withoutId(result)}</Text>
    </div>
  );
}

/** Asks whether a result is the record that the query means. If not, another record or none can be chosen. */
function Decision(props: { collection: Collection; query: string; result: Result; onWrong: () => void }) {
  const { collection, query, result, onWrong } = props;
  const { choose, isPending } = useCorrection(collection, query);
  const { external_id: id } = result;
  return (
    <div className={classes.decide}>
      <Button
        size="xs"
        variant="default"
        disabled={isPending}
        onClick={() => choose(id)}
        aria-label={textOf('That is right: {id}', { id })}
      >
        {textOf('That is right')}
      </Button>
      <Button
        size="xs"
        variant="subtle"
        disabled={isPending}
        onClick={onWrong}
        aria-label={textOf('That is wrong: {id}', { id })}
      >
        {textOf('That is wrong')}
      </Button>
    </div>
  );
}
