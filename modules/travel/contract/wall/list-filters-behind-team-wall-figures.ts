import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import {
  areaConditions,
  conditionOfValues,
  type PanelAreaCode,
} from '#kernel/module/conditions-on-rows-in-area-of-wall-panel.ts';
import type { RowsBehindFigure } from '#kernel/module/rows-behind-wall-figure-as-list-filter.ts';
import type { NameDivisionInEnglish } from '#kernel/module/wall-panel-figure-types-for-text-and-pdf.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { addDays, lastDayOfMonth, toShanghaiSecond } from '#kernel/time/shanghai-time.ts';
import { type AnomalyCode, anomalyCodes } from '../anomaly/anomaly-codes-actions-and-severities.ts';
import { finding } from '../anomaly/anomaly-finding.ts';
import { teamKinds } from '../itinerary/select-options-of-itinerary-fields.ts';
import { itinerary } from '../itinerary/team-itinerary.ts';
import { statesInStatistics, underwayStates } from '../itinerary/team-itinerary-lifecycle.ts';
import { touristOriginCount } from '../itinerary/tourist-origin-count.ts';
import type { TodaysTeamsPanel, TouristOriginLevel, TouristOriginPanel } from '../travel-wall-panels.ts';
import { travelWallTexts } from './travel-wall-texts.ts';

const ofTeams = { of: itinerary.name, unit: text('团', '{n|team|teams}'), more: 'kind' } as const;
const tourists = text('人', '{n|tourist|tourists}');
/** Adds up the tourists of so many teams. */
const ofTourists = (teams: number) => ({ ...ofTeams, sum: { measure: 'tourists', unit: tourists, rows: teams } });

const between = (field: string, from: string, to: string): Condition => ({
  field,
  operator: 'RANGE',
  value: `${from},${to}`,
});

// a team that ends at 24:00 ends on that day and does not travel on the next
const afterMidnight = (day: string) => `${day} 00:00:01`;
const midnightAfter = (day: string) => `${addDays(day, 1)} 00:00:00`;

export const teamsDepartingOn = (area: PanelAreaCode, n: number, day: string): RowsBehindFigure => ({
  ...ofTeams,
  title: travelWallTexts.departing,
  n,
  conditions: [...areaConditions(area), conditionOfValues('status', statesInStatistics), between('start_at', day, day)],
});

export const teamsFinishedOn = (area: PanelAreaCode, n: number, day: string): RowsBehindFigure => ({
  ...ofTeams,
  title: travelWallTexts.finished,
  n,
  conditions: [
    ...areaConditions(area),
    conditionOfValues('status', ['finished', 'archived']),
    between('end_at', afterMidnight(day), midnightAfter(day)),
  ],
});

export const teamsUnderway = (area: PanelAreaCode, n: number): RowsBehindFigure => ({
  ...ofTeams,
  title: travelWallTexts.underway,
  n,
  conditions: [...areaConditions(area), conditionOfValues('status', underwayStates)],
});

export const touristsUnderway = (area: PanelAreaCode, n: number, teams: number): RowsBehindFigure => ({
  ...teamsUnderway(area, n),
  ...ofTourists(teams),
  title: travelWallTexts.touristsUnderway,
});

export const teamKindText = (kind: string): Text =>
  (teamKinds as Readonly<Record<string, Text>>)[kind] ?? text(kind, kind);

/** Teams of a kind on the road. */
export const teamsOfKind = (area: PanelAreaCode, n: number, kind: string): RowsBehindFigure => ({
  ...ofTeams,
  title: teamKindText(kind),
  n,
  conditions: [
    ...areaConditions(area),
    { field: 'kind', operator: '=', value: kind },
    conditionOfValues('status', underwayStates),
  ],
});

/** Teams on the road at a moment, in Unix seconds; those that end then are not. */
export const teamsOnTheRoadAt = (
  area: PanelAreaCode,
  { t, teams, tourists: n }: TodaysTeamsPanel['curve'][number],
  title: Text,
): RowsBehindFigure => ({
  ...ofTourists(teams),
  title,
  n,
  conditions: [
    ...areaConditions(area),
    conditionOfValues('status', statesInStatistics),
    between('start_at', '', toShanghaiSecond(t)),
    between('end_at', toShanghaiSecond(t + 1), ''),
  ],
});

export const teamsFiledLate = (area: PanelAreaCode, n: number, from: string, to: string): RowsBehindFigure => ({
  ...ofTeams,
  title: travelWallTexts.late,
  n,
  conditions: [
    ...areaConditions(area),
    conditionOfValues('status', statesInStatistics),
    { field: 'late', operator: '=', value: 'yes' },
    between('start_at', from, to),
  ],
});

export const teamsOfAnomalyFlag = (area: PanelAreaCode, n: number, code: string): RowsBehindFigure => ({
  of: finding.name,
  unit: text('条', ''),
  more: 'status',
  title: anomalyFlagText(code),
  n,
  conditions: [
    ...areaConditions(area),
    { field: 'code', operator: '=', value: code },
    { field: 'status', operator: '=', value: 'open' },
  ],
});

export const anomalyFlagText = (code: string): Text => anomalyCodes[code as AnomalyCode] ?? text(code, code);

/** English names of rules that are longer than a line of a tile. */
const shortEnglish: Partial<Record<AnomalyCode, string>> = {
  I02: 'Crew double-booked',
  I05: 'Below guidance price',
  I06: 'Zero-fee tour',
  I09: 'Document expires',
  I10: 'Off the planned route',
  I11: 'Filed late',
  I12: 'Gate count differs',
  I13: 'Guide without rest',
  I14: 'Coach without team',
  I15: 'No emergency plan',
  I16: 'Below ticket price',
};

/** Short name of a rule, for a tile; `anomalyFlagText` is the whole. */
export const shortAnomalyFlagText = (code: string): Text => {
  const whole = anomalyFlagText(code);
  return text(whole['zh-cn'], shortEnglish[code as AnomalyCode] ?? whole.en);
};

export const touristsOfSource = (
  area: PanelAreaCode,
  { code, name, n, groups }: Pick<TouristOriginPanel['top'][number], 'code' | 'name' | 'n' | 'groups'>,
  { level, from, to }: { level: TouristOriginLevel; from: string; to: string },
  inEnglish: NameDivisionInEnglish,
): RowsBehindFigure => ({
  of: touristOriginCount.name,
  unit: text('组', '{n|group|groups}'),
  sum: { measure: 'tourists', unit: tourists, rows: groups },
  title: text(`${name} 客源`, `From ${inEnglish(name)}`),
  n,
  conditions: [
    ...areaConditions(area),
    conditionOfValues('team_status', statesInStatistics),
    { field: level === 'country' ? 'country' : 'source_area', operator: '=', value: code },
    between('start_at', from, to),
  ],
});

/** Tourists of a day, a month or a year, in the form of `screen.history`. */
export const touristsDepartedIn = (
  area: PanelAreaCode,
  { n, teams }: { n: number; teams: number },
  t: string,
): RowsBehindFigure => ({
  ...ofTourists(teams),
  title: text(`${t} 出发的游客`, `Tourists departing ${t}`),
  n,
  conditions: [
    ...areaConditions(area),
    conditionOfValues('status', statesInStatistics),
    between('start_at', ...daysOf(t)),
  ],
});

const daysOf = (t: string): [from: string, to: string] =>
  t.length === 4 ? [`${t}-01-01`, `${t}-12-31`] : t.length === 7 ? [`${t}-01`, lastDayOfMonth(t)] : [t, t];
