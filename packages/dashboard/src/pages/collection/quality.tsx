import { Alert, Badge, Group, Text, TextInput } from '@mantine/core';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Empty, Loaded, Loading, Panel, Refusal, sayDone, When } from '../../components/basics.js';
import { FormDialog, type FormValues } from '../../components/dialogs.js';
import { Modal } from '../../components/overlays.js';
import { buttonsColumn, RowButton, Table } from '../../components/table.js';
import { useChange } from '../../data/api.js';
import { textOf } from '../../text.js';
import { GivenAnswers } from './given-answers.js';
import { type OpenQuery, openQueries, unknownWords } from './open-queries.js';
import { type Collection, explainedQuery, fieldsQuery, openQueriesQueries, statisticsQuery } from './queries.js';
import { RecordChoices } from './record-choices.js';
import { VerdictDays } from './verdict-days.js';
import { verdictNames } from './verdicts.js';

/** The verdicts of a collection by day, and the queries that need a person's decision. */
export function QualityTab({ collection }: { collection: Collection }) {
  const statistics = useQuery(statisticsQuery(collection.name));
  return (
    <>
      <Panel title={textOf('Verdicts a day')}>
        <Loaded query={statistics} lines={3}>
          {({ days }) => <VerdictDays days={days} />}
        </Loaded>
      </Panel>
      <OpenQueries collection={collection} />
      {collection.operations.includes('label_query') && <GivenAnswers collection={collection} />}
    </>
  );
}

function OpenQueries({ collection }: { collection: Collection }) {
  const [choosing, setChoosing] = useState<OpenQuery>();
  const [naming, setNaming] = useState<string>();
  const [low, none, corrections] = useQueries({ queries: openQueriesQueries(collection.name) });
  const error = low.error ?? none.error ?? corrections.error;
  const isRead = low.data !== undefined && none.data !== undefined && corrections.data !== undefined;
  const queries = isRead
    ? openQueries([...low.data.queries, ...none.data.queries], corrections.data.corrections)
    : undefined;
  return (
    <>
      {queries !== undefined && <UnknownWordsPanel collection={collection} queries={queries} onName={setNaming} />}
      <Panel title={textOf('Queries to decide')} flush>
        {error !== null && <Refusal error={error} />}
        {queries !== undefined ? (
          <OpenTable collection={collection} queries={queries} onChoose={setChoosing} onName={setNaming} />
        ) : (
          error === null && <Loading />
        )}
      </Panel>
      {choosing !== undefined && (
        <ChoiceDialog collection={collection} query={choosing.query} onClose={() => setChoosing(undefined)} />
      )}
      {naming !== undefined && (
        <SynonymDialog collection={collection} word={naming} onClose={() => setNaming(undefined)} />
      )}
    </>
  );
}

function OpenTable(props: {
  collection: Collection;
  queries: readonly OpenQuery[];
  onChoose: (query: OpenQuery) => void;
  onName: (query: string) => void;
}) {
  const { collection, queries, onChoose, onName } = props;
  const may = (operation: string): boolean => collection.operations.includes(operation);
  if (queries.length === 0) {
    return (
      <Empty icon="check" title={textOf('Nothing to decide')}>
        {textOf(
          'The last queries with the verdict low or none are listed here. Queries are kept as long as the workspace says.',
        )}
      </Empty>
    );
  }
  return (
    <Table
      label={textOf('Queries to decide')}
      rows={queries}
      rowKey={({ words }) => words}
      columns={[
        { title: textOf('Query'), cell: ({ query }) => <Text size="sm">{query}</Text> },
        {
          title: textOf('Verdict'),
          width: [90, 110],
          cell: ({ confidence }) => (
            <Badge color={confidence === 'low' ? 'yellow' : 'gray'}>{verdictNames[confidence]}</Badge>
          ),
        },
        {
          title: textOf('Asked'),
          end: true,
          cell: ({ times }) => textOf('{count} time|{count} times', { count: times }),
        },
        { title: textOf('Last'), cell: ({ at }) => <When at={at} /> },
        {
          ...buttonsColumn(370),
          cell: (open) => (
            <Group gap="xs" justify="flex-end">
              {may('correct_resolution') && (
                <RowButton
                  label={textOf('Choose the record')}
                  name={textOf('Choose the record for {query}', open)}
                  onClick={() => onChoose(open)}
                />
              )}
              {may('update_collection') && (
                <RowButton
                  label={textOf('Add a synonym')}
                  name={textOf('Add a synonym for {word}', { word: open.query })}
                  onClick={() => onName(open.query)}
                />
              )}
            </Group>
          ),
        },
      ]}
    />
  );
}

