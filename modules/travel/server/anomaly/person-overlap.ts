import { sayAlways, text } from '#kernel/text.ts';
import { overlaps, sayInterval } from './interval.ts';
import { rule } from './rule.ts';

const guideBusy = text(
  '导游时间冲突：{name} 在 {time} 已有团队 {no}',
  'Guide double-booked: {name} is with team {no} at {time}',
);
const driverBusy = text(
  '驾驶员时间冲突：{name} 在 {time} 已有团队 {no}',
  'Driver double-booked: {name} drives team {no} at {time}',
);

const guideHere = text(
  '导游时间冲突：{name} 在 {time} 已安排在本团队',
  'Guide double-booked: {name} is in this team already at {time}',
);
const driverHere = text(
  '驾驶员时间冲突：{name} 在 {time} 已安排在本团队',
  'Driver double-booked: {name} drives another vehicle of this team at {time}',
);

/** I02: a guide or a driver in two teams at once, or twice in one. Who drives a shared vehicle drives both teams of it. */
export const personOverlap = rule({
  code: 'I02',
  severity: '3',
  action: 'block',
  article: text('导游人员管理条例第九条；旅游法第五十三条', 'Regulation on guides, Art. 9; tourism law, Art. 53'),
  parameters: {},
  find: ({ guides, vehicles, other }) => [
    ...guides.flatMap((one, at) =>
      other.guides
        .filter((each) => each.name === one.name && overlaps(one, each))
        .map((each) => ({
          field: `guides.${at}.guide_id`,
          seen: sayAlways(guideBusy, { name: shownName(one.name), time: sayInterval(each), no: each.team_no }),
        })),
    ),
    ...guides.flatMap((one, at) =>
      guides
        .slice(0, at)
        .filter((each) => each.name === one.name && overlaps(one, each))
        .map((each) => ({
          field: `guides.${at}.guide_id`,
          seen: sayAlways(guideHere, { name: shownName(one.name), time: sayInterval(each) }),
        })),
    ),
    ...vehicles.flatMap((one, at) =>
      one.drivers.flatMap((driver) =>
        other.drivers
          .filter((each) => each.name === driver && overlaps(one, each))
          .filter(
            (each) =>
              !other.vehicles.some(
                ({ name, shares, team_no }) => one.shares && shares && name === one.plate && team_no === each.team_no,
              ),
          )
          .map((each) => ({
            field: `vehicles.${at}.driver_id`,
            seen: sayAlways(driverBusy, { name: shownName(driver), time: sayInterval(each), no: each.team_no }),
          })),
      ),
    ),
    ...vehicles.flatMap((one, at) =>
      one.drivers.flatMap((driver) =>
        vehicles
          .slice(0, at)
          .filter((each) => each.drivers.includes(driver) && overlaps(one, each))
          .map((each) => ({
            field: `vehicles.${at}.driver_id`,
            seen: sayAlways(driverHere, { name: shownName(driver), time: sayInterval(each) }),
          })),
      ),
    ),
  ],
});

/** People are told apart by name and key, `李四#12`; the key is nobody's to read. */
export const shownName = (name: string): string => name.replace(/#[\w-]+$/, '');
