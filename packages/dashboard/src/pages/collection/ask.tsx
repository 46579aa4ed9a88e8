import { Badge, Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useFilters } from '../../app/session.js';
import { Empty, IconButton, Loading, Panel, Refusal } from '../../components/basics.js';
import { Choices } from '../../components/choices.js';
import { Icon } from '../../components/icon.js';
import { Table } from '../../components/table.js';
import { textOf } from '../../text.js';
import { AnswerShown, ResultWords } from './answer.js';
import classes from './ask.module.css';
import { ConditionEditor } from './condition-editor.js';
import { type Condition, filterOf } from './conditions.js';
import { type KnownField, knownFieldsIn, recordIn, recordText } from './known-fields.js';
import { answerQuery, type Collection, resolutionQuery } from './queries.js';
import { Value } from './value.js';
import { Hero } from './verdict-hero.js';

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

type Outcome = CallAnswer<'collections.resolve_records'>['results'][number];
type Resolution = Exclude<Outcome, { error: unknown }>;
type Agreement = NonNullable<Resolution['fields']>[number];

const agreementWords = {
  yes: { text: textOf('agrees'), color: 'green' },
  close: { text: textOf('close'), color: 'yellow' },
  no: { text: textOf('contradicts'), color: 'red' },
  absent: { text: textOf('says nothing'), color: 'gray' },
} as const;

/** Resolves a record by some known values, and shows how well each field agrees. */
function AskByFields({ collection }: { collection: Collection }) {
  const { search } = useFilters();
  const record = recordIn(search.record);
  const answer = useQuery(resolutionQuery(collection.name, record));
  const outcome = answer.data?.results[0];
  return (
    <>
      <Panel>
        <KnownFieldsForm key={search.record} collection={collection} isAsking={answer.isFetching} />
      </Panel>
      {answer.error !== null && <Refusal error={answer.error} />}
      {outcome !== undefined && record !== undefined ? (
        'error' in outcome ? (
          <Panel>
            <Text size="sm">{outcome.message}</Text>
          </Panel>
        ) : (
          <ResolutionShown collection={collection} record={record} resolution={outcome} />
        )
      ) : (
        answer.error === null &&
        !answer.isFetching && (
          <Panel>
            <Empty icon="spark" title={textOf('What is known of the record?')}>
              {textOf(
                'Type the values that you know, such as a name, a city and a number. You see which record has them, and how each field agrees.',
              )}
            </Empty>
          </Panel>
        )
      )}
    </>
  );
}

function KnownFieldsForm({ collection, isAsking }: { collection: Collection; isAsking: boolean }) {
  const { search, setSearch } = useFilters();
  const names = collection.fields.map(({ name }) => name);
  const [known, setKnown] = useState<readonly KnownField[]>(() => knownFieldsIn(search.record, names));
  const list = useId();
  const change = (index: number, part: Partial<KnownField>): void =>
    setKnown(known.map((row, position) => (position === index ? { ...row, ...part } : row)));
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setSearch({ record: recordText(known) });
  };
  return (
    <form onSubmit={submit}>
      <Choices id={list} values={names} />
      <Stack gap="xs">
        {Array.from(known.entries(), ([index, { field, value }]) => (
          <Group key={index} gap="xs" wrap="nowrap">
            <TextInput
              aria-label={textOf('Field {number}', { number: index + 1 })}
              placeholder={textOf('Field')}
              list={list}
              value={field}
              flex="1 1 8rem"
              onChange={({ currentTarget }) => change(index, { field: currentTarget.value })}
            />
            <TextInput
              aria-label={
                field === ''
                  ? textOf('Value {number}', { number: index + 1 })
                  : textOf('Value of {name}', { name: field })
              }
              placeholder={textOf('Value')}
              value={value}
              flex="2 1 12rem"
              onChange={({ currentTarget }) => change(index, { value: currentTarget.value })}
            />
            <IconButton
              icon="x"
              label={textOf('Remove field {number}', { number: index + 1 })}
              onClick={() => setKnown(known.filter((_, position) => position !== index))}
            />
          </Group>
        ))}
        <Group gap="xs">
          <Button type="submit">{textOf('Ask')}</Button>
          <Button
            variant="subtle"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => setKnown([...known, { field: '', value: '' }])}
          >
            {textOf('Add a field')}
          </Button>
          {isAsking && <Loader size="xs" role="status" aria-label={textOf('Asking')} />}
        </Group>
      </Stack>
    </form>
  );
}

function ResolutionShown(props: {
  collection: Collection;
  record: Readonly<Record<string, string>>;
  resolution: Resolution;
}) {
  const { collection, record, resolution } = props;
  const { confidence, result, alternatives, reasons, fields = [] } = resolution;
  return (
    <>
      <Hero confidence={confidence} reasons={reasons} />
      {result === null && (
        <Panel>
          <Empty icon="search" title={textOf('No record found')}>
            {textOf('Correct or remove a value, and ask again. One that is certain, such as a number, is enough.')}
          </Empty>
        </Panel>
      )}
      {result !== null && (
        <Panel title={textOf('Fields of the first result')} flush>
          <Table
            label={textOf('Fields of the first result')}
            rows={fields}
            rowKey={({ field }) => field}
            columns={[
              { title: textOf('Field'), cell: ({ field }) => field },
              {
                title: textOf('Asked'),
                wraps: true,
                cell: ({ field }) => <Text size="sm">{new Map(Object.entries(record)).get(field)}</Text>,
              },
              {
                title: textOf('Stored'),
                wraps: true,
                cell: ({ field }) => <Value value={storedValue(field, collection, result)} />,
              },
              { title: textOf('Agreement'), cell: ({ agrees }) => <AgreementBadge agrees={agrees} /> },
            ]}
          />
        </Panel>
      )}
      {result !== null && (
        <Panel flush title={textOf('Results')}>
          {[result, ...alternatives].map((each) => (
            <div key={each.external_id} className={classes.result}>
              <ResultWords
                collection={collection}
                result={each}
                isAnswer={confidence === 'high' && each.external_id === result.external_id}
              />
            </div>
          ))}
        </Panel>
      )}
    </>
  );
}

function storedValue(field: string, collection: Collection, result: NonNullable<Resolution['result']>): unknown {
  return field === collection.id_field ? result.external_id : new Map(Object.entries(result.attributes)).get(field);
}

function AgreementBadge({ agrees }: Pick<Agreement, 'agrees'>) {
  const { text, color } = agreementWords[agrees];
  return <Badge color={color}>{text}</Badge>;
}
