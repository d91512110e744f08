import type { ExpiringPaper, Expiry } from '../declaration/expiry.ts';
import type { Fields } from '../declaration/field.ts';
import type { Option } from '../declaration/option.ts';
import type { AnyResource } from '../declaration/resource.ts';
import { kindOf } from '../field/field.ts';
import { text } from '../text/text.ts';
import { addDays } from '../time/calendar.ts';

/** What the day makes of papers that end. */
export const validities = {
  valid: { ...text('有效', 'Valid'), tone: 'good' },
  expiring: { ...text('即将到期', 'Expiring soon'), tone: 'warning' },
  expired: { ...text('已过期', 'Expired'), tone: 'bad' },
} as const satisfies Readonly<Record<string, Option>>;
export type Validity = keyof typeof validities;
const ofTheDay: readonly string[] = Object.keys(validities);

/** Days before its end a paper is called expiring unless its resource says otherwise. */
const expiringDays = 30;
/** Days before its end at which it is told of a paper, and after which it is told by text message too (domain reference Appendix E). */
export const noticeDays = [30, 7, 1] as const;
export const smsNoticeDays: readonly number[] = [7, 1];

/** Validity on a day by the last days of one's papers, of which the first to end decides; one without is unlimited. */
export function validityOn(
  day: string,
  lastDays: readonly (string | null | undefined)[],
  soon: number = expiringDays,
): Validity {
  const days = lastDays.filter((one) => one !== null && one !== undefined);
  if (days.some((one) => one < day)) return 'expired';
  return days.some((one) => one <= addDays(day, soon)) ? 'expiring' : 'valid';
}

export const soonOf = ({ soon = expiringDays }: Pick<Expiry, 'soon'>): number => soon;

/** The fields with the last days of papers. */
export const expiryFields = ({ papers }: Pick<Expiry, 'papers'>): readonly string[] => Object.keys(papers);

/**
 * What the day makes of a row as it will be, by the field that holds it; undefined where its papers do not count, or
 * where somebody decided otherwise.
 */
export function validityAfter(
  { ends }: Pick<AnyResource, 'ends'>,
  row: Readonly<Record<string, unknown>>,
  day: string,
): Validity | undefined {
  if (!ends?.validity || (ends.in && !ends.in.includes(String(row.status)))) return undefined;
  const held = row[ends.validity] ?? null;
  if (held !== null && !ofTheDay.includes(String(held))) return undefined;
  const days = expiryFields(ends).map((name) => (typeof row[name] === 'string' ? row[name] : null));
  return validityOn(day, days, ends.soon);
}

/** Whether a value of the field that holds what the day makes of papers was made by the day. */
export const isSetByDate = ofTheDay;

/** Throws where papers end on what is no day, or what they say cannot be kept or told. */
export function checkExpiry(
  { ends, name, facts, life }: Pick<AnyResource, 'ends' | 'name' | 'facts' | 'life'>,
  fields: Fields,
): void {
  if (!ends) return;
  const fault = (why: string) => new Error(`${name}: ${why}`);
  for (const [day, paper] of Object.entries<ExpiringPaper | undefined>(ends.papers)) {
    const one = fields[day];
    if (!one || kindOf(one).column !== 'date' || one.through) throw fault(`a paper ends on ${day}, which is no date`);
    if (paper?.named !== undefined && !fields[paper.named]?.options.options)
      throw fault(`${day} is named by ${paper.named}, which is no choice`);
  }
  if (ends.in?.some((state) => !Object.hasOwn(life?.states ?? {}, state)))
    throw fault('papers count in a state that is not declared');
  if (ends.own && fields[ends.own.by]?.options.key !== true) throw fault(`${ends.own.by} names no account`);
  if (ends.validity === undefined) return;
  const holder = fields[ends.validity];
  const options = (holder?.options.options ?? {}) as object;
  if (holder?.write !== 'server' || ofTheDay.some((one) => !Object.hasOwn(options, one)))
    throw fault(`${ends.validity} cannot hold what the day makes of papers`);
  if (ofTheDay.some((one) => !facts?.includes(one)))
    throw fault('what the day makes of papers is told: name the facts');
}
