import { type Text, text } from '#kernel/text/text.ts';
import { addDays, weekdayOf } from '#kernel/time/shanghai-time.ts';
import type { CalendarDayKind } from '#kernel/time/working-calendar.ts';
import { currentLocale } from '#web/i18n/locale.ts';
import type { SpecialDay } from '../../contract/special-calendar-days-answer.ts';

/** The kind and name a day is marked with; null resets it to the plain week. */
export interface DayMarking {
  readonly kind: CalendarDayKind | null;
  readonly name: string;
}

/** Marked days not saved yet, by date. */
export type UnsavedDayMarkings = ReadonlyMap<string, DayMarking>;

/** How a day is drawn. */
export type DayAppearance = 'workday' | 'weekend' | 'holiday' | 'makeup';

/** Label of each appearance, and the sign shown in addition to its colour. */
export const dayAppearanceTexts: Readonly<Record<DayAppearance, { label: Text; sign: Text }>> = {
  holiday: { label: text('放假', 'Public holiday'), sign: text('休', 'off') },
  makeup: { label: text('调休上班', 'Make-up workday'), sign: text('班', 'on') },
  weekend: { label: text('周末', 'Weekend'), sign: text('', '') },
  workday: { label: text('工作日', 'Working day'), sign: text('', '') },
};

const isWeekend = (date: string): boolean => weekdayOf(date) % 6 === 0;

export function appearanceOfDay(date: string, kind: CalendarDayKind | null | undefined): DayAppearance {
  if (kind === 'holiday' || kind === 'makeup' || kind === 'workday') return kind;
  return isWeekend(date) ? 'weekend' : 'workday';
}

/** Days between two dates, both included, in either order. */
export function daysFromTo(one: string, other: string): string[] {
  const [from, to] = one <= other ? [one, other] : [other, one];
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Adds days to the marked ones; a day that would not differ from its stored state is no change. */
export function markDays(
  markedDays: ReadonlyMap<string, SpecialDay>,
  marked: UnsavedDayMarkings,
  days: readonly string[],
  marking: DayMarking,
): UnsavedDayMarkings {
  const next = new Map(marked);
  for (const day of days) {
    const stored = markedDays.get(day);
    const same = (stored?.kind ?? null) === marking.kind && (marking.kind === null || stored?.name === marking.name);
    if (same) next.delete(day);
    else next.set(day, marking);
  }
  return next;
}

/** Texts below the days of a month: `1–3 元旦`, consecutive days of one name together. */
export function groupConsecutiveDays(
  days: readonly { date: string; name: string; look: DayAppearance }[],
): { days: string; name: string; look: DayAppearance }[] {
  const found: { from: string; to: string; name: string; look: DayAppearance }[] = [];
  for (const { date, name, look } of days) {
    const last = found.at(-1);
    if (last && last.name === name && last.look === look && addDays(last.to, 1) === date) last.to = date;
    else found.push({ from: date, to: date, name, look });
  }
  const day = (date: string) => String(Number(date.slice(8)));
  return found.map(({ from, to, name, look }) => ({
    days: from === to ? day(from) : `${day(from)}–${day(to)}`,
    name,
    look,
  }));
}

/** Name of a stored day, in the language of the page. */
export const dayName = (day: Pick<SpecialDay, 'name' | 'name_en'> | undefined): string | undefined =>
  (currentLocale() === 'en' && day?.name_en) || day?.name;
