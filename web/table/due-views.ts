import type { AnyResource } from '#kernel/resource.ts';
import { type Text, text } from '#kernel/text.ts';
import type { ListQuery } from '#web/resource/list-query.ts';

/** A view the platform brings. */
export interface BuiltInView {
  readonly name: string;
  readonly label: Text;
  readonly query: ListQuery;
}

const labels = {
  overdue: text('已逾期', 'Overdue'),
  today: text('今日到期', 'Due today'),
  next7: text('7 天内到期', 'Due within 7 days'),
  next30: text('30 天内到期', 'Due within 30 days'),
} as const;

/** Views of what a clock runs for, by its deadline, the most pressing first; none where no clock ever runs. */
export const dueViews = (resource: AnyResource): readonly BuiltInView[] =>
  resource.life?.clocks === undefined
    ? []
    : Object.entries(labels).map(([name, label]) => ({
        name,
        label,
        query: {
          keyword: '',
          conditions: [{ field: 'due_at', operator: 'RANGE' as const, value: name }],
          order: ['due_at', 'asc'] as const,
        },
      }));
