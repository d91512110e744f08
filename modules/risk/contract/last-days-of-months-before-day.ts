/** Last days of the months before a day (`2026-11-28`), the newest first. */
export function lastDaysOfMonthsBefore(day: string, count = 12): readonly string[] {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 0)).toISOString().slice(0, 10),
  );
}
