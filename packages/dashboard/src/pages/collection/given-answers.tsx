import { Anchor, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CallAnswer } from '@tessera/client';
import { Note, Panel, sayFailed, When } from '../../components/basics.js';
import { buttonsColumn, recordAddress, Table } from '../../components/table.js';
import { useChange } from '../../data/api.js';
import { textOf } from '../../text.js';
import { type Collection, givenAnswersQuery } from './queries.js';
import { numberFormat } from './values.js';

type LoggedQuery = CallAnswer<'collections.list_queries'>['queries'][number];

/** The latest answers that agents act on, to be judged. The judgements measure how often `high` is wrong. */
export function GivenAnswers({ collection }: { collection: Collection }) {
  const answers = useQuery(givenAnswersQuery(collection.name));
  const rows = (answers.data?.queries ?? []).filter(({ query }) => query !== '');
  const { measured } = collection;
  if (rows.length === 0) return null;
  return (
    <Panel title={textOf('Answers with the verdict high')} flush>
      {measured !== null && (
        <Note px="md" pb="xs">
          {textOf(
            '{wrong} of {count} judged query got a wrong answer with this verdict: at most {percent} % are wrong.|{wrong} of {count} judged queries got a wrong answer with this verdict: at most {percent} % are wrong.',
            {
              wrong: measured.wrong,
              count: measured.labels,
              percent: numberFormat(1).format(100 * measured.upper_bound),
            },
          )}
        </Note>
      )}
      <Table
        label={textOf('Answers with the verdict high')}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { title: textOf('Query'), cell: ({ query }) => <Text size="sm">{query}</Text> },
          {
            title: textOf('Answer'),
            cell: ({ external_id: id }) =>
              id !== null && (
                <Anchor component={Link} size="sm" to={recordAddress(collection.name, id)}>
                  {id}
                </Anchor>
              ),
          },
          { title: textOf('When'), cell: ({ at }) => <When at={at} /> },
          {
            ...buttonsColumn(190),
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
          aria-label={each ? textOf('Right: {query}', logged) : textOf('Wrong: {query}', logged)}
          onClick={() =>
            mutate({ params: { name: collection.name, id: logged.id }, body: { right: each } }, { onError: sayFailed })
          }
        >
          {each ? textOf('Right') : textOf('Wrong')}
        </Button>
      ))}
    </Group>
  );
}
