import { Alert, Badge, Button, Group, Text, TextInput } from '@mantine/core';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../data/queries.js';
import { FormDialog } from '../../parts/dialogs.js';
import { Empty, Loaded, Loading, Refusal, sayDone, sayFailed } from '../../parts/notices.js';
import { Modal } from '../../parts/overlays.js';
import { Panel } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { countOf, When } from '../../parts/when.js';
import { type OpenQuery, openQueries } from './open-queries.js';
import classes from './quality.module.css';
import { answerQuery, type Collection, fieldsQuery, openQueriesQueries, statisticsQuery } from './queries.js';
import { withoutId } from './values.js';
import { VerdictDays } from './verdict-days.js';

/** How sure the answers of a collection are, day by day, and the queries that someone has to decide. */
export function QualityTab({ collection }: { collection: Collection }) {
  const statistics = useQuery(statisticsQuery(collection.name));
  return (
    <>
      <Panel title="Verdicts a day">
        <Loaded query={statistics} lines={3}>
          {({ days }) => <VerdictDays days={days} />}
        </Loaded>
      </Panel>
      <OpenQueriesPanel collection={collection} />
    </>
  );
}

function OpenQueriesPanel({ collection }: { collection: Collection }) {
  const [choosing, setChoosing] = useState<OpenQuery>();
  const [naming, setNaming] = useState<OpenQuery>();
  const [low, none, corrections] = useQueries({ queries: openQueriesQueries(collection.name) });
  const error = low.error ?? none.error ?? corrections.error;
  const isRead = low.data !== undefined && none.data !== undefined && corrections.data !== undefined;
  return (
    <Panel title="Queries to decide" flush>
      {error !== null && <Refusal error={error} />}
      {isRead ? (
        <OpenTable
          collection={collection}
          queries={openQueries([...low.data.queries, ...none.data.queries], corrections.data.corrections)}
          onChoose={setChoosing}
          onName={setNaming}
        />
      ) : (
        error === null && <Loading />
      )}
      {choosing !== undefined && (
        <ChoiceDialog collection={collection} query={choosing.query} onClose={() => setChoosing(undefined)} />
      )}
      {naming !== undefined && (
        <SynonymDialog collection={collection} query={naming.query} onClose={() => setNaming(undefined)} />
      )}
    </Panel>
  );
}

function OpenTable(props: {
  collection: Collection;
  queries: readonly OpenQuery[];
  onChoose: (query: OpenQuery) => void;
  onName: (query: OpenQuery) => void;
}) {
  const { collection, queries, onChoose, onName } = props;
  if (queries.length === 0) {
    return (
      <Empty icon="check" title="Nothing to decide">
        The last queries with the verdict low or none are listed here. Queries are kept as long as the workspace says.
      </Empty>
    );
  }
  return (
    <Table
      label="Queries to decide"
      rows={queries}
      rowKey={({ words }) => words}
      columns={[
        { title: 'Query', cell: ({ query }) => <Text size="sm">{query}</Text> },
        {
          title: 'Verdict',
          cell: ({ confidence }) => <Badge color={confidence === 'low' ? 'yellow' : 'gray'}>{confidence}</Badge>,
        },
        { title: 'Asked', end: true, cell: ({ times }) => countOf(times, 'time') },
        { title: 'Last', cell: ({ at }) => <When at={at} /> },
        {
          title: '',
          end: true,
          cell: (open) => (
            <Group gap="xs" justify="flex-end" wrap="nowrap">
              {collection.operations.includes('correct_resolution') && (
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => onChoose(open)}
                  aria-label={`Choose the record for ${open.query}`}
                >
                  Choose the record
                </Button>
              )}
              {collection.operations.includes('update_collection') && (
                <Button
                  size="xs"
                  variant="subtle"
                  onClick={() => onName(open)}
                  aria-label={`Add a synonym for ${open.query}`}
                >
                  Add a synonym
                </Button>
              )}
            </Group>
          ),
        },
      ]}
    />
  );
}

/** Which record a query means, or that it means none: from then on it is answered so. */
function ChoiceDialog({ collection, query, onClose }: { collection: Collection; query: string; onClose: () => void }) {
  const answer = useQuery({
    ...answerQuery(collection.name, { query, filters: undefined, top: 5 }),
    placeholderData: undefined,
    // Every time it is asked, the query is logged again.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const correct = useChange('collections.correct_resolution');
  const choose = (external_id: string | null): void =>
    correct.mutate(
      { params: { name: collection.name }, body: { query, external_id } },
      {
        onSuccess: () => {
          sayDone(external_id === null ? 'No record is meant.' : `Stored: ${external_id} is the answer.`);
          onClose();
        },
        onError: sayFailed,
      },
    );
  return (
    <Modal title={`Which record is “${query}”?`} onClose={onClose} size="lg">
      <Loaded query={answer}>
        {({ results }) =>
          results.map((result) => (
            <div key={result.external_id} className={classes.candidate}>
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
                disabled={correct.isPending}
                onClick={() => choose(result.external_id)}
                aria-label={`This one: ${result.external_id}`}
              >
                This one
              </Button>
            </div>
          ))
        }
      </Loaded>
      <Group justify="flex-end" mt="md">
        <Button variant="default" disabled={correct.isPending} onClick={() => choose(null)}>
          None of them
        </Button>
      </Group>
    </Modal>
  );
}

/** Which words of the records a query means. */
function SynonymDialog({ collection, query, onClose }: { collection: Collection; query: string; onClose: () => void }) {
  const client = useQueryClient();
  const update = useChange('collections.update');
  return (
    <FormDialog
      title="Add a synonym"
      action="Add the synonym"
      onClose={onClose}
      submit={async (values) => {
        // The whole list is replaced, so it is read anew.
        const { configured } = await client.fetchQuery({ ...fieldsQuery(collection.name), staleTime: 0 });
        const added = [values.text('asked').trim(), values.text('meant').trim()];
        const body = { synonyms: [...configured.synonyms, added] };
        await update.mutateAsync({ params: { name: collection.name }, body });
        sayDone('Both phrases find the same records.');
        onClose();
      }}
    >
      {(errors) => {
        const error = Object.entries(errors).find(([path]) => path.startsWith('synonyms'))?.[1];
        return (
          <>
            {error !== undefined && <Alert color="red">{error}</Alert>}
            <TextInput
              name="asked"
              label="What people ask for"
              description="Delete the words that your records have"
              defaultValue={query}
            />
            <TextInput name="meant" label="What your records say" data-autofocus />
          </>
        );
      }}
    </FormDialog>
  );
}
