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

/** The day that was so many days ago in this browser's time zone, as `2026-01-31`. */
export function daysAgo(days: number, now: Date = new Date()): string {
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() - days)).toISOString().slice(0, 10);
}

const dayMs = 86_400_000;

/** How many of the moments are in each of the last `days` spans of 24 hours, the latest last. */
export function countedByDay(moments: readonly string[], days: number, now: number = Date.now()): number[] {
  const counts = Array.from({ length: days }, () => 0);
  for (const moment of moments) {
    const index = days - 1 - Math.floor((now - Date.parse(moment)) / dayMs);
    if (index >= 0 && index < days) counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}

/** Whether a moment is within the next `days` days. */
export function isWithinDays(moment: string | null, days: number, now: number = Date.now()): boolean {
  const left = moment === null ? -1 : Date.parse(moment) - now;
  return left > 0 && left <= days * dayMs;
}
