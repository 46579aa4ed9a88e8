import { Anchor, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CallAnswer } from '@tessera/client';
import { sayFailed } from '../../components/notices.js';
import { Panel } from '../../components/page.js';
import { Table } from '../../components/table.js';
import { countOf, When } from '../../components/when.js';
import { useChange } from '../../data/queries.js';
import { type Collection, givenAnswersQuery } from './queries.js';

type LoggedQuery = CallAnswer<'collections.list_queries'>['queries'][number];

/** The latest answers that agents act on, to be judged. The judgements measure how often `high` is wrong. */
export function GivenAnswers({ collection }: { collection: Collection }) {
  const answers = useQuery(givenAnswersQuery(collection.name));
  const rows = (answers.data?.queries ?? []).filter(({ query }) => query !== '');
  const { measured } = collection;
  if (rows.length === 0) return null;
  return (
    <Panel title="Answers with the verdict high" flush>
      {measured !== null && (
        <Text size="sm" c="dimmed" px="md" pb="xs">
          {measured.wrong} of {countOf(measured.labels, 'judged query', 'judged queries')} got a wrong answer with this
          verdict: at most {(measured.upper_bound * 100).toFixed(1)} % are wrong.
        </Text>
      )}
      <Table
        label="Answers with the verdict high"
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { title: 'Query', cell: ({ query }) => <Text size="sm">{query}</Text> },
          {
            title: 'Answer',
            cell: ({ external_id: id }) =>
              id !== null && (
                <Anchor
                  component={Link}
                  size="sm"
                  to={`/collections/${collection.name}?record=${encodeURIComponent(id)}`}
                >
                  {id}
                </Anchor>
              ),
          },
          { title: 'When', cell: ({ at }) => <When at={at} /> },
          {
            title: '',
            end: true,
            width: [190, 190],
            cell: (logged) => <Judge collection={collection} logged={logged} />,
          },
        ]}
      />
    </Panel>
  );
}

function Judge({ collection, logged }: { collection: Collection; logged: LoggedQuery }) {
  const { mutate, isPending, variables } = useChange('collections.label_query');
  const right = isPending ? variables.body?.right : logged.right;
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {[true, false].map((each) => (
        <Button
          key={String(each)}
          size="xs"
          variant={right === each ? 'filled' : 'default'}
          aria-pressed={right === each}
          aria-label={`${each ? 'Right' : 'Wrong'}: ${logged.query}`}
          onClick={() =>
            mutate({ params: { name: collection.name, id: logged.id }, body: { right: each } }, { onError: sayFailed })
          }
        >
          {each ? 'Right' : 'Wrong'}
        </Button>
      ))}
    </Group>
  );
}
