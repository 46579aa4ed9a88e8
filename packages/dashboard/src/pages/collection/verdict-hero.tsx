import { Box, Button, Group, Text, Title } from '@mantine/core';
import type { CallAnswer } from '@tessera/client';
import { fieldLabel } from '@tessera/contract';
import type { ReactNode } from 'react';
import { saying, When } from '../../components/basics.js';
import { Icon } from '../../components/icon.js';
import { useChange } from '../../data/api.js';
import { nodesOf, textOf } from '../../text.js';
import classes from './ask.module.css';
import type { Collection } from './queries.js';
import { Sentence } from './value.js';
import { recordName } from './values.js';
import { reasonsOf, verdictWords } from './verdicts.js';

type Answer = CallAnswer<'collections.query'>;
type Correction = CallAnswer<'collections.list_corrections'>['corrections'][number];

/** The verdict: its meaning, its reasons, and the next question. */
export function VerdictHero(props: {
  collection: Collection;
  answer: Answer;
  correction: Correction | undefined;
  chosenIds: readonly string[] | undefined;
  onChoose: (ids: readonly string[] | undefined) => void;
}) {
  const { collection, answer, correction, chosenIds, onChoose } = props;
  const reasons = [
    ...reasonsOf(answer, correction !== undefined),
    ...(answer.warnings ?? []).map(({ message }) => message),
  ];
  const names = new Map(answer.results.map((result) => [result.external_id, `“${recordName(result)}”`]));
  return (
    <Hero confidence={answer.confidence} reasons={reasons} names={names}>
      {answer.disambiguate_by !== undefined && (
        <Disambiguation by={answer.disambiguate_by} chosenIds={chosenIds} onChoose={onChoose} />
      )}
      {correction !== undefined && <Corrected collection={collection} correction={correction} />}
    </Hero>
  );
}

/** A verdict with its meaning and its reasons, in its color. */
export function Hero(props: {
  confidence: Answer['confidence'];
  reasons?: readonly string[];
  /** The names of records by their ids. */
  names?: ReadonlyMap<string, string>;
  children?: ReactNode;
}) {
  const { confidence, reasons = [], names = new Map(), children } = props;
  const { title, text, icon, color } = verdictWords[confidence];
  return (
    <Group
      component="section"
      aria-label={textOf('Verdict')}
      gap="sm"
      align="flex-start"
      wrap="nowrap"
      mb="md"
      px="md"
      py="xs"
      bd="1px solid var(--app-line)"
      bdrs="lg"
      bg={`var(--mantine-color-${color}-light)`}
      c={`var(--mantine-color-${color}-light-color)`}
    >
      <Icon name={icon} size={28} />
      <Box flex={1} miw={0}>
        <div role="status" className={classes.verdict}>
          <Title order={2} fz="md">
            {title}
          </Title>
          <Text>{text}</Text>
          <ul className={classes.reasons} aria-label={textOf('Reasons')}>
            {reasons.map((reason) => (
              <li key={reason}>
                <Sentence text={reason} names={names} />
              </li>
            ))}
          </ul>
        </div>
        {children}
      </Box>
    </Group>
  );
}

/**
 * The next question, about the field that best distinguishes the leading results. Choosing a value keeps only the
 * records with it.
 */
function Disambiguation(props: {
  by: NonNullable<Answer['disambiguate_by']>;
  chosenIds: readonly string[] | undefined;
  onChoose: (ids: readonly string[] | undefined) => void;
}) {
  const { by, chosenIds, onChoose } = props;
  return (
    <Box component="fieldset" miw={0} className={classes.asking}>
      <legend>{textOf('Which {field} is meant?', { field: fieldLabel(by.field) })}</legend>
      <Group gap="xs" mah="5rem" style={{ clear: 'both', overflowY: 'auto' }}>
        {by.values.map(({ value, external_ids: ids }) => {
          const isChosen = chosenIds?.join() === ids.join();
          return (
            <Button
              key={ids.join()}
              size="xs"
              variant={isChosen ? 'filled' : 'default'}
              aria-pressed={isChosen}
              h="auto"
              mih={32}
              maw="100%"
              py={4}
              styles={{ label: { overflowWrap: 'anywhere', textAlign: 'left', whiteSpace: 'normal' } }}
              onClick={() => onChoose(isChosen ? undefined : ids)}
            >
              {value ?? textOf('none')}
            </Button>
          );
        })}
      </Group>
    </Box>
  );
}

/** Shows who decided about a query with these words, with a button that undoes the decision. */
function Corrected({ collection, correction }: { collection: Collection; correction: Correction }) {
  const remove = useChange('collections.delete_correction');
  const { by: name, external_id: id } = correction;
  const when = <When at={correction.at} />;
  const undo = (): void =>
    remove.mutate({ params: { name: collection.name, id: correction.id } }, saying(textOf('The choice was deleted.')));
  return (
    <Group className={classes.asking} gap="xs">
      <Text size="sm">
        {id === null
          ? nodesOf('{name} chose none of the records for these words {when}.', { name, when })
          : nodesOf('{name} chose {id} for these words {when}.', { name, id, when })}
      </Text>
      {collection.operations.includes('delete_correction') && (
        <Button size="xs" variant="default" loading={remove.isPending} onClick={undo}>
          {textOf('Delete this choice')}
        </Button>
      )}
    </Group>
  );
}
