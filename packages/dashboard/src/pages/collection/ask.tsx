import { Anchor, Badge, Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CallAnswer } from '@tessera/client';
import { type FormEvent, useState } from 'react';
import { useFilters } from '../../app/filters.js';
import { Bar } from '../../parts/bar.js';
import { Icon } from '../../parts/icon.js';
import { Empty, Refusal } from '../../parts/notices.js';
import { Panel } from '../../parts/page.js';
import classes from './collection.module.css';
import { ConditionEditor } from './condition-editor.js';
import { type Condition, filterOf } from './conditions.js';
import { ExplanationPanel } from './explanation.js';
import type { Collection } from './queries.js';
import { answerQuery } from './queries.js';
import { withoutId } from './values.js';
import { matchWords, verdictWords } from './verdicts.js';

type Answer = CallAnswer<'collections.query'>;

/** Asks the collection as an agent would, and shows the verdict with its reasons. */
export function AskTab({ collection }: { collection: Collection }) {
  const { search, setSearch } = useFilters();
  const [conditions, setConditions] = useState<readonly Condition[]>([]);
  const filters = filterOf(conditions, collection.filterable_fields);
  const answer = useQuery(
    answerQuery(collection.name, { query: search.q ?? '', filters, top: 10, explain: collection.access === 'manage' }),
  );
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setSearch({ q: String(new FormData(event.currentTarget).get('q') ?? '') });
  };
  return (
    <>
      <Panel>
        <form onSubmit={submit}>
          <Stack gap="sm">
            <Group gap="xs" align="flex-end">
              <TextInput
                key={search.q}
                name="q"
                label="Ask for a record"
                placeholder="An id, a code or a few words"
                defaultValue={search.q ?? ''}
                leftSection={<Icon name="search" size={16} />}
                flex="1 1 14rem"
              />
              <Button type="submit">Ask</Button>
              {answer.isFetching && <Loader size="xs" role="status" aria-label="Asking" />}
            </Group>
            <ConditionEditor fields={collection.fields} conditions={conditions} onChange={setConditions} />
          </Stack>
        </form>
      </Panel>
      {answer.error !== null && <Refusal error={answer.error} />}
      {answer.data === undefined ? (
        answer.error === null && (
          <Panel>
            <Empty icon="spark" title="What would an agent ask?">
              Type what a customer would write: a code, a name, a description. You see the result that an agent gets,
              and its verdict.
            </Empty>
          </Panel>
        )
      ) : (
        <Shown collection={collection} answer={answer.data} />
      )}
    </>
  );
}

function Shown({ collection, answer }: { collection: Collection; answer: Answer }) {
  const verdict = verdictWords[answer.confidence];
  return (
    <>
      <div className={classes.verdict} data-confidence={answer.confidence} role="status">
        <div>
          <Text fw={650}>{verdict.title}</Text>
          <Text size="sm">{verdict.text}</Text>
          <Text size="sm" c="dimmed" mt={4}>
            {matchWords[answer.match_type]}
            {leadOf(answer)}
          </Text>
          {answer.reasons.map((reason) => (
            <Text key={reason} size="sm" mt={4}>
              {reason}
            </Text>
          ))}
          {answer.disambiguate_by !== undefined && <Disambiguation by={answer.disambiguate_by} />}
          {answer.warnings?.map(({ message }) => (
            <Text key={message} size="sm" mt={4}>
              {message}
            </Text>
          ))}
        </div>
      </div>
      <Panel flush>
        {answer.results.map((result, index) => (
          <div key={result.external_id} className={classes.result}>
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
                {index === 0 && answer.confidence === 'high' && <Badge color="green">This one</Badge>}
                {result.match_type === 'exact_id' && <Badge>Exact</Badge>}
              </Group>
              <Text size="sm">{withoutId(result)}</Text>
            </div>
            <div className={classes.relevance}>
              <Bar share={result.relevance} />
              {result.relevance.toFixed(3)}
            </div>
          </div>
        ))}
        {answer.results.length === 0 && (
          <Text size="sm" p="md">
            No records.
          </Text>
        )}
      </Panel>
      {answer.explanation !== undefined && answer.explanation.features.length > 0 && (
        <ExplanationPanel explanation={answer.explanation} />
      )}
    </>
  );
}

/** What to ask for next: the field that tells the leading results apart. */
function Disambiguation({ by: { field, values } }: { by: NonNullable<Answer['disambiguate_by']> }) {
  return (
    <Text size="sm" mt={4}>
      Ask for <b>{field}</b>:{' '}
      {values.map(({ value, external_ids: ids }) => `${value ?? 'none'} (${ids.join(', ')})`).join(' · ')}
    </Text>
  );
}

/** How far the first result is ahead of the second, where that says something. */
function leadOf({ results, match_type: matchType }: Answer): string {
  const [first, second] = results;
  if (first === undefined || second === undefined || matchType !== 'semantic') {
    return '';
  }
  return ` · relevance ${first.relevance.toFixed(2)}, the next one ${second.relevance.toFixed(2)}`;
}
