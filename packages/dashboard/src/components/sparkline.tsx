import classes from './components.module.css';

const height = 28;
const step = 10;

/**
 * Bars for days, the latest last. Each bar is a stack of numbers, of which the first is at the bottom. `label`
 * describes the bars in words.
 */
export function Sparkline({ days, label }: { days: readonly (readonly number[])[]; label: string }) {
  const sums = days.map((values) => values.reduce((sum, part) => sum + part, 0));
  const scale = height / Math.max(1, ...sums);
  return (
    <svg
      className={classes.sparkline}
      viewBox={`0 0 ${days.length * step} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {days.flatMap((values, day) => {
        const x = day * step;
        const width = step - 2;
        if (sums[day] === 0) {
          // A day without activity has a line, so that the range of days is visible.
          return <rect key={x} x={x} y={height - 1} width={width} height={1} data-part="nothing" />;
        }
        return values.map((part, index) => {
          const below = values.slice(0, index).reduce((sum, each) => sum + each, 0);
          const bar = { y: height - (below + part) * scale, height: part * scale };
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place alone
          return <rect key={`${x} ${index}`} x={x} width={width} {...bar} data-part={index} />;
        });
      })}
    </svg>
  );
}
