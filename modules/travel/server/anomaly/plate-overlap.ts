import { sayAlways, text } from '#kernel/text.ts';
import { overlaps, sayInterval } from './interval.ts';
import { rule } from './rule.ts';
import { peopleOf } from './snapshot.ts';

/** I01: a plate in two teams at once, unless both share it for a transfer and all find a seat. */
export const plateOverlap = rule({
  code: 'I01',
  severity: '3',
  action: 'block',
  article: text('旅游法第三十四条、第五十三条', 'Tourism law, Art. 34 and 53'),
  parameters: {},
  find: (team) =>
    team.vehicles.flatMap((one, at) =>
      team.other.vehicles
        .filter((other) => other.name === one.plate && overlaps(one, other))
        .filter((other) => !(one.shares && other.shares && peopleOf(team) + other.pax <= one.seats))
        .map((other) => ({
          field: `vehicles.${at}.vehicle_id`,
          seen: sayAlways(text('该车辆在 {time} 已有团队 {no}', 'Vehicle already on team {no} at {time}'), {
            time: sayInterval(other),
            no: other.team_no,
          }),
        })),
    ),
});
