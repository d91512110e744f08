import { text, textInAnyLocale } from '#kernel/text/text.ts';
import { declareAnomalyRule } from './declare-anomaly-rule.ts';
import { peopleOf } from './team-snapshot-type.ts';

/** I15: a large share of seniors or minors, without an emergency plan. */
export const emergencyPlanMissingWithManyMinorsOrSeniors = declareAnomalyRule({
  code: 'I15',
  severity: '2',
  action: 'block',
  article: text('旅游法第七十九条', 'Tourism Law, Art. 79'),
  parameters: { percent: 30 },
  find(team, { percent }) {
    const people = peopleOf(team);
    const many = (n: number) => n > 0 && n * 100 >= percent * people;
    if (team.has_plan || !(many(team.minors) || many(team.elders))) return [];
    return [
      {
        field: 'emergency_plan',
        seen: textInAnyLocale(
          text(
            '{n} 人中未成年人 {minors} 人、老年人 {elders} 人，须上传应急预案',
            '{minors} {minors|minor|minors} and {elders} {elders|senior|seniors} among {n}: an emergency plan is required',
          ),
          { n: people, minors: team.minors, elders: team.elders },
        ),
      },
    ];
  },
});
