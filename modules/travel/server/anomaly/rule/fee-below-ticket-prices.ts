import { text, textInAnyLocale } from '#kernel/text/text.ts';
import { declareAnomalyRule } from './declare-anomaly-rule.ts';
import { formatYuan } from './format-yuan.ts';
import { peopleOf } from './team-snapshot-type.ts';

/** I16: a day trip costs less than the tickets it includes. */
export const feeBelowTicketPrices = declareAnomalyRule({
  code: 'I16',
  severity: '3',
  action: 'review',
  article: text(
    '旅游法第三十五条；旅行社条例第二十七条',
    'Tourism Law, Art. 35; Regulations on Travel Agencies, Art. 27',
  ),
  parameters: {},
  find(team) {
    const people = peopleOf(team);
    const tickets = team.stops.filter(({ type }) => type === 'scenic').reduce((sum, { fee }) => sum + fee, 0);
    if (team.kind !== 'one_day' || people === 0 || team.total_fee >= tickets * people) return [];
    return [
      {
        field: 'total_fee',
        seen: textInAnyLocale(
          text('人均 {fee} 元，所列门票 {tickets} 元', 'CNY {fee} per person; listed tickets CNY {tickets}'),
          {
            fee: formatYuan(Math.round(team.total_fee / people)),
            tickets: formatYuan(tickets),
          },
        ),
      },
    ];
  },
});
