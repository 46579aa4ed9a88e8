import { Button, Group, Loader, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useFilters } from '../../app/filters.js';
import { Icon } from '../../components/icon.js';
import { Empty, Loading, Refusal } from '../../components/notices.js';
import { Panel } from '../../components/page.js';
import { textOf } from '../../text.js';
import { AnswerShown } from './answer.js';
import { AskByFields } from './ask-by-fields.js';
import { ConditionEditor } from './condition-editor.js';
import { type Condition, filterOf } from './conditions.js';
import type { Collection } from './queries.js';
import { answerQuery } from './queries.js';

/** Queries the collection like an agent, in words or by values of fields, and shows the verdict. */
export function AskTab({ collection }: { collection: Collection }) {
  const { search, setSearch } = useFilters();
  const isByFields = search.by === 'fields';
  const way = (label: string, by?: string) => (
    <Button
      size="xs"
      variant={search.by === by ? 'filled' : 'default'}
      aria-pressed={search.by === by}
      onClick={() => setSearch({ by })}
    >
      {label}
    </Button>
  );
  return (
    <>
      <Group gap="xs" mb="sm" role="group" aria-label={textOf('How to ask')}>
        {way(textOf('In words'))}
        {way(textOf('By fields'), 'fields')}
      </Group>
      {isByFields ? <AskByFields collection={collection} /> : <AskInWords collection={collection} />}
    </>
  );
}

/** The pause in typing after which the query is sent. */
const typingMs = 350;

/** A query in words, with the reasons of its verdict. */
function AskInWords({ collection }: { collection: Collection }) {
  const { search, setSearch } = useFilters();
  const [conditions, setConditions] = useState<readonly Condition[]>([]);
  const filters = filterOf(conditions, collection.filterable_fields);
  const query = search.q ?? '';
  const answer = useQuery(
    answerQuery(collection.name, { query, filters, top: 10, explain: collection.access === 'manage' }),
  );
  const [text, setText] = useState(query);
  useEffect(() => {
    const timer = text === query ? undefined : setTimeout(() => setSearch({ q: text }), typingMs);
    return () => clearTimeout(timer);
  }, [text, query, setSearch]);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setSearch({ q: text });
  };
  return (
    <>
      <Panel>
        <form onSubmit={submit}>
          <Stack gap="sm">
            <Group gap="xs" align="flex-end">
              <TextInput
                name="q"
                dir="auto"
                label={textOf('Ask for a record')}
                placeholder={textOf('An id, a code or a few words')}
                value={text}
                onChange={({ currentTarget }) => setText(currentTarget.value)}
                leftSection={<Icon name="search" size={16} />}
                flex="1 1 14rem"
              />
              <Button type="submit">{textOf('Ask')}</Button>
              {answer.isFetching && <Loader size="xs" role="status" aria-label={textOf('Asking')} />}
            </Group>
            <ConditionEditor fields={collection.fields} conditions={conditions} onChange={setConditions} />
          </Stack>
        </form>
      </Panel>
      {answer.error !== null && <Refusal error={answer.error} />}
      {answer.data !== undefined ? (
        <AnswerShown
          key={JSON.stringify([query, filters])}
          collection={collection}
          query={query.trim()}
          answer={answer.data}
        />
      ) : answer.isFetching ? (
        <Loading />
      ) : (
        answer.error === null && (
          <Panel>
            <Empty icon="spark" title={textOf('What would an agent ask?')}>
              {textOf(
                'Type what a customer would write: a code, a name, a description. You see the result that an agent gets, and its verdict.',
              )}
            </Empty>
          </Panel>
        )
      )}
    </>
  );
}
