import { type Text, text } from '#kernel/text/text.ts';

/** Longest day of a plan, from the first arrival to the last departure (domain reference §2.C). */
export const maxDayMinutes = 16 * 60;

/** A stop as the rules on plans read it. */
export interface PlannedStop {
  readonly day_no: number;
  readonly name: string;
  /** `HH:mm` or `HH:mm:ss`. */
  readonly arrive: string;
  readonly stay_minutes: number;
  readonly poi_type: string;
  readonly is_optional_paid?: string | null;
  readonly fee?: string | null;
}

/** A fault of a plan, at the form field to correct: `stops.3.arrive`, counted from 0. */
export interface TourPlanFault {
  readonly at: string;
  readonly message: Text;
  readonly values?: Readonly<Record<string, string | number>>;
}

const texts = {
  day: text('行程共 {n} 天，没有第 {day} 天', 'The trip has {n} {n|day|days}; there is no day {day}'),
  order: text(
    '不能早于上一站“{name}”结束的时间 {time}',
    'Must not be before {time}, when the previous stop “{name}” ends',
  ),
  long: text(
    '第 {day} 天从 {from} 到 {to}，共 {hours} 小时，超过 16 小时',
    'Day {day} runs from {from} to {to}: {hours} {hours|hour|hours}, more than 16',
  ),
  fee: text('自费项目须填写每人费用', 'Enter the cost per person of optional paid activities'),
  empty: text('第 {day} 天没有安排', 'Nothing is planned for day {day}'),
  none: text('请填写每日安排', 'Fill in the daily plan'),
} as const;

/** Minutes since midnight of a time of day. */
export function minutesOfClockTime(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

const pad = (n: number) => String(n).padStart(2, '0');

/** Clock time so many minutes after midnight; `06:30 (+1)` on the next day. */
export function clockTimeOfMinutes(minutes: number): string {
  const days = Math.floor(minutes / 1440);
  const clock = `${pad(Math.floor((minutes % 1440) / 60))}:${pad(minutes % 60)}`;
  return days === 0 ? clock : `${clock} (+${days})`;
}

/** Faults of time: each stop begins after the one before it has ended, and a day ends within sixteen hours. */
export function findTourPlanTimeFaults(stops: readonly PlannedStop[]): TourPlanFault[] {
  const faults: TourPlanFault[] = [];
  const days = new Map<number, { begins: number; ends: number; last: PlannedStop; isLong: boolean }>();
  for (const [place, stop] of stops.entries()) {
    const arrive = minutesOfClockTime(stop.arrive);
    const day = days.get(stop.day_no);
    if (day && arrive < day.ends)
      faults.push({
        at: `stops.${place}.arrive`,
        message: texts.order,
        values: { name: day.last.name, time: clockTimeOfMinutes(day.ends) },
      });
    const begins = day?.begins ?? arrive;
    const ends = Math.max(day?.ends ?? 0, arrive + stop.stay_minutes);
    const isLong = ends - begins > maxDayMinutes;
    if (isLong && !day?.isLong)
      faults.push({
        at: `stops.${place}.stay_minutes`,
        message: texts.long,
        values: {
          day: stop.day_no,
          from: clockTimeOfMinutes(begins),
          to: clockTimeOfMinutes(ends),
          hours: Math.round((ends - begins) / 6) / 10,
        },
      });
    days.set(stop.day_no, { begins, ends, last: stop, isLong: isLong || (day?.isLong ?? false) });
  }
  return faults;
}

/** Faults of what is planned so far, even while the plan is incomplete. */
export function findTourPlanFaults(dayCount: number, stops: readonly PlannedStop[]): TourPlanFault[] {
  const faults: TourPlanFault[] = findTourPlanTimeFaults(stops);
  for (const [place, stop] of stops.entries()) {
    if (stop.day_no > dayCount)
      faults.push({ at: `stops.${place}.day_no`, message: texts.day, values: { n: dayCount, day: stop.day_no } });
    if (stop.is_optional_paid === '1' && !stop.fee) faults.push({ at: `stops.${place}.fee`, message: texts.fee });
  }
  return faults;
}

/** What a plan lacks before it can be published: days, and a stop on each of them. */
export function findTourPlanGaps(dayCount: number, stops: readonly PlannedStop[]): TourPlanFault[] {
  if (dayCount === 0) return [{ at: 'days', message: texts.none }];
  const planned = new Set(stops.map(({ day_no }) => day_no));
  return Array.from({ length: dayCount }, (_, place) => place + 1)
    .filter((day) => !planned.has(day))
    .map((day) => ({ at: `days.${day - 1}.title`, message: texts.empty, values: { day } }));
}

/** A shop or paid activity that travellers agree to in writing. */
export interface ListedExtra {
  readonly kind: string;
  readonly name: string;
}

/** Shops and paid activities of a plan that are missing from the list travellers agree to (旅游法 Art. 35), each once. */
export function findStopsMissingFromExtras(stops: readonly PlannedStop[], extras: readonly ListedExtra[]): string[] {
  const listed = (kind: string) =>
    new Set(extras.filter((one) => one.kind === kind).map(({ name }) => name.trim().toLowerCase()));
  const [shops, optional] = [listed('shop'), listed('optional')];
  const unlisted = stops.filter(({ name, poi_type, is_optional_paid }) => {
    const word = name.trim().toLowerCase();
    return (poi_type === 'shop' && !shops.has(word)) || (is_optional_paid === '1' && !optional.has(word));
  });
  return [...new Set(unlisted.map(({ name }) => name.trim()))];
}
