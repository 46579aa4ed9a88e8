import { language, textOf } from '../text.js';

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
const exact = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });

/** How long ago, or how soon, in words: "3 minutes ago". */
export function inWords(at: string, now: number = Date.now()): string {
  const seconds = (Date.parse(at) - now) / 1_000;
  const found = units.find(([, size]) => Math.abs(seconds) >= size);
  return found === undefined ? textOf('just now') : relative.format(Math.round(seconds / found[1]), found[0]);
}

/** A moment in relative words, with the exact time as a tooltip. `never` is shown if there is none. */
export function When({ at, never = textOf('Never') }: { at: string | null | undefined; never?: string }) {
  if (at === null || at === undefined) {
    return <span className="soft">{never}</span>;
  }
  return (
    <time dateTime={at} title={exact.format(new Date(at))}>
      {inWords(at)}
    </time>
  );
}

const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });

/** A day in words. `never` is shown if there is none. */
export function Day({ at, never }: { at: string | null; never: string }) {
  return at === null ? <span className="soft">{never}</span> : <time dateTime={at}>{day.format(new Date(at))}</time>;
}

const whole = new Intl.NumberFormat(language);

/** A number with separators between thousands. */
export function counted(count: number): string {
  return whole.format(count);
}
