import { Text } from '@mantine/core';
import type { CallAnswer } from '@tessera/client';
import { Panel } from '../../parts/page.js';
import classes from './collection.module.css';

type Explanation = NonNullable<CallAnswer<'collections.query'>['explanation']>;

/** The figures of a verdict: how much each feature spoke for or against there being an answer. */
export function ExplanationPanel({ explanation }: { explanation: Explanation }) {
  const parts = explanation.features
    .map(({ name, value, weight }) => ({ name, value, weight, effect: value * weight }))
    .filter(({ effect }) => effect !== 0)
    .sort((one, other) => Math.abs(other.effect) - Math.abs(one.effect));
  const strongest = Math.abs(parts[0]?.effect ?? 1);
  return (
    <Panel title="Details">
      <Text size="xs" c="dimmed" mb="xs">
        The features that the model used. Bars to the right count for a match, bars to the left against it.
      </Text>
      <dl className={classes.features}>
        {parts.map(({ name, value, weight, effect }) => (
          <div key={name}>
            <dt>{inWords(name)}</dt>
            <dd>
              <span className={classes.effect} data-against={effect < 0} aria-hidden="true">
                <span style={{ width: `${(50 * Math.abs(effect)) / strongest}%` }} />
              </span>
              <span className="num">
                {shown(value)} × {shown(weight)}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** `codeLead` as "Code lead". */
function inWords(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function shown(value: number): string {
  return value.toFixed(2).replace('-', '−');
}
