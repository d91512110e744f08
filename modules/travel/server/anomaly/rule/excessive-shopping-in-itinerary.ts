import { text, textInAnyLocale } from '#kernel/text/text.ts';
import { declareAnomalyRule, type FindingOfRule } from './declare-anomaly-rule.ts';

/** I07: shopping exceeds a quarter of sightseeing time, a day has two shops, or a shop was added after departure. */
export const excessiveShoppingInItinerary = declareAnomalyRule({
  code: 'I07',
  severity: '2',
  action: 'review',
  article: text('旅游法第三十五条', 'Tourism Law, Art. 35'),
  parameters: { percent: 25, shops_a_day: 1 },
  find({ stops }, { percent, shops_a_day }) {
    const shops = stops.filter(({ type }) => type === 'shop');
    const found: FindingOfRule[] = [];
    const minutes = shops.reduce((sum, one) => sum + one.minutes, 0);
    const visiting = stops
      .filter(({ type }) => type === 'shop' || type === 'scenic' || type === 'free')
      .reduce((sum, one) => sum + one.minutes, 0);
    if (minutes * 100 > percent * visiting)
      found.push({
        field: 'stops',
        seen: textInAnyLocale(
          text('购物 {minutes} 分钟，占游览时间 {share}%', '{minutes} min of shopping, {share}% of sightseeing time'),
          { minutes, share: Math.round((minutes * 100) / visiting) },
        ),
      });
    for (const day of new Set(shops.map((one) => one.day))) {
      const n = shops.filter((one) => one.day === day).length;
      if (n > shops_a_day)
        found.push({
          field: 'stops',
          seen: textInAnyLocale(text('第 {day} 天 {n} 个购物点', '{n} {n|shop|shops} on day {day}'), { day, n }),
        });
    }
    for (const { name } of shops.filter(({ late }) => late))
      found.push({
        field: 'stops',
        severity: '3',
        seen: textInAnyLocale(text('出团后增加购物点“{name}”', 'Shop “{name}” added after departure'), { name }),
      });
    return found;
  },
});
