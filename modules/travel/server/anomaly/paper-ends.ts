import { sayAlways, text } from '#kernel/text.ts';
import { dayOf } from './interval.ts';
import { rule } from './rule.ts';

/** I09: what vehicle, driver, guide, agency or insurance needs ends before the trip does. */
export const paperEnds = rule({
  code: 'I09',
  severity: '3',
  action: 'block',
  article: text('旅游法第三十四条、第四十条、第五十六条', 'Tourism law, Art. 34, 40 and 56'),
  parameters: {},
  find: ({ from, to, papers }) => {
    const last = dayOf(Math.max(to - 1, from));
    return papers
      .filter((one) => one.last < last)
      .map(({ holder, field }) => ({
        ...(field ? { field } : {}),
        seen: sayAlways(text('{name} 证件将于行程期间到期', '{name} expires during the trip'), { name: holder }),
      }));
  },
});
