import { maxDayMinutes } from '#modules/travel/contract/product/plan-rules.ts';
import type { ChildRow } from '#web/resource/child-rows.ts';
import { lastMinute } from './clock-time.ts';
import { arrivalOf, endOf, stayOf } from './plan.ts';

/** Hours at the wheel in a day, where nobody takes turns (rule I03; 道路旅客运输企业安全管理规范 Art. 38). */
export const longDriveMinutes = 8 * 60;
/** Of visiting time, shops and free time included, at most this share in shops, in percent (rule I07; 旅游法 Art. 35). */
export const longShoppingMinutes = 25;

/** What a day adds up to, in minutes. */
export interface DayTotals {
  /** From the first arrival to the last departure. */
  readonly span: number;
  /** At the wheel: transfers, as they are planned. */
  readonly driven: number;
  /** Sights, shops and free time. */
  readonly visited: number;
  readonly shopping: number;
  readonly shops: number;
  /** Of visiting time, in whole percent, never rounded down across the limit; undefined where nothing is visited. */
  readonly shoppingShare: number | undefined;
  /** Extras that cost, and their sum in cents. */
  readonly extras: number;
  readonly extrasFee: number;
}

const isOn = (value: unknown): boolean => value === '1' || value === 1 || value === true;

/** Whether a stop costs extra, and only who wants it goes. */
export const isExtra = (stop: ChildRow): boolean => isOn(stop.is_optional_paid);

const centsOf = (money: unknown): number => {
  const cents = Math.round(Number(money) * 100);
  return Number.isFinite(cents) ? cents : 0;
};

/** Minutes on the way to each stop, from the one before it that has a time. */
export function gapsBefore(stops: readonly ChildRow[]): readonly number[] {
  let left: number | undefined;
  return stops.map((stop) => {
    const arrival = arrivalOf(stop);
    const way = arrival === undefined || left === undefined ? 0 : Math.max(0, arrival - left);
    left = endOf(stop) ?? left;
    return way;
  });
}

export function totalsOf(stops: readonly ChildRow[]): DayTotals {
  const stays = (type: string) =>
    stops.filter((stop) => stop.poi_type === type).reduce((sum, one) => sum + stayOf(one), 0);
  const arrivals = stops.flatMap((stop) => arrivalOf(stop) ?? []);
  const ends = stops.flatMap((stop) => endOf(stop) ?? []);
  const shopping = stays('shop');
  const visited = stays('scenic') + stays('free') + shopping;
  const extras = stops.filter(isExtra);
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

/** Totals of several days together. */
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

/** Something about a day that the law or the clock does not allow; at a stop of it where one is meant. */
export interface PlanWarning {
  readonly code: 'overlap' | 'midnight' | 'long_day' | 'driving' | 'shopping' | 'shops' | 'empty';
  readonly at?: number;
}

export function warningsOf(stops: readonly ChildRow[]): readonly PlanWarning[] {
  const { span, driven, visited, shopping, shops } = totalsOf(stops);
  const found: PlanWarning[] = [];
  let left: number | undefined;
  stops.forEach((stop, at) => {
    const [arrival, end] = [arrivalOf(stop), endOf(stop)];
    if (arrival !== undefined && left !== undefined && arrival < left) found.push({ code: 'overlap', at });
    if (end !== undefined && end > lastMinute + 1) found.push({ code: 'midnight', at });
    if (end !== undefined) left = Math.max(left ?? 0, end);
  });
  if (span > maxDayMinutes) found.push({ code: 'long_day' });
  if (driven > longDriveMinutes) found.push({ code: 'driving' });
  if (shopping > 0 && shopping * 100 > visited * longShoppingMinutes) found.push({ code: 'shopping' });
  if (shops > 1) found.push({ code: 'shops' });
  if (stops.length === 0) found.push({ code: 'empty' });
  return found;
}
