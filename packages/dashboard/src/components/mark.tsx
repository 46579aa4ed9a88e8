/** The logo of Tessera: four tiles, of which the last is about to be laid. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect x="2" y="2" width="13" height="13" rx="3.5" fill="var(--tile-dark)" />
      <rect x="17" y="2" width="13" height="13" rx="3.5" fill="var(--tile-light)" />
      <rect x="2" y="17" width="13" height="13" rx="3.5" fill="var(--tile-light)" />
      <rect x="18.600" y="18.600" width="11" height="11" rx="3" fill="var(--tile-set)" transform="rotate(14 24 24)" />
    </svg>
  );
}
