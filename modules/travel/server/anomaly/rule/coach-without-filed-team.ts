import { text, textInAnyLocale } from '#kernel/text/text.ts';
import { containsMoment } from '#kernel/time/half-open-interval-in-unix-seconds.ts';
import { formatTripMoment } from '../../product/trip-times-as-text-and-calendar-days.ts';
import type { AnomalyRule } from './declare-anomaly-rule.ts';
import type { VehicleUse } from './team-snapshot-type.ts';

/** A plate read by a camera at a gate or a service area. */
export interface PlateSeenByCamera {
  readonly plate: string;
  readonly at: number;
  readonly place: string;
  /** The vehicle is licensed for tourists, or the camera classified it so. */
  readonly tour_coach: boolean;
}

/** Declaration of I14, which concerns a vehicle instead of a team and reads captures. */
export const coachWithoutFiledTeamRule = {
  code: 'I14',
  severity: '3',
  action: 'review',
  article: text('道路运输条例第六十三条', 'Regulations on Road Transport, Art. 63'),
  // an empty coach drives to its team and home again; one that passes through is read once
  parameters: { grace_hours: 3, captures: 1 },
} as const satisfies Omit<AnomalyRule, 'find'>;

/** Captures of a plate on a day outside of all its teams. */
export interface CoachWithoutFiledTeam {
  readonly plate: string;
  readonly first: PlateSeenByCamera;
  readonly last: PlateSeenByCamera;
  readonly times: number;
}

/** I14: a tour coach on the road without a team on file (疑似黑车), by the captures of one plate on a day. */
export function findCoachWithoutFiledTeam(
  captures: readonly PlateSeenByCamera[],
  filed: readonly Pick<VehicleUse, 'from' | 'to'>[],
  {
    grace_hours,
    captures: least,
  }: Readonly<Record<keyof typeof coachWithoutFiledTeamRule.parameters, number>> = coachWithoutFiledTeamRule.parameters,
): CoachWithoutFiledTeam | undefined {
  const grace = grace_hours * 3600;
  const isFiled = (at: number) =>
    filed.some(({ from, to }) => containsMoment({ from: from - grace, to: to + grace }, at));
  const alone = captures.filter(({ tour_coach, at }) => tour_coach && !isFiled(at)).toSorted((a, b) => a.at - b.at);
  const [first, last] = [alone[0], alone.at(-1)];
  if (!first || !last || alone.length < least) return undefined;
  return { plate: first.plate, first, last, times: alone.length };
}

/** Description of the finding. */
export const describeCoachWithoutFiledTeam = ({ plate, first, times }: CoachWithoutFiledTeam) =>
  textInAnyLocale(
    text(
      '{plate} {time} 起在“{place}”等处出现 {times} 次，没有团队备案',
      '{plate} seen {times} {times|time|times} from {time}, first at “{place}”, without a team on file',
    ),
    { plate, place: first.place, times, time: formatTripMoment(first.at) },
  );
