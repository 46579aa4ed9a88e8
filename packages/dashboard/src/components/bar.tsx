import classes from './components.module.css';

/** A share as a bar; the text beside it says the same, so it is hidden from screen readers. `share` is 0 to 1. */
export function Bar({ share, color }: { share: number; color?: string }) {
  const width = `${Math.min(100, Math.max(share > 0 ? 1 : 0, share * 100))}%`;
  return (
    <div className={classes.bar} aria-hidden="true">
      <span style={{ width, ...(color === undefined ? {} : { background: color }) }} />
    </div>
  );
}
