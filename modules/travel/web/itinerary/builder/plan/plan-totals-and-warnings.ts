import { maxDayMinutes } from '#modules/travel/contract/product/find-tour-plan-faults.ts';
import type { ChildRow } from '#web/resource/child-rows-in-form.ts';
import { arrivalMinuteOfStop, endMinuteOfStop, stayMinutesOfStop } from './edit-tour-plan.ts';
import { lastMinuteOfDay } from './parse-and-format-clock-time.ts';

/** Longest driving of one driver in a day (rule I03; 道路旅客运输企业安全管理规范 Art. 38). */
export const maxDrivingMinutes = 8 * 60;
/**
 * Largest share of shopping in sightseeing time, which includes shopping and free time, in percent (rule I07; 旅游法
 * Art. 35).
 */
export const maxShoppingPercent = 25;

/** Totals of a day, in minutes. */
export interface DayTotals {
  /** From the first arrival to the last departure. */
  readonly span: number;
  /** Planned transfers. */
  readonly driven: number;
  /** Sights, shopping and free time. */
  readonly visited: number;
  readonly shopping: number;
  readonly shops: number;
  /**
   * Share of sightseeing time in percent, rounded up so that it never hides an excess; undefined where nothing is
   * visited.
   */
  readonly shoppingShare: number | undefined;
  /** Paid activities, and the sum of their fees in cents. */
  readonly extras: number;
  readonly extrasFee: number;
}

const isOn = (value: unknown): boolean => value === '1' || value === 1 || value === true;

/** Whether a stop is an optional paid activity. */
export const isOptionalPaidStop = (stop: ChildRow): boolean => isOn(stop.is_optional_paid);

const centsOf = (money: unknown): number => {
  const cents = Math.round(Number(money) * 100);
  return Number.isFinite(cents) ? cents : 0;
};

/** Minutes between each stop and the one before it that has a time. */
export function minutesBetweenStops(stops: readonly ChildRow[]): readonly number[] {
  let left: number | undefined;
  return stops.map((stop) => {
    const arrival = arrivalMinuteOfStop(stop);
    const way = arrival === undefined || left === undefined ? 0 : Math.max(0, arrival - left);
    left = endMinuteOfStop(stop) ?? left;
    return way;
  });
}

export function totalsOfStops(stops: readonly ChildRow[]): DayTotals {
  const stays = (type: string) =>
    stops.filter((stop) => stop.poi_type === type).reduce((sum, one) => sum + stayMinutesOfStop(one), 0);
  const arrivals = stops.flatMap((stop) => arrivalMinuteOfStop(stop) ?? []);
  const ends = stops.flatMap((stop) => endMinuteOfStop(stop) ?? []);
  const shopping = stays('shop');
  const visited = stays('scenic') + stays('free') + shopping;
  const extras = stops.filter(isOptionalPaidStop);
  return {
    span: arrivals.length > 0 ? Math.max(...ends) - Math.min(...arrivals) : 0,
    driven: stays('transfer'),
    visited,
    shopping,
    shops: stops.filter((stop) => stop.poi_type === 'shop').length,
    shoppingShare: visited > 0 ? Math.ceil((shopping * 100) / visited) : undefined,
    extras: extras.length,
    extrasFee: extras.reduce((sum, one) => sum + centsOf(one.fee), 0),
  };
}

/** Totals of several days. */
export function addTotals(days: readonly DayTotals[]): DayTotals {
  const sum = (of: (one: DayTotals) => number) => days.reduce((all, one) => all + of(one), 0);
  const [visited, shopping] = [sum((one) => one.visited), sum((one) => one.shopping)];
  return {
    span: sum((one) => one.span),
    driven: sum((one) => one.driven),
    visited,
    shopping,
    shops: sum((one) => one.shops),
    shoppingShare: visited > 0 ? Math.ceil((shopping * 100) / visited) : undefined,
    extras: sum((one) => one.extras),
    extrasFee: sum((one) => one.extrasFee),
  };
}

/** A violation of law or time in a day, or at a stop of it. */
export interface PlanWarning {
  readonly code: 'overlap' | 'midnight' | 'long_day' | 'driving' | 'shopping' | 'shops' | 'empty';
  readonly at?: number;
}

export function warningsOfStops(stops: readonly ChildRow[]): readonly PlanWarning[] {
  const { span, driven, visited, shopping, shops } = totalsOfStops(stops);
  const found: PlanWarning[] = [];
  let left: number | undefined;
  stops.forEach((stop, at) => {
    const [arrival, end] = [arrivalMinuteOfStop(stop), endMinuteOfStop(stop)];
    if (arrival !== undefined && left !== undefined && arrival < left) found.push({ code: 'overlap', at });
    if (end !== undefined && end > lastMinuteOfDay + 1) found.push({ code: 'midnight', at });
    if (end !== undefined) left = Math.max(left ?? 0, end);
  });
  if (span > maxDayMinutes) found.push({ code: 'long_day' });
  if (driven > maxDrivingMinutes) found.push({ code: 'driving' });
  if (shopping > 0 && shopping * 100 > visited * maxShoppingPercent) found.push({ code: 'shopping' });
  if (shops > 1) found.push({ code: 'shops' });
  if (stops.length === 0) found.push({ code: 'empty' });
  return found;
}
