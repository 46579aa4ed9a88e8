import { Button, Group, Text } from '@mantine/core';
import type { CallAnswer } from '@tessera/client';
import { fieldLabel } from '@tessera/contract';
import { Icon } from '../../components/icon.js';
import { sayDone, sayFailed } from '../../components/notices.js';
import { When } from '../../components/when.js';
import { useChange } from '../../data/queries.js';
import { nodesOf, textOf } from '../../text.js';
import classes from './ask.module.css';
import type { Collection } from './queries.js';
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
  const { title, text, icon } = verdictWords[answer.confidence];
  return (
    <section className={classes.hero} data-confidence={answer.confidence} aria-label={textOf('Verdict')}>
      <span className={classes.heroIcon}>
        <Icon name={icon} size={24} />
      </span>
      <div className={classes.heroWords}>
        <div role="status">
          <h2 className={classes.heroTitle}>{title}</h2>
          <Text mt={2}>{text}</Text>
          <ul className={classes.reasons} aria-label={textOf('Reasons')}>
            {reasonsOf(answer, correction !== undefined).map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
            {answer.warnings?.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </div>
        {answer.disambiguate_by !== undefined && (
          <Disambiguation by={answer.disambiguate_by} chosenIds={chosenIds} onChoose={onChoose} />
        )}
        {correction !== undefined && <Corrected collection={collection} correction={correction} />}
      </div>
    </section>
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
    <fieldset className={classes.asking}>
      <legend>{textOf('Which {field} is meant?', { field: fieldLabel(by.field) })}</legend>
      <div className={classes.choices}>
        {by.values.map(({ value, external_ids: ids }) => {
          const isChosen = chosenIds?.join() === ids.join();
          return (
            <Button
              key={ids.join()}
              size="xs"
              variant={isChosen ? 'filled' : 'default'}
              aria-pressed={isChosen}
              classNames={{ root: classes.choice ?? '', label: classes.choiceLabel ?? '' }}
              onClick={() => onChoose(isChosen ? undefined : ids)}
            >
              {value ?? textOf('none')}
            </Button>
          );
        })}
      </div>
    </fieldset>
  );
}

/** Shows who decided about a query with these words, with a button that undoes the decision. */
function Corrected({ collection, correction }: { collection: Collection; correction: Correction }) {
  const remove = useChange('collections.delete_correction');
  const { by: name, external_id: id } = correction;
  const when = <When at={correction.at} />;
  const undo = (): void =>
    remove.mutate(
      { params: { name: collection.name, id: correction.id } },
      { onSuccess: () => sayDone(textOf('The choice was deleted.')), onError: sayFailed },
    );
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
