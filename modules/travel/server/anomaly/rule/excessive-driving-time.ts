import { text, textInAnyLocale } from '#kernel/text/text.ts';
import { type Interval, overlapSeconds } from '#kernel/time/half-open-interval-in-unix-seconds.ts';
import { midnightBeforeMoment } from '../../product/trip-times-as-text-and-calendar-days.ts';
import { isSamePersonByIdentityKey, personNameWithoutIdentityKey } from './compare-persons-by-identity-key.ts';
import { declareAnomalyRule, type FindingOfRule } from './declare-anomaly-rule.ts';
import type { PlannedStop, TeamSnapshot } from './team-snapshot-type.ts';

/** Drives of the plan, in order of time. */
export function drivesOfDrivers({ from, stops }: Pick<TeamSnapshot, 'from' | 'stops'>): Interval[] {
  const begins = midnightBeforeMoment(from);
  return stops
    .filter((one): one is PlannedStop & { arrive: number } => one.type === 'transfer' && one.arrive !== undefined)
    .map(({ day, arrive, minutes }) => {
      const at = begins + (day - 1) * 86_400 + arrive * 60;
      return { from: at, to: at + minutes * 60 };
    })
    .filter(({ from: a, to: b }) => a < b)
    .toSorted((a, b) => a.from - b.from);
}

/** A drive, shared equally by the drivers who take turns. */
interface Drive extends Interval {
  readonly turns?: number;
  /** A hire: its breaks are unknown. */
  readonly hired?: true;
}

/**
 * Longest driving time within any window of this length that includes a part of `own`, in minutes. A fullest window
 * begins or ends with a drive.
 */
export function longestDrivingMinutes(
  drives: readonly Drive[],
  span: number,
  own: readonly Interval[] = drives,
): number {
  const windows = drives.flatMap(({ from, to }) => [
    { from, to: from + span },
    { from: to - span, to },
  ]);
  const driven = windows
    .filter((window) => own.some((drive) => overlapSeconds(drive, window) > 0))
    .map((window) => drives.reduce((sum, drive) => sum + overlapSeconds(drive, window) / (drive.turns ?? 1), 0));
  return Math.round(Math.max(0, ...driven) / 60);
}

/** Longest driving time without a break of so many minutes, including a part of `own`, in minutes. */
export function longestUnbrokenMinutes(
  drives: readonly Interval[],
  rest: number,
  own: readonly Interval[] = drives,
): number {
  let [longest, running, began, ended] = [0, 0, 0, Number.NEGATIVE_INFINITY];
  for (const { from, to } of drives) {
    const goesOn = from - ended < rest * 60;
    running = (goesOn ? running : 0) + (to - from);
    began = goesOn ? began : from;
    ended = Math.max(ended, to);
    if (own.some((drive) => overlapSeconds(drive, { from: began, to: ended }) > 0))
      longest = Math.max(longest, running);
  }
  return Math.round(longest / 60);
}

/** Merges drives that overlap: teams that share a coach report the same drive. */
function mergeDrives(drives: readonly Drive[]): Drive[] {
  let ended = Number.NEGATIVE_INFINITY;
  return drives
    .toSorted((a, b) => a.from - b.from)
    .flatMap((drive) => {
      const from = Math.max(drive.from, ended);
      ended = Math.max(ended, drive.to);
      return from < drive.to ? [{ ...drive, from }] : [];
    });
}

const day = 86_400;

/**
 * A hire as a drive. It has no plan, so all of its hours count, but at most as many per day as may be driven: a hire
 * alone never exceeds the limit.
 */
const asDriven = ({ from, to }: Interval, most: number): Drive => ({
  from,
  to,
  hired: true,
  turns: Math.max(1, Math.min(to - from, day) / (most * 3600)),
});

/**
 * Drives of a driver for this team and others, and the numbers of the other teams. `most`: hours of driving allowed
 * in a day.
 */
