import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { approvalStepName } from '#kernel/lifecycle/move-approval-steps.ts';
import type { ListQuery } from '#kernel/list/list-query-in-url.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';
import { can } from '#web/session/session.ts';

/** A built-in view. */
interface BuiltInView {
  readonly name: string;
  readonly label: Text;
  readonly query: ListQuery;
}

const todo = text('待我办', 'Assigned to me (to do)');
const assigned = text('交给我的', 'Assigned to me (handler)');

const due = {
  overdue: text('已逾期', 'Overdue'),
  today: text('今日到期', 'Due today'),
  next7: text('7 天内到期', 'Due within 7 days'),
  next30: text('30 天内到期', 'Due within 30 days'),
} as const;

/** Whether this officer can make any move on these rows. */
function hasPart({ name, life }: AnyResource): boolean {
  if (currentArea() !== 'admin') return false;
  return Object.entries<Move>(life?.moves ?? {}).some(
    ([move, { by = ['admin'], steps }]) =>
      by.includes('admin') &&
      (steps ? steps.some((step) => can(`${name}/${approvalStepName(move, step.name)}`)) : can(`${name}/${move}`)),
  );
}

/**
 * Built-in views of a resource with a lifecycle: rows awaiting one's own action, rows assigned to one, and with
 * clocks those near or past their deadline. The most urgent first.
 */
export function builtInViewsOfOwnAndDueWork(resource: AnyResource): readonly BuiltInView[] {
  const order = ['due_at', 'asc'] as const;
  return [
    ...(hasPart(resource)
      ? [{ name: 'todo', label: todo, query: { keyword: '', conditions: [], awaitsMe: true as const, order } }]
      : []),
    ...(resource.handler !== undefined && currentArea() === 'admin'
      ? [
          {
            name: 'assigned',
            label: assigned,
            query: { keyword: '', conditions: [], handledByMe: true as const, order },
          },
        ]
      : []),
    ...(resource.life?.clocks === undefined
      ? []
      : Object.entries(due).map(([name, label]) => ({
          name,
          label,
          query: {
            keyword: '',
            conditions: [{ field: 'due_at', operator: 'RANGE' as const, value: name }],
            order,
          },
        }))),
  ];
}
