import { addDays } from './calendar.ts';
import type { Option } from './kind/select.ts';
import { text } from './text.ts';

/** What the day makes of papers that end. */
export const validities = {
  valid: { ...text('有效', 'Valid'), tone: 'good' },
  expiring: { ...text('即将到期', 'Expiring'), tone: 'warning' },
  expired: { ...text('已过期', 'Expired'), tone: 'bad' },
} as const satisfies Readonly<Record<string, Option>>;
export type Validity = keyof typeof validities;

/** Days before its end a paper is called expiring unless its resource says otherwise. */
export const expiringDays = 30;

/** Validity on a day by the last days of one's papers, of which the first to end decides; one without is unlimited. */
export function validityOn(
  day: string,
  lastDays: readonly (string | null | undefined)[],
  soon: number = expiringDays,
): Validity {
  const told = lastDays.filter((one) => one !== null && one !== undefined);
  if (told.some((one) => one < day)) return 'expired';
  return told.some((one) => one <= addDays(day, soon)) ? 'expiring' : 'valid';
}
