import { sayAlways, text } from '#kernel/text.ts';
import { rule } from './rule.ts';

/** I10: the coach was seen off its route, or stood at a shop that is not in the plan. */
export const offRoute = rule({
  code: 'I10',
  severity: '3',
  action: 'review',
  article: text('旅游法第三十五条、第六十九条', 'Tourism law, Art. 35 and 69'),
  parameters: { shop_minutes: 30 },
  find: ({ sightings }, { shop_minutes }) =>
    sightings
      .filter(({ listed, shop, minutes }) => !listed && (!shop || minutes >= shop_minutes))
      .map(({ place, minutes, shop }) => ({
        field: 'stops',
        seen: sayAlways(
          shop
            ? text(
                '在未列入行程的购物点“{place}”停留 {minutes} 分钟',
                '{minutes} min at the shop "{place}", which is not in the plan',
              )
            : text('在行程线路外的“{place}”出现', 'Seen at "{place}", off the route'),
          { place, minutes },
        ),
      })),
});
