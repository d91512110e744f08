import { text, textInAnyLocale } from '#kernel/text/text.ts';
import { formatTripMoment } from '../../product/trip-times-as-text-and-calendar-days.ts';
import { groupGateEntriesIntoVisits } from '../../readings/group-gate-entries-into-visits.ts';
import { declareAnomalyRule } from './declare-anomaly-rule.ts';
import { peopleOf } from './team-snapshot-type.ts';

/** I12: a gate counted over a fifth more or fewer people than the team has. Teams without a list yet are skipped. */
export const gateCountDiffersFromTeamSize = declareAnomalyRule({
  code: 'I12',
  severity: '2',
  action: 'review',
  article: text('一团一报（本地规定）', 'One filing per team (local rule)'),
  parameters: { percent: 20 },
  find: (team, { percent }) =>
    (peopleOf(team) === 0 ? [] : groupGateEntriesIntoVisits(team.entries))
      .filter(({ people }) => Math.abs(people - peopleOf(team)) * 100 > percent * peopleOf(team))
      .map(({ place, at, people }) => ({
        field: 'tourists',
        seen: textInAnyLocale(
          text(
            '“{place}”入园 {counted} 人，名单 {n} 人（{time}）',
            '{counted} entered “{place}”, {n} on the list ({time})',
          ),
          { place, counted: people, n: peopleOf(team), time: formatTripMoment(at) },
        ),
      })),
});
