import { text, textInAnyLocale } from '#kernel/text/text.ts';
import { calendarDaysOfTrip } from '../../product/trip-times-as-text-and-calendar-days.ts';
import { declareAnomalyRule } from './declare-anomaly-rule.ts';
import { formatYuan } from './format-yuan.ts';
import { peopleOf } from './team-snapshot-type.ts';

/**
 * I05: the fee per person and day is at most 70 % of the guidance price (低于诚信旅游指导价30%以上, 以上 includes the number).
 * Integer products of cents, so that exactly 70 % counts.
 */
export const feeBelowGuidancePrice = declareAnomalyRule({
  code: 'I05',
  severity: '2',
  action: 'review',
  article: text(
    '旅游法第三十五条；旅行社条例第二十七条',
    'Tourism Law, Art. 35; Regulations on Travel Agencies, Art. 27',
  ),
  parameters: { percent: 70 },
  find(team, { percent }) {
    const [people, days] = [peopleOf(team), calendarDaysOfTrip(team)];
    if (team.guidance === undefined || people === 0 || team.total_fee <= 0) return [];
    if (team.total_fee * 100 > percent * team.guidance * days * people) return [];
    return [
      {
        field: 'total_fee',
        seen: textInAnyLocale(
          text(
            '人均 {fee} 元、{days} 天，指导价每人每天 {guidance} 元，为其 {share}%',
            'CNY {fee} per person for {days} {days|day|days}; guidance price CNY {guidance} per person per day, i.e. {share}% of it',
          ),
          {
            fee: formatYuan(Math.round(team.total_fee / people)),
            days,
            guidance: formatYuan(team.guidance),
            share: Math.floor((team.total_fee * 100) / (team.guidance * days * people)),
          },
        ),
      },
    ];
  },
});
