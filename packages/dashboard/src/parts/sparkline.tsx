import classes from './parts.module.css';

const height = 28;
const step = 10;

/** A number for each day, the latest last, as bars. `label` says in words what the bars show. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const most = Math.max(1, ...values);
  return (
    <svg
      className={classes.sparkline}
      viewBox={`0 0 ${values.length * step} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {values.map((value, place) => {
        // A day with nothing keeps a line, which shows how far the days reach.
        const bar = Math.max(1, (value / most) * height);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a day is known by its place alone
          <rect key={place} x={place * step} y={height - bar} width={step - 2} height={bar} data-none={value === 0} />
        );
      })}
    </svg>
  );
}
