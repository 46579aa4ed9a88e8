import { Anchor, Badge, Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CallAnswer } from '@tessera/client';
import { useState } from 'react';
import { Bar } from '../../components/bar.js';
import { Hint, Panel } from '../../components/basics.js';
import { Modal } from '../../components/overlays.js';
import { recordAddress, Table } from '../../components/table.js';
import { textOf } from '../../text.js';
import classes from './ask.module.css';
import { type ComparedField, compareFields } from './compared-fields.js';
import { wordsOf } from './open-queries.js';
import { type Collection, correctionsQuery } from './queries.js';
import { RecordChoices, useCorrection } from './record-choices.js';
import { Value } from './value.js';
import { numberFormat, withoutId } from './values.js';
import { VerdictHero } from './verdict-hero.js';
import { matchWords } from './verdicts.js';

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
        <Anchor component={Link} to={recordAddress(collection.name, result.external_id)} size="sm" fw={600}>
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
    <Group gap={6} flex="none" align="flex-start">
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
    </Group>
  );
}

/** Number of fields that are shown until a person opens the rest. */
const shownFirst = 8;

/** The best result next to the second one. Fields that differ come first and are marked. */
function Comparison({ idField, best, second }: { idField: string; best: Result; second: Result }) {
  const [isWhole, setWhole] = useState(false);
  const fields = compareFields(best.attributes, second.attributes);
  const ids: ComparedField = { field: idField, best: best.external_id, second: second.external_id, isDifferent: true };
  const shown = isWhole ? fields : fields.slice(0, shownFirst);
  return (
    <Panel title={textOf('Best and second result')} flush>
      <Table
        label={textOf('Best and second result')}
        rows={[ids, ...shown]}
        rowKey={({ field }) => field}
        columns={[
          {
            title: textOf('Field'),
            cell: ({ field, isDifferent }) => (
              <Group component="span" gap={6}>
                {field}
                {isDifferent && field !== idField && <Badge size="sm">{textOf('differs')}</Badge>}
              </Group>
            ),
          },
          {
            title: textOf('Best'),
            wraps: true,
            cell: ({ best: value, isDifferent }) => <Side value={value} isMarked={isDifferent} />,
          },
          {
            title: textOf('Second'),
            wraps: true,
            cell: ({ second: value, isDifferent }) => <Side value={value} isMarked={isDifferent} />,
          },
        ]}
      />
      {shown.length < fields.length && (
        <Button variant="subtle" size="xs" m="xs" onClick={() => setWhole(true)}>
          {textOf('Show all {number} fields', { number: fields.length })}
        </Button>
      )}
    </Panel>
  );
}

function Side({ value, isMarked }: { value: unknown; isMarked: boolean }) {
  const shown = <Value value={value} />;
  return (
    <Text size="sm" component="span" lineClamp={3} {...(isMarked ? {} : { c: 'dimmed' })}>
      {isMarked ? <mark className={classes.differing}>{shown}</mark> : shown}
    </Text>
  );
}

type Features = NonNullable<Answer['explanation']>['features'];

/** Names of the figures in words. */
const featureWords: Readonly<Record<string, string>> = {
  coverage: textOf('Share of the query that the record contains'),
  information: textOf('How rare the words are that the record contains'),
  nearness: textOf('How far the nearest record rises over unrelated ones'),
};

/** The figures behind an answer. They are folded until a person opens them. */
function Details({ answer }: { answer: Answer }) {
  const { explanation, results, match_type: matchType } = answer;
  const features = explanation?.features ?? [];
  return (
    <details className={classes.details}>
      <summary>{textOf('Details')}</summary>
      <div>
        <Text size="sm">{matchWords[matchType]}</Text>
        {matchType === 'semantic' && results.length > 0 && (
          <section>
            <Title order={3} size="h5">
              {textOf('Closeness in meaning')}
            </Title>
            <Hint mb="xs">
              {textOf('1 means the same, 0 has nothing to do with the query. It does not decide by itself.')}
            </Hint>
            <dl className={classes.figures}>
              {results.map(({ external_id: id, relevance }) => (
                <div key={id}>
                  <dt>{id}</dt>
                  <dd>
                    <Bar share={relevance} />
                  </dd>
                  <dd className="num">{shown(relevance)}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
        {features.length > 0 && <Weighed features={features} />}
      </div>
    </details>
  );
}

/** Shows each figure relative to the threshold from which on it is enough. */
function Weighed({ features }: { features: Features }) {
  return (
    <section>
      <Title order={3} size="h5">
        {textOf('Is there a match at all?')}
      </Title>
      <Hint mb="xs">{textOf('What decides between low and none: one figure of 1 or more suffices for low.')}</Hint>
      <dl className={classes.figures}>
        {features.map(({ name, value, weight }) => (
          <div key={name}>
            <dt>{featureWords[name] ?? name}</dt>
            <dd>
              <Bar share={value * weight} />
            </dd>
            <dd className="num">{shown(value * weight)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function shown(value: number): string {
  return numberFormat(2).format(value).replace('-', '−');
}
