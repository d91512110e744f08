import { text, textInAnyLocale } from '#kernel/text/text.ts';
import { declareAnomalyRule } from './declare-anomaly-rule.ts';

/** I18: the same list of tourists was filed before. */
export const sameTouristListAsOtherTeam = declareAnomalyRule({
  code: 'I18',
  severity: '2',
  action: 'review',
  article: text('一团一报（本地规定）', 'One filing per team (local rule)'),
  parameters: {},
  find: ({ other }) =>
    other.same_list.length === 0
      ? []
      : [
          {
            field: 'tourists',
            seen: textInAnyLocale(text('游客名单与 {no} 相同', 'Tourist list is the same as that of {no}'), {
              no: other.same_list.slice(0, 3).join('、'),
            }),
          },
        ],
});
