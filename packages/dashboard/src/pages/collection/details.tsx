import { Text, Title } from '@mantine/core';
import type { CallAnswer } from '@tessera/client';
import { Bar } from '../../parts/bar.js';
import classes from './ask.module.css';
import { matchWords } from './verdicts.js';

type Answer = CallAnswer<'collections.query'>;
type Features = NonNullable<Answer['explanation']>['features'];

/** What each feature of the model measures. */
const featureWords: Readonly<Record<string, string>> = {
  score: 'How well the first record matches, overall',
  lead: 'How far it is ahead of the second',
  relativeLead: 'The same, as a share',
  lexical: 'Words in common, by how often the record has them',
  coverage: 'Share of the query that the record contains',
  coverageLead: 'How much more of it than the next records',
  complete: 'Contains the whole query, alone or with few others',
  value: 'The query is the whole value of a field',
  information: 'How rare the words are that the record contains',
  unknown: 'Share of the query that no record contains',
  shortness: 'How short the query is',
  nearest: 'Is the closest record in meaning',
  cosineRise: 'Closer in meaning than unrelated records',
  cosineLead: 'Closer in meaning than the next records',
  cosine: 'Closeness in meaning',
  meaningMost: 'Closeness in meaning of the closest record',
  backed: 'The stronger of words and meaning',
  hasCode: 'The query contains a code',
  codes: 'Share of its codes that the record has',
  codeLead: 'How many more of them than the next records',
  missingCodes: 'Codes that the record does not have',
  missingNumbers: 'Numbers that the record does not have',
};

/** The figures behind an answer, closed until someone opens them. */
export function Details({ answer }: { answer: Answer }) {
  const { explanation, results, match_type: matchType } = answer;
  const features = explanation?.features ?? [];
  return (
    <details className={classes.details}>
      <summary>Details</summary>
      <div>
        <Text size="sm">Found: {matchWords[matchType].toLowerCase()}.</Text>
        {matchType === 'semantic' && results.length > 0 && (
          <section>
            <Title order={3} size="h5">
              Closeness in meaning
            </Title>
            <Text size="xs" c="dimmed" mb="xs">
              1 means the same, 0 has nothing to do with the query. It does not decide by itself.
            </Text>
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

function Weighed({ features }: { features: Features }) {
  const parts = features
    .map(({ name, value, weight }) => ({ name, effect: value * weight }))
    .filter(({ effect }) => effect !== 0)
    .sort((one, other) => Math.abs(other.effect) - Math.abs(one.effect));
  const strongest = Math.abs(parts[0]?.effect ?? 1);
  return (
    <section>
      <Title order={3} size="h5">
        Is there a match at all?
      </Title>
      <Text size="xs" c="dimmed" mb="xs">
        What the model weighed to tell low from none. Bars to the right and figures above 0 count for a match.
      </Text>
      <dl className={classes.figures}>
        {parts.map(({ name, effect }) => (
          <div key={name}>
            <dt>{featureWords[name] ?? name}</dt>
            <dd className={classes.effect} data-against={effect < 0} aria-hidden="true">
              <span style={{ width: `${(50 * Math.abs(effect)) / strongest}%` }} />
            </dd>
            <dd className="num">{effect > 0 ? `+${shown(effect)}` : shown(effect)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function shown(value: number): string {
  return value.toFixed(2).replace('-', '−');
}
