import { Badge, Group, Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Empty, Loaded, Loading, Refusal } from '../../components/notices.js';
import { Modal } from '../../components/overlays.js';
import { Panel } from '../../components/page.js';
import { Table } from '../../components/table.js';
import { When } from '../../components/when.js';
import { textOf } from '../../text.js';
import { GivenAnswers } from './given-answers.js';
import { type OpenQuery, openQueries } from './open-queries.js';
import { type Collection, explainedQuery, openQueriesQueries, statisticsQuery } from './queries.js';
import { RecordChoices } from './record-choices.js';
import { RowButton } from './row-button.js';
import { SynonymDialog } from './synonym-dialog.js';
import { UnknownWordsPanel } from './unknown-words.js';
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
          title: '',
          end: true,
          width: [370, 370],
          cell: (open) => (
            <Group gap="xs" justify="flex-end">
              {may('correct_resolution') && (
                <RowButton label={textOf('Choose the record')} subject={open.query} onClick={() => onChoose(open)} />
              )}
              {may('update_collection') && (
                <RowButton label={textOf('Add a synonym')} subject={open.query} onClick={() => onName(open.query)} />
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
