import { text, textInAnyLocale } from '#kernel/text/text.ts';
import { type Interval, overlaps } from '#kernel/time/half-open-interval-in-unix-seconds.ts';
import { formatTripInterval } from '../../product/trip-times-as-text-and-calendar-days.ts';
import { isSamePersonByIdentityKey, personNameWithoutIdentityKey } from './compare-persons-by-identity-key.ts';
import { declareAnomalyRule } from './declare-anomaly-rule.ts';
import type { TeamSnapshot, VehicleUse } from './team-snapshot-type.ts';

const texts = {
  guide: {
    elsewhere: text(
      '导游时间冲突：{name} 在 {time} 已有团队 {no}',
      'Guide double-booked: {name} is with team {no} at {time}',
    ),
    here: text(
      '导游时间冲突：{name} 在 {time} 已安排在本团队',
      'Guide double-booked: {name} is already on this team at {time}',
    ),
    hired: text(
      '导游时间冲突：{name} 在 {time} 已受派驾驶包车',
      'Guide double-booked: {name} is assigned to drive a chartered coach at {time}',
    ),
  },
  driver: {
    elsewhere: text(
      '驾驶员时间冲突：{name} 在 {time} 已有团队 {no}',
      'Driver double-booked: {name} is with team {no} at {time}',
    ),
    here: text(
      '驾驶员时间冲突：{name} 在 {time} 已安排在本团队',
      'Driver double-booked: {name} is already on this team at {time}',
    ),
    hired: text(
      '驾驶员时间冲突：{name} 在 {time} 已受派驾驶包车',
      'Driver double-booked: {name} is assigned to drive a chartered coach at {time}',
    ),
  },
} as const;

/** Time a person works for a team, as guide or driver. */
interface Use extends Interval {
  readonly name: string;
  readonly role: keyof typeof texts;
  readonly field: string;
  readonly vehicle?: VehicleUse;
}

const usesOf = ({ guides, vehicles }: TeamSnapshot): Use[] => [
  ...guides.map((one, at): Use => ({ ...one, role: 'guide', field: `guides.${at}.guide_id` })),
  ...vehicles.flatMap((vehicle, at) =>
    vehicle.drivers.map(
      (name): Use => ({
        from: vehicle.from,
        to: vehicle.to,
        name,
        role: 'driver',
        field: `vehicles.${at}.driver_id`,
        vehicle,
      }),
    ),
  ),
];

/** Whether both teams declared that they share the vehicle of a driver. */
const sharesWith = ({ vehicle }: Use, team_no: string, { other }: TeamSnapshot): boolean =>
  vehicle?.shares === true &&
  other.vehicles.some((each) => each.shares && each.name === vehicle.plate && each.team_no === team_no);

/** I02: a guide or driver is in two teams at once, or twice in one, except drivers of a shared vehicle. */
export const guideOrDriverInOverlappingTeams = declareAnomalyRule({
  code: 'I02',
  severity: '3',
  action: 'block',
  article: text('导游人员管理条例第九条；旅游法第五十三条', 'Regulations on Tour Guides, Art. 9; Tourism Law, Art. 53'),
  parameters: {},
  find(team) {
    const uses = usesOf(team);
    const { guides, drivers, hires } = team.other;
    return uses.flatMap((one, at) => {
      const meets = (each: Interval & { readonly name: string }) =>
        isSamePersonByIdentityKey(each.name, one.name) && overlaps(one, each);
      const name = personNameWithoutIdentityKey(one.name);
      const driven = drivers.filter(({ team_no }) => !sharesWith(one, team_no, team));
      return [
        ...[...guides, ...driven].filter(meets).map((each) => ({
          field: one.field,
          seen: textInAnyLocale(texts[one.role].elsewhere, { name, time: formatTripInterval(each), no: each.team_no }),
        })),
        ...hires.filter(meets).map((each) => ({
          field: one.field,
          seen: textInAnyLocale(texts[one.role].hired, { name, time: formatTripInterval(each) }),
        })),
        ...uses
          .slice(0, at)
          .filter(meets)
          .map((each) => ({
            field: one.field,
            seen: textInAnyLocale(texts[one.role].here, { name, time: formatTripInterval(each) }),
          })),
      ];
    });
  },
});
