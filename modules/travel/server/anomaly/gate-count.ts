import { sayAlways, text } from '#kernel/text.ts';
import { rule } from './rule.ts';
import { peopleOf } from './snapshot.ts';

/** I12: a gate counted more than a fifth more, or fewer, people than the team has. */
export const gateCount = rule({
  code: 'I12',
  severity: '2',
  action: 'review',
  article: text('一团一报（本地规定）', 'Each team is filed (local rules)'),
  parameters: { percent: 20 },
  find: (team, { percent }) =>
    team.gates
      .filter(({ counted }) => Math.abs(counted - peopleOf(team)) * 100 > percent * peopleOf(team))
      .map(({ place, counted }) => ({
        field: 'tourists',
        seen: sayAlways(
          text('“{place}”入园 {counted} 人，名单 {n} 人', '{counted} entered "{place}", {n} are on the list'),
          {
            place,
            counted,
            n: peopleOf(team),
          },
        ),
      })),
});
