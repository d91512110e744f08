import { sayAlways, text } from '#kernel/text.ts';
import { type Interval, shared } from './interval.ts';
import { shownName } from './person-overlap.ts';
import { rule, type Seen } from './rule.ts';
import type { PlannedStop, TeamSnapshot } from './snapshot.ts';

const midnightOf = (moment: number) => Math.floor((moment + 8 * 3600) / 86_400) * 86_400 - 8 * 3600;

/** Stretches of the plan that are driven, in their order. */
export function drivesOf({ from, stops }: Pick<TeamSnapshot, 'from' | 'stops'>): Interval[] {
  const begins = midnightOf(from);
  return stops
    .filter((one): one is PlannedStop & { arrive: number } => one.type === 'transfer' && one.arrive !== undefined)
    .map(({ day, arrive, minutes }) => {
      const at = begins + (day - 1) * 86_400 + arrive * 60;
      return { from: at, to: at + minutes * 60 };
    })
    .filter(({ from: a, to: b }) => a < b)
    .toSorted((a, b) => a.from - b.from);
}

/** Longest time driven within any such span, in minutes. A fullest span begins with a drive or ends with one. */
export function mostDriven(drives: readonly Interval[], span: number): number {
  const windows = drives.flatMap(({ from, to }) => [
    { from, to: from + span },
    { from: to - span, to },
  ]);
  const driven = windows.map((window) => drives.reduce((sum, drive) => sum + shared(drive, window), 0));
  return Math.round(Math.max(0, ...driven) / 60);
}

/** Longest time driven without a rest of so many minutes, in minutes. */
export function longestDrive(drives: readonly Interval[], rest: number): number {
  let [longest, running, ended] = [0, 0, Number.NEGATIVE_INFINITY];
  for (const { from, to } of drives) {
    running = (from - ended < rest * 60 ? running : 0) + (to - from);
    ended = Math.max(ended, to);
    longest = Math.max(longest, running);
  }
  return Math.round(longest / 60);
}

const hours = (minutes: number) => String(Math.round((minutes / 60) * 10) / 10);

/** I03: more than 8 hours at the wheel within 24, or more than 4 without 20 minutes of rest. Two drivers take turns. */
export const drivingTime = rule({
  code: 'I03',
  severity: '2',
  action: 'review',
  article: text(
    '道路交通安全法实施条例第六十二条；道路旅客运输企业安全管理规范第三十八条',
    'Road traffic safety regulation, Art. 62; safety rules of passenger transport, Art. 38',
  ),
  parameters: { day_hours: 8, stretch_hours: 4, rest_minutes: 20 },
  find(team, { day_hours, stretch_hours, rest_minutes }) {
    const drives = drivesOf(team);
    return team.vehicles.flatMap(({ drivers, plate, ...use }, at): Seen[] => {
      const own = drives.filter((drive) => shared(drive, use) > 0);
      const turns = Math.max(1, drivers.length);
      const day = mostDriven(own, 86_400) / turns;
      const stretch = turns > 1 ? 0 : longestDrive(own, rest_minutes);
      if (day <= day_hours * 60 && stretch <= stretch_hours * 60) return [];
      return [
        {
          field: `vehicles.${at}.driver_id`,
          seen: sayAlways(
            text(
              '{who} 24 小时内驾驶 {day} 小时，连续驾驶 {stretch} 小时',
              '{who} drives {day} h within 24 h, {stretch} h of it without a rest',
            ),
            { who: drivers.map(shownName).join('、') || plate, day: hours(day), stretch: hours(stretch) },
          ),
        },
      ];
    });
  },
});
