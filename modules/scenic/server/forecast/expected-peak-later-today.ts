import { formatMinutesAsClockTime } from '../../contract/forecast/format-minutes-as-clock-time.ts';
import { type ForecastOfDay, minutesOfSlot } from '../../contract/forecast/visitor-forecast-answer-types-and-slots.ts';
import type { SpotExpected } from '../../contract/public-page-of-crowds-at-spots-today.ts';

/** Below this share of the capacity a peak is nothing to plan for. */
const leastPercent = 20;

/**
 * The peak still to come after a minute of the day, for visitors. Null: there is no forecast, or the spot is emptying
 * already.
 */
export function expectedPeakLaterToday(
  curves: ForecastOfDay | null,
  {
    instant_max,
    inside,
    minute,
  }: { readonly instant_max: number | null; readonly inside: number | null; readonly minute: number },
): SpotExpected | null {
  if (!curves || !instant_max) return null;
  const endOf = (slot: number) => curves.from + (slot + 1) * minutesOfSlot;
  const toCome = curves.p50.flatMap((value, slot) => (endOf(slot) > minute ? [{ value, slot }] : []));
  const most = Math.max(0, ...toCome.map(({ value }) => value));
  const peak = toCome.find(({ value }) => value === most);
  const percent = (visitors: number | undefined) => Math.round((100 * (visitors ?? most)) / instant_max);
  if (!peak || percent(most) < leastPercent || (inside !== null && most <= inside)) return null;
  const next = curves.arrivals.find(({ at }) => at !== null && at >= minute);
  return {
    peak_at: formatMinutesAsClockTime(endOf(peak.slot)),
    percent: percent(most),
    low: percent(curves.p10[peak.slot]),
    high: percent(curves.p90[peak.slot]),
    level: next?.level ?? null,
    level_at: next?.at === undefined || next.at === null ? null : formatMinutesAsClockTime(next.at),
  };
}