function drivingOf(who: string, { vehicles, other }: TeamSnapshot, drives: readonly Interval[], most: number) {
  const own = vehicles
    .filter(({ drivers }) => drivers.some((driver) => isSamePersonByIdentityKey(driver, who)))
    .flatMap((use) =>
      drives
        .filter((drive) => overlapSeconds(drive, use) > 0)
        .map((drive) => ({ ...drive, turns: use.drivers.length })),
    );
  const others = other.drives.filter(
    ({ name, drives: driven }) => isSamePersonByIdentityKey(name, who) && driven.length > 0,
  );
  const elsewhere = others.flatMap(({ turns, drives: driven }) => driven.map((drive) => ({ ...drive, turns })));
  const hires = other.hires_near
    .filter(({ name }) => isSamePersonByIdentityKey(name, who))
    .map((hire) => asDriven(hire, most));
  const all = mergeDrives([...own, ...elsewhere, ...hires]);
  return { own, all, teams: others.map(({ team_no }) => team_no), hired: hires.length > 0 };
}

const isAlone = ({ turns, hired }: Drive) => turns === 1 && !hired;
const hours = (minutes: number) => String(Math.round((minutes / 60) * 10) / 10);

const seenHere = text(
  '{who} 24 小时内驾驶 {day} 小时，连续驾驶 {stretch} 小时',
  '{who} drives {day} h within 24 h, {stretch} h without a break',
);
const seenElsewhere = text(
  '{who} 24 小时内驾驶 {day} 小时，连续驾驶 {stretch} 小时（含团队 {no}）',
  '{who} drives {day} h within 24 h, {stretch} h without a break (including team {no})',
);
const seenHired = text(
  '{who} 24 小时内驾驶 {day} 小时，连续驾驶 {stretch} 小时（含包车，未报行程按用车时间计）',
  '{who} drives {day} h within 24 h, {stretch} h without a break (including a hire, which counts in full as it has no plan)',
);

/**
 * I03: more than 8 hours of driving within 24, or more than 4 without a break of 20 minutes, in all teams and hires
 * together. Two drivers share a drive.
 */
export const excessiveDrivingTime = declareAnomalyRule({
  code: 'I03',
  severity: '2',
  action: 'review',
  article: text(
    '道路交通安全法实施条例第六十二条；道路旅客运输企业安全管理规范第三十八条',
    'Implementation Regulations of the Road Traffic Safety Law, Art. 62; Safety Rules for Road Passenger Transport Operators, Art. 38',
  ),
  parameters: { day_hours: 8, stretch_hours: 4, rest_minutes: 20 },
  find(team, { day_hours, stretch_hours, rest_minutes }) {
    const drives = drivesOfDrivers(team);
    return team.vehicles.flatMap(({ drivers }, at): FindingOfRule[] => {
      const overLimit = drivers
        .map((who) => {
          const { own, all, teams, hired } = drivingOf(who, team, drives, day_hours);
          const most = longestDrivingMinutes(all, day, own);
          const stretch = longestUnbrokenMinutes(all.filter(isAlone), rest_minutes, own.filter(isAlone));
          return { who, day: most, stretch, teams, hired };
        })
        .filter(({ day, stretch }) => day > day_hours * 60 || stretch > stretch_hours * 60);
      if (overLimit.length === 0) return [];
      const teams = [...new Set(overLimit.flatMap((one) => one.teams))];
      return [
        {
          field: `vehicles.${at}.driver_id`,
          seen: textInAnyLocale(
            overLimit.some(({ hired }) => hired) ? seenHired : teams.length > 0 ? seenElsewhere : seenHere,
            {
              who: overLimit.map(({ who }) => personNameWithoutIdentityKey(who)).join('、'),
              day: hours(Math.max(...overLimit.map(({ day }) => day))),
              stretch: hours(Math.max(...overLimit.map(({ stretch }) => stretch))),
              no: teams.join('、'),
            },
          ),
        },
      ];
    });
  },
});
