import { text, textInAnyLocale } from '#kernel/text/text.ts';
import { declareAnomalyRule } from './declare-anomaly-rule.ts';

/** I17: an agency sends more teams on a day than its staff can run; others may be using its name (挂靠). */
export const moreTeamsThanAgencyStaff = declareAnomalyRule({
  code: 'I17',
  severity: '2',
  action: 'review',
  article: text(
    '旅游法第三十条；旅行社条例第四十七条',
    'Tourism Law, Art. 30; Regulations on Travel Agencies, Art. 47',
  ),
  parameters: { teams: 60, teams_each: 3 },
  find: ({ agency }, { teams, teams_each }) =>
    agency.teams > teams && agency.teams > agency.staff * teams_each
      ? [
          {
            seen: textInAnyLocale(
              text(
                '当日 {teams} 个团队，在册人员 {staff} 人',
                '{teams} {teams|team|teams} on the day, {staff} registered staff',
              ),
              agency,
            ),
          },
        ]
      : [],
});
