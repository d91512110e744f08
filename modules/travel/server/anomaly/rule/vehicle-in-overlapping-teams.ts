import { text, textInAnyLocale } from '#kernel/text/text.ts';
import { containsMoment, overlaps } from '#kernel/time/half-open-interval-in-unix-seconds.ts';
import { formatTripInterval } from '../../product/trip-times-as-text-and-calendar-days.ts';
import { declareAnomalyRule } from './declare-anomaly-rule.ts';
import { peopleOf, type VehicleUse, type VehicleUseByOtherTeam } from './team-snapshot-type.ts';

const elsewhere = text('该车辆在 {time} 已有团队 {no}', 'Vehicle already assigned to team {no} at {time}');
const hired = text('该车辆在 {time} 已有用车安排', 'Vehicle already hired at {time}');
const here = text('该车辆在 {time} 已安排在本团队', 'Vehicle already on this team at {time}');

/** Most passengers of other teams in a shared vehicle; the maximum is reached when one of them begins. */
function maxSharedPassengers(
  use: VehicleUse,
  one: VehicleUseByOtherTeam,
  sharers: readonly VehicleUseByOtherTeam[],
): number {
  const begins = sharers
    .map(({ from }) => Math.max(from, use.from))
    .filter((at) => containsMoment(one, at) && containsMoment(use, at));
  const at = begins.map((moment) => {
    const teams = new Map(sharers.flatMap((each) => (containsMoment(each, moment) ? [[each.team_no, each.pax]] : [])));
    return [...teams.values()].reduce((sum, pax) => sum + pax, 0);
  });
  return Math.max(0, ...at);
}

/** I01: a vehicle is in two teams at once, or twice in one, unless all share it for a transfer and have seats. */
export const vehicleInOverlappingTeams = declareAnomalyRule({
  code: 'I01',
  severity: '3',
  action: 'block',
  article: text('旅游法第三十四条、第五十三条', 'Tourism Law, Art. 34 and 53'),
  parameters: {},
  find: (team) =>
    team.vehicles.flatMap((one, at) => {
      const others = team.other.vehicles.filter((other) => other.name === one.plate && overlaps(one, other));
      const sharers = others.filter((other) => one.shares && other.shares);
      const findsSeats = (other: VehicleUseByOtherTeam) =>
        sharers.includes(other) && peopleOf(team) + maxSharedPassengers(one, other, sharers) <= one.seats;
      const twice = team.vehicles.slice(0, at).filter((each) => each.plate === one.plate && overlaps(one, each));
      return [
        ...others
          .filter((other) => !findsSeats(other))
          .map((other) => textInAnyLocale(elsewhere, { time: formatTripInterval(other), no: other.team_no })),
        ...team.other.hires
          .filter((hire) => hire.name === one.plate && overlaps(one, hire))
          .map((hire) => textInAnyLocale(hired, { time: formatTripInterval(hire) })),
        ...twice.map((each) => textInAnyLocale(here, { time: formatTripInterval(each) })),
      ].map((seen) => ({ field: `vehicles.${at}.vehicle_id`, seen }));
    }),
});
