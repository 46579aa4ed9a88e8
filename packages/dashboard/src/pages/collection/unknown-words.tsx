import { Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Loading } from '../../components/notices.js';
import { Panel } from '../../components/page.js';
import { Table } from '../../components/table.js';
import { textOf } from '../../text.js';
import { type OpenQuery, unknownWords } from './open-queries.js';
import { type Collection, explainedQuery } from './queries.js';
import { RowButton } from './row-button.js';

/** Number of latest queries whose words are checked. */
const queriesMax = 20;

/** Words in the latest undecided queries that no record has. Each has a button that adds a synonym. */
export function UnknownWordsPanel(props: {
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
              title: '',
              end: true,
              width: [190, 190],
              cell: ({ word }) =>
                collection.operations.includes('update_collection') && (
                  <RowButton label={textOf('Add a synonym')} subject={word} onClick={() => onName(word)} />
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
