import { Text, Title } from '@mantine/core';
import type { CallAnswer } from '@tessera/client';
import { Bar } from '../../components/bar.js';
import { Hint } from '../../components/words.js';
import { textOf } from '../../text.js';
import classes from './ask.module.css';
import { numberFormat } from './values.js';
import { matchWords } from './verdicts.js';

type Answer = CallAnswer<'collections.query'>;
type Features = NonNullable<Answer['explanation']>['features'];

/** Names of the figures in words. */
const featureWords: Readonly<Record<string, string>> = {
  coverage: textOf('Share of the query that the record contains'),
  information: textOf('How rare the words are that the record contains'),
  nearness: textOf('How far the nearest record rises over unrelated ones'),
};

/** The figures behind an answer. They are folded until a person opens them. */
export function Details({ answer }: { answer: Answer }) {
  const { explanation, results, match_type: matchType } = answer;
  const features = explanation?.features ?? [];
  return (
    <details className={classes.details}>
      <summary>{textOf('Details')}</summary>
      <div>
        <Text size="sm">{matchWords[matchType]}</Text>
        {matchType === 'semantic' && results.length > 0 && (
          <section>
            <Title order={3} size="h5">
              {textOf('Closeness in meaning')}
            </Title>
            <Hint mb="xs">
              {textOf('1 means the same, 0 has nothing to do with the query. It does not decide by itself.')}
            </Hint>
            <dl className={classes.figures}>
              {results.map(({ external_id: id, relevance }) => (
                <div key={id}>
                  <dt>{id}</dt>
                  <dd>
                    <Bar share={relevance} />
                  </dd>
                  <dd className="num">{shown(relevance)}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
        {features.length > 0 && <Weighed features={features} />}
      </div>
    </details>
  );
}

/** Shows each figure relative to the threshold from which on it is enough. */
function Weighed({ features }: { features: Features }) {
  return (
    <section>
      <Title order={3} size="h5">
        {textOf('Is there a match at all?')}
      </Title>
      <Hint mb="xs">{textOf('What decides between low and none: one figure of 1 or more suffices for low.')}</Hint>
      <dl className={classes.figures}>
        {features.map(({ name, value, weight }) => (
          <div key={name}>
            <dt>{featureWords[name] ?? name}</dt>
            <dd>
              <Bar share={value * weight} />
            </dd>
            <dd className="num">{shown(value * weight)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function shown(value: number): string {
  return numberFormat(2).format(value).replace('-', '−');
}
