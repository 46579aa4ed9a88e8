import { Box, Group } from '@mantine/core';
import type { CallAnswer } from '@tessera/client';
import { counted, Hint, Note } from '../../components/basics.js';
import { language, textOf } from '../../text.js';
import { verdictNames } from './verdicts.js';

type CountedDay = CallAnswer<'collections.get_statistics'>['days'][number];

const verdicts = ['high', 'low', 'none'] as const;
const colors = {
  high: 'var(--mantine-color-green-7)',
  low: 'var(--mantine-color-yellow-7)',
  none: 'var(--mantine-color-gray-6)',
};
const height = 96;
const step = 10;

/** The verdicts of each day as bars, the latest last. Their sums are shown in words. */
export function VerdictDays({ days }: { days: readonly CountedDay[] }) {
  const most = Math.max(1, ...days.map(({ high, low, none }) => high + low + none));
  const sums = verdicts.map((verdict) => ({ verdict, sum: days.reduce((sum, day) => sum + day[verdict], 0) }));
  const [high, low, none] = sums.map(({ sum }) => sum) as [number, number, number];
  return (
    <Box pos="relative">
      <svg
        width="100%"
        height={height}
        style={{ display: 'block' }}
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
            <rect fill="var(--app-line)" x={index * step} y={height - 1} width={step - 2} height={1} />
            {barsOf(day, most).map(({ verdict, y, size }) => (
              <rect key={verdict} fill={colors[verdict]} x={index * step} y={y} width={step - 2} height={size} />
            ))}
          </g>
        ))}
      </svg>
      {sums.every(({ sum }) => sum === 0) && (
        // In front of the bars, so that nothing moves when they are drawn.
        <Note pos="absolute" inset="2.25rem 0 auto" ta="center">
          {textOf('No queries in these {days} days', { days: days.length })}
        </Note>
      )}
      <Group justify="space-between" gap="xs">
        <Hint>{days[0] !== undefined && dayOf(days[0].date)}</Hint>
        <Hint>{textOf('Today')}</Hint>
      </Group>
      <Group gap="lg" mt="sm">
        {sums.map(({ verdict, sum }) => (
          <Group key={verdict} component="span" gap={6} fz="sm">
            <Box component="span" w={12} h={12} bdrs={3} bg={colors[verdict]} />
            <strong>{counted(sum)}</strong> {verdictNames[verdict]}
          </Group>
        ))}
      </Group>
    </Box>
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
