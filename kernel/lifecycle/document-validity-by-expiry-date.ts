import type { DocumentExpiry, ExpiringDocument } from '../declaration/expiring-documents-of-row.ts';
import type { Fields } from '../declaration/field.ts';
import type { AnyResource } from '../declaration/resource.ts';
import type { Option } from '../declaration/select-option-with-label-color-tone.ts';
import { kindOf } from '../field/field.ts';
import { text } from '../text/text.ts';
import { addDays } from '../time/shanghai-time.ts';

/** The values of a document's validity, in the order in which it passes. */
export const validities = {
  valid: { ...text('有效', 'Valid'), tone: 'good' },
  expiring: { ...text('即将到期', 'Expiring soon'), tone: 'warning' },
  expired: { ...text('已过期', 'Expired'), tone: 'bad' },
} as const satisfies Readonly<Record<string, Option>>;
export type Validity = keyof typeof validities;
const ofTheDay: readonly string[] = Object.keys(validities);

/** The default of `soon`, in days. */
const expiringDays = 30;
/**
 * How many days before the last day people are reminded, and when they also receive a text message (domain reference
 * Appendix E).
 */
export const expiryNoticeDays = [30, 7, 1] as const;
export const expirySmsNoticeDays: readonly number[] = [7, 1];

/**
 * The validity on `day` of documents with these last days, of which the earliest decides. A document without a last day
 * never expires. A document is still valid on its last day.
 */
export function validityOn(
  day: string,
  lastDays: readonly (string | null | undefined)[],
  soon: number = expiringDays,
): Validity {
  const days = lastDays.filter((one) => one !== null && one !== undefined);
  if (days.some((one) => one < day)) return 'expired';
  return days.some((one) => one <= addDays(day, soon)) ? 'expiring' : 'valid';
}

export const expiringSoonDaysOf = ({ soon = expiringDays }: Pick<DocumentExpiry, 'soon'>): number => soon;

/** The names of the fields with the last days of documents. */
export const expiryDateFields = ({ papers }: Pick<DocumentExpiry, 'papers'>): readonly string[] => Object.keys(papers);

/**
 * The validity that a row should have on `day`. Undefined: it should stay as it is, because documents are not watched
 * in the row's state, or because a person has set another value.
 */
export function validityAfter(
  { ends }: Pick<AnyResource, 'ends'>,
  row: Readonly<Record<string, unknown>>,
  day: string,
): Validity | undefined {
  if (!ends?.validity || (ends.in && !ends.in.includes(String(row.status)))) return undefined;
  const held = row[ends.validity] ?? null;
  if (held !== null && !ofTheDay.includes(String(held))) return undefined;
  const days = expiryDateFields(ends).map((name) => (typeof row[name] === 'string' ? row[name] : null));
  return validityOn(day, days, ends.soon);
}

/** Values that the server sets by date. */
export const validitiesSetByDate = ofTheDay;

/** Throws if the last day of a document is not in a date field, or if its validity cannot be stored or announced. */
export function checkDocumentExpiry(
  { ends, name, facts, life }: Pick<AnyResource, 'ends' | 'name' | 'facts' | 'life'>,
  fields: Fields,
): void {
  if (!ends) return;
  const fault = (why: string) => new Error(`${name}: ${why}`);
  for (const [day, paper] of Object.entries<ExpiringDocument | undefined>(ends.papers)) {
    const one = fields[day];
    if (!one || kindOf(one).column !== 'date' || one.through)
      throw fault(`a document ends on ${day}, which is not a date`);
    if (paper?.named !== undefined && !fields[paper.named]?.options.options)
      throw fault(`${day} is named by ${paper.named}, which has no options`);
  }
  if (ends.in?.some((state) => !Object.hasOwn(life?.states ?? {}, state)))
    throw fault('documents count in a state that is not declared');
  if (ends.own && fields[ends.own.by]?.options.key !== true) throw fault(`${ends.own.by} is not the key of an account`);
  if (ends.validity === undefined) return;
  const holder = fields[ends.validity];
  const options = (holder?.options.options ?? {}) as object;
  if (holder?.write !== 'server' || ofTheDay.some((one) => !Object.hasOwn(options, one)))
    throw fault(`${ends.validity} must be a select written by the server, with options for each validity by date`);
  if (ofTheDay.some((one) => !facts?.includes(one))) throw fault('facts must include each validity by date');
}
