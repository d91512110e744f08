import { text, textInAnyLocale } from '#kernel/text/text.ts';
import { declareAnomalyRule, type FindingOfRule } from './declare-anomaly-rule.ts';
import { formatYuan } from './format-yuan.ts';

/** I06: the tour is free, or the local operator gets less than its known costs. */
export const belowCostTour = declareAnomalyRule({
  code: 'I06',
  severity: '3',
  action: 'review',
  article: text('旅行社条例第二十七条、第六十二条', 'Regulations on Travel Agencies, Art. 27 and 62'),
  parameters: {},
  find({ total_fee, ground_fee, declared_cost }) {
    const found: FindingOfRule[] = [];
    if (total_fee <= 0)
      found.push({
        field: 'total_fee',
        seen: textInAnyLocale(text('团费 {fee} 元', 'Tour fee CNY {fee}'), { fee: formatYuan(total_fee) }),
      });
    if (ground_fee !== undefined && ground_fee < declared_cost)
      found.push({
        field: 'ground_fee',
        seen: textInAnyLocale(
          text(
            '地接费 {fee} 元，已知门票、住宿、用车和导服费用 {cost} 元',
            'Local operator fee CNY {fee}; known tickets, accommodation, coach and guide costs CNY {cost}',
          ),
          { fee: formatYuan(ground_fee), cost: formatYuan(declared_cost) },
        ),
      });
    return found;
  },
});
