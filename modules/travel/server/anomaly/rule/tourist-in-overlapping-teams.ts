import { text, textInAnyLocale } from '#kernel/text/text.ts';
import { overlaps } from '#kernel/time/half-open-interval-in-unix-seconds.ts';
import { declareAnomalyRule } from './declare-anomaly-rule.ts';

/** I08: a tourist is on the list of another team at the same time. */
export const touristInOverlappingTeams = declareAnomalyRule({
  code: 'I08',
  severity: '2',
  action: 'review',
  article: text('旅游法第五十七条', 'Tourism Law, Art. 57'),
  parameters: {},
  find: (team) =>
    team.other.tourists
      .filter((other) => overlaps(team, other))
      .map(({ name, team_no }) => ({
        field: 'tourists',
        seen: textInAnyLocale(text('游客 {name} 已在 {no} 中申报', 'Tourist {name} is already listed on {no}'), {
          name,
          no: team_no,
        }),
      })),
});
