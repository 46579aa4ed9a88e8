/** The last moment of a day (`2026-01-31`) in this browser's time zone, as ISO 8601. */
export function endOfDay(day: string): string {
  const end = new Date(`${day}T23:59:59.999`);
  return Number.isNaN(end.getTime()) ? day : end.toISOString();
}

/** The first moment of a day in this browser's time zone, as ISO 8601. */
export function startOfDay(day: string): string {
  const start = new Date(`${day}T00:00:00.000`);
  return Number.isNaN(start.getTime()) ? day : start.toISOString();
}
