import classes from './components.module.css';

/** A share from 0 to 1 as a bar. Screen readers skip it, because the text next to it says the same. */
export function Bar({ share, color }: { share: number; color?: string }) {
  const width = `${Math.min(100, Math.max(share > 0 ? 1 : 0, share * 100))}%`;
  return (
    <div className={classes.bar} aria-hidden="true">
      <span style={{ width, ...(color === undefined ? {} : { background: color }) }} />
    </div>
  );
}