/** Runs a query and lets a person choose among its results. */
function ChoiceDialog({ collection, query, onClose }: { collection: Collection; query: string; onClose: () => void }) {
  const answer = useQuery(explainedQuery(collection.name, query));
  return (
    <Modal title={textOf('Which record is “{query}”?', { query })} onClose={onClose} size="lg">
      <Loaded query={answer}>
        {({ results }) => <RecordChoices collection={collection} query={query} results={results} onDone={onClose} />}
      </Loaded>
    </Modal>
  );
}

/** Number of latest queries whose words are checked. */
const queriesMax = 20;

/** Words in the latest undecided queries that no record has. Each has a button that adds a synonym. */
function UnknownWordsPanel(props: {
  collection: Collection;
  queries: readonly OpenQuery[];
  onName: (word: string) => void;
}) {
  const { collection, onName } = props;
  const queries = props.queries.slice(0, queriesMax);
  const answers = useQueries({ queries: queries.map(({ query }) => explainedQuery(collection.name, query)) });
  const unknown = unknownWords(
    queries,
    answers.map(({ data }) => data?.explanation?.unknown_words ?? []),
  );
  if (queries.length === 0) {
    return null;
  }
  return (
    <Panel title={textOf('Words that no record has')} flush>
      {unknown.length > 0 ? (
        <Table
          label={textOf('Words that no record has')}
          rows={unknown}
          rowKey={({ word }) => word}
          columns={[
            { title: textOf('Word'), cell: ({ word }) => <Text size="sm">{word}</Text> },
            {
              title: textOf('Queries'),
              cell: ({ queries }) => <Text size="sm">{queries.join(', ')}</Text>,
            },
            {
              title: textOf('Asked'),
              end: true,
              cell: ({ times }) => textOf('{count} time|{count} times', { count: times }),
            },
            {
              ...buttonsColumn(190),
              cell: ({ word }) =>
                collection.operations.includes('update_collection') && (
                  <RowButton
                    label={textOf('Add a synonym')}
                    name={textOf('Add a synonym for {word}', { word })}
                    onClick={() => onName(word)}
                  />
                ),
            },
          ]}
        />
      ) : answers.some(({ isPending }) => isPending) ? (
        <Loading lines={1} />
      ) : (
        <Text size="sm" p="md">
          {textOf('Records have every word of the last queries, or synonyms lead to them.')}
        </Text>
      )}
    </Panel>
  );
}

/** Adds words that records have as synonyms of a query, or of a word in it. */
function SynonymDialog(props: { collection: Collection; word: string; onClose: () => void }) {
  const { word, onClose } = props;
  const { name } = props.collection;
  const client = useQueryClient();
  const update = useChange('collections.update');
  const add = async (values: FormValues): Promise<void> => {
    // A write replaces all synonyms, so the current ones are read first.
    const { configured } = await client.fetchQuery({ ...fieldsQuery(name), staleTime: 0 });
    const added = [values.text('phrase').trim(), values.text('meaning').trim()];
    await update.mutateAsync({ params: { name }, body: { synonyms: [...configured.synonyms, added] } });
    sayDone(textOf('Both phrases find the same records.'));
    onClose();
  };
  return (
    <FormDialog title={textOf('Add a synonym')} action={textOf('Add the synonym')} onClose={onClose} submit={add}>
      {(errors) => {
        const error = Object.entries(errors).find(([path]) => path.startsWith('synonyms'))?.[1];
        return (
          <>
            {error !== undefined && <Alert color="red">{error}</Alert>}
            <TextInput
              name="phrase"
              label={textOf('What people ask for')}
              description={textOf('Only words that your records do not have')}
              defaultValue={word}
            />
            <TextInput name="meaning" label={textOf('What your records say')} data-autofocus />
          </>
        );
      }}
    </FormDialog>
  );
}
