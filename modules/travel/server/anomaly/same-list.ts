import { sayAlways, text } from '#kernel/text.ts';
import { rule } from './rule.ts';

/** I18: exactly the same people were handed in before. */
export const sameList = rule({
  code: 'I18',
  severity: '2',
  action: 'review',
  article: text('一团一报（本地规定）', 'Each team is filed (local rules)'),
  parameters: {},
  find: ({ other }) =>
    other.same_list.length === 0
      ? []
      : [
          {
            field: 'tourists',
            seen: sayAlways(text('游客名单与 {no} 相同', 'The list of tourists is that of {no}'), {
              no: other.same_list.slice(0, 3).join('、'),
            }),
          },
        ],
});
