import { Group } from '@mantine/core';
import type { CallAnswer } from '@tessera/client';
import { counted } from '../../components/when.js';
import { Hint } from '../../components/words.js';
import { language, textOf } from '../../text.js';
import classes from './quality.module.css';
import { verdictNames } from './verdicts.js';

type CountedDay = CallAnswer<'collections.get_statistics'>['days'][number];

const verdicts = ['high', 'low', 'none'] as const;
const height = 96;
const step = 10;

/** The verdicts of each day as bars, the latest last. Their sums are shown in words. */
export function VerdictDays({ days }: { days: readonly CountedDay[] }) {
  const most = Math.max(1, ...days.map(({ high, low, none }) => high + low + none));
  const sums = verdicts.map((verdict) => ({ verdict, sum: days.reduce((sum, day) => sum + day[verdict], 0) }));
  const [high, low, none] = sums.map(({ sum }) => sum) as [number, number, number];
  return (
    <>
      <svg
        className={classes.days}
        viewBox={`0 0 ${days.length * step} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={textOf('Verdicts of the last {days} days: {high} high, {low} low, {none} none', {
          days: days.length,
          high,
          low,
          none,
        })}
      >
        {days.map((day, index) => (
          <g key={day.date}>
            <title>{textOf('{day}: {high} high, {low} low, {none} none', { ...day, day: dayOf(day.date) })}</title>
            <rect className={classes.ground} x={index * step} y={height - 1} width={step - 2} height={1} />
            {barsOf(day, most).map(({ verdict, y, size }) => (
              <rect key={verdict} data-verdict={verdict} x={index * step} y={y} width={step - 2} height={size} />
            ))}
          </g>
        ))}
      </svg>
      {sums.every(({ sum }) => sum === 0) && (
        <div className={classes.nothing}>{textOf('No queries in these {days} days', { days: days.length })}</div>
      )}
      <Group justify="space-between" gap="xs">
        <Hint>{days[0] !== undefined && dayOf(days[0].date)}</Hint>
        <Hint>{textOf('Today')}</Hint>
      </Group>
      <Group gap="lg" mt="sm">
        {sums.map(({ verdict, sum }) => (
          <span key={verdict} className={classes.legend} data-verdict={verdict}>
            <strong>{counted(sum)}</strong> {verdictNames[verdict]}
          </span>
        ))}
      </Group>
    </>
  );
}

/** A day in the language of the page. */
function dayOf(date: string): string {
  return new Date(date).toLocaleDateString(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
}

/** The bars of one day, stacked with `high` at the bottom. */
function barsOf(day: CountedDay, most: number) {
  let y = height;
  return verdicts.map((verdict) => {
    const size = (day[verdict] / most) * height;
    y -= size;
    return { verdict, y, size };
  });
}
