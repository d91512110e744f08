/** The last minute of a day; later times are clamped to it, and the day is reported as too long. */
export const lastMinuteOfDay = 24 * 60 - 1;

/** Minutes since midnight of `HH:MM`, with or without seconds; undefined for other text. */
export function parseClockTime(time: unknown): number | undefined {
  const parts = typeof time === 'string' ? /^([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?$/.exec(time.trim()) : null;
  return parts ? Number(parts[1]) * 60 + Number(parts[2]) : undefined;
}

/** `HH:MM` of minutes since midnight, clamped to the day. */
export function formatClockTime(minutes: number): string {
  const within = Math.max(0, Math.min(lastMinuteOfDay, Math.round(minutes)));
  const two = (n: number) => String(n).padStart(2, '0');
  return `${two(Math.floor(within / 60))}:${two(within % 60)}`;
}

/** The same in wire form, with seconds. */
export const formatClockTimeForWire = (minutes: number): string => `${formatClockTime(minutes)}:00`;
