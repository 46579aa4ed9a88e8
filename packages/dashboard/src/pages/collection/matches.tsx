import { Anchor, Badge, Box, Button, Group, Kbd, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { useEffect, useState } from 'react';
import { useFilters } from '../../app/session.js';
import { Empty, Loaded, Loading, Note, Panel, sayFailed, sayUndoable } from '../../components/basics.js';
import { useChange } from '../../data/api.js';
import { textOf } from '../../text.js';
import { compareFields } from './compared-fields.js';
import classes from './matches.module.css';
import { type Collection, matchesQuery, recordQuery } from './queries.js';
import { nameOfRecord } from './record-edits.js';
import type { StoredRecord } from './record-pages.js';
import { Value } from './value.js';
import { isEmpty } from './values.js';

type Match = CallAnswer<'collections.list_matches'>['matches'][number];

const states = { open: textOf('To decide'), same: textOf('Same'), different: textOf('Different') } as const;

/** Pairs of records that may be the same, one after another. Keys decide them. */
export function MatchesTab({ collection }: { collection: Collection }) {
  const { search, setSearch } = useFilters();
  const state = search.state === 'same' || search.state === 'different' ? search.state : 'open';
  const list = useQuery(matchesQuery(collection.name, state));
  const [position, setPosition] = useState(0);
  const matches = list.data?.matches ?? [];
  const at = Math.min(position, Math.max(0, matches.length - 1));
  const match = matches[at];
  const step = (by: number): void => setPosition(Math.max(0, Math.min(matches.length - 1, at + by)));
  return (
    <>
      <Group gap="xs" mb="md" role="group" aria-label={textOf('Which pairs')}>
        {(['open', 'same', 'different'] as const).map((each) => (
          <Button
            key={each}
            size="xs"
            variant={each === state ? 'filled' : 'default'}
            aria-pressed={each === state}
            onClick={() => setSearch({ state: each === 'open' ? undefined : each })}
          >
            {states[each]}
          </Button>
        ))}
        {match !== undefined && (
          <>
            <Note role="status" className="num">
              {textOf('Pair {position} of {number}', { position: at + 1, number: matches.length })}
              {list.data?.next_cursor != null && '+'}
            </Note>
            <Button size="xs" variant="default" disabled={at === 0} onClick={() => step(-1)}>
              {textOf('Previous')} <Kbd ml={6}>K</Kbd>
            </Button>
            <Button size="xs" variant="default" disabled={at === matches.length - 1} onClick={() => step(1)}>
              {textOf('Next')} <Kbd ml={6}>J</Kbd>
            </Button>
          </>
        )}
        <Anchor href={`/collections/${encodeURIComponent(collection.name)}/matches.csv`} download size="sm" ml="auto">
          {textOf('Decisions as CSV')}
        </Anchor>
      </Group>
      <Loaded query={list}>
        {({ complete }) =>
          match === undefined ? (
            <Panel>
              <Empty icon="check" title={complete ? textOf('Nothing to decide') : textOf('Comparing the records')}>
                {complete
                  ? textOf('Pairs of records that may be the same are listed here.')
                  : textOf('Pairs appear here as they are found. You can leave this page.')}
              </Empty>
            </Panel>
          ) : (
            <Panel flush>
              <Pair key={match.id} collection={collection} match={match} onStep={step} />
            </Panel>
          )
        }
      </Loaded>
    </>
  );
}

/** The pairs of one record. */
export function MatchesOf({ collection, id }: { collection: Collection; id: string }) {
  const list = useQuery(matchesQuery(collection.name, 'open', id));
  return (
    <Loaded query={list}>
      {({ matches, complete }) => (
        <>
          {matches.map((match) => (
            <Box key={match.id} bd="1px solid var(--app-line)" bdrs="md">
              <Pair collection={collection} match={match} />
            </Box>
          ))}
          {matches.length === 0 && (
            <Note>
              {complete ? textOf('No other record looks the same.') : textOf('The records are being compared.')}
            </Note>
          )}
        </>
      )}
    </Loaded>
  );
}

/** Two records next to each other. With `onStep`, keys go to the next pair and decide. */
function Pair(props: { collection: Collection; match: Match; onStep?: (by: number) => void }) {
  const { collection, match, onStep } = props;
  const [one, other] = match.external_ids;
  const first = useQuery(recordQuery(collection.name, one));
  const second = useQuery(recordQuery(collection.name, other));
  const [chosen, setChosen] = useState<string>();
  const decide = useDecision(collection, match);
  const records =
    first.data !== undefined && second.data !== undefined ? ([first.data, second.data] as const) : undefined;
  const fullest = records !== undefined && filledFields(records[1]) > filledFields(records[0]) ? other : one;
  const keep = chosen ?? match.decided?.keep ?? fullest;
  const mayDecide = collection.operations.includes('decide_match');
  useKeys(onStep === undefined || !mayDecide ? undefined : { onStep, decide, keep });
  if (records === undefined) return first.error === null && second.error === null ? <Loading /> : null;
  return (
    <section aria-label={textOf('{one} and {other}', { one, other })}>
      <Differences collection={collection} records={records} keep={keep} onKeep={setChosen} />
      <Group p="sm" gap="xs">
        <Badge color={match.verdict === 'same' ? 'green' : 'yellow'}>
          {match.verdict === 'same' ? textOf('Probably the same') : textOf('Maybe the same')}
        </Badge>
        {match.decided !== undefined && (
          <Text size="sm">{textOf('Decided by {name}', { name: match.decided.by })}</Text>
        )}
        {mayDecide && (
          <Group gap="xs" ml="auto">
            {match.decided !== undefined ? (
              <Button size="xs" variant="default" onClick={() => decide(null)}>
                {textOf('Decide again')}
              </Button>
            ) : (
              <>
                <Button size="xs" variant="default" onClick={() => decide('different')}>
                  {textOf('Different')} {onStep !== undefined && <Kbd ml={6}>D</Kbd>}
                </Button>
                <Button size="xs" onClick={() => decide('same', keep)}>
                  {textOf('Same')} {onStep !== undefined && <Kbd ml={6}>S</Kbd>}
                </Button>
              </>
            )}
          </Group>
        )}
      </Group>
    </section>
  );
}

/** The fields that differ, and which of the two records queries shall return. */
function Differences(props: {
  collection: Collection;
  records: readonly [StoredRecord, StoredRecord];
  keep: string;
  onKeep: (id: string) => void;
}) {
  const { collection, records, keep, onKeep } = props;
  const [isWhole, setWhole] = useState(false);
  const fields = compareFields(records[0].attributes, records[1].attributes);
  const differing = fields.filter(({ isDifferent }) => isDifferent);
  const same = fields.length - differing.length;
  return (
    <table className={classes.pair}>
      <thead>
        <tr>
          <th scope="col">{textOf('Field')}</th>
          {records.map((record) => (
            <th key={record.external_id} scope="col" data-kept={record.external_id === keep}>
              <Anchor href={`/app/collections/${collection.name}?record=${encodeURIComponent(record.external_id)}`}>
                {nameOfRecord(record)}
              </Anchor>
              <label>
                <input type="radio" checked={record.external_id === keep} onChange={() => onKeep(record.external_id)} />
                {textOf('Keep {id}', { id: record.external_id })}
              </label>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(isWhole ? fields : differing).map(({ field, best, second, isDifferent }) => (
          <tr key={field} data-differs={isDifferent}>
            <th scope="row">{field}</th>
            {[best, second].map((value, side) => (
              <td key={records[side]?.external_id} data-kept={records[side]?.external_id === keep} dir="auto">
                <Value value={value} isText />
              </td>
            ))}
          </tr>
        ))}
        {same > 0 && (
          <tr>
            <td colSpan={3}>
              <Button size="compact-xs" variant="subtle" onClick={() => setWhole(!isWhole)}>
                {isWhole
                  ? textOf('Only what differs')
                  : textOf('{count} field is equal: show all|{count} fields are equal: show all', { count: same })}
              </Button>
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function filledFields({ attributes }: StoredRecord): number {
  return Object.values(attributes).filter((value) => !isEmpty(value)).length;
}

type Decide = (decision: 'same' | 'different' | null, keep?: string) => void;

function useDecision(collection: Collection, match: Match): Decide {
  const { mutateAsync } = useChange('collections.decide_match');
  const send = (decision: 'same' | 'different' | null, keep?: string) =>
    mutateAsync({
      params: { name: collection.name, id: match.id },
      body: { decision, ...(keep === undefined ? {} : { keep }) },
    });
  return (decision, keep) => {
    const said =
      decision === 'same' ? textOf('Same: {id} is kept.', { id: keep ?? '' }) : textOf('The records are different.');
    send(decision, keep).then(() => decision !== null && sayUndoable(said, () => send(null)), sayFailed);
  };
}

/** The keys J and K go to the next and the previous pair, S and D decide. */
function useKeys(keys: { onStep: (by: number) => void; decide: Decide; keep: string } | undefined): void {
  useEffect(() => {
    if (keys === undefined) return undefined;
    const actions: Readonly<Record<string, () => void>> = {
      j: () => keys.onStep(1),
      k: () => keys.onStep(-1),
      s: () => keys.decide('same', keys.keep),
      d: () => keys.decide('different'),
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      const isTyping =
        event.target instanceof HTMLElement && event.target.closest('input:not([type=radio]), textarea, [role=dialog]');
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      new Map(Object.entries(actions)).get(event.key.toLowerCase())?.();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}
