import { Link } from 'react-router';
import { type Text, text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { writeListQuery } from '#web/resource/list-query.ts';
import { resourcePath } from '#web/session/area.ts';
import { resultsWithProblems } from '../../contract/check/check-options.ts';
import './plan-progress-panel.css';

const texts = {
  drawn: text('检查任务', 'Checks'),
  done: text('已完成', 'Made'),
  found: text('发现问题', 'With findings'),
} as const;

/** Number in a field of a plan; 0 while it is not there. */
const numberIn = (value: unknown) => (typeof value === 'number' ? value : 0);

/** How far a plan has come: its checks, those made, and those that found something. Each figure opens its rows. */
export default function PlanProgressPanel({ row }: RecordPanelProps) {
  const all = numberIn(row.checks);
  const plan = { field: 'plan_id', operator: '=' as const, value: String(row.id) };
  const among = (field: string, values: readonly string[]) => [
    plan,
    { field, operator: 'IN' as const, value: values.join(',') },
  ];
  return (
    <dl className="xj-progress">
      <Bar
        label={texts.drawn}
        n={all}
        of={all}
        conditions={[plan, { field: 'status', operator: 'NOT IN', value: 'cancelled,transferred' }]}
      />
      <Bar
        label={texts.done}
        n={numberIn(row.checks_done)}
        of={all}
        conditions={among('status', ['submitted', 'reviewed', 'closed', 'refused'])}
      />
      <Bar
        label={texts.found}
        n={numberIn(row.checks_found)}
        of={all}
        conditions={among('result_code', resultsWithProblems)}
      />
    </dl>
  );
}

function Bar({
  label,
  n,
  of,
  conditions,
}: {
  readonly label: Text;
  readonly n: number;
  readonly of: number;
  readonly conditions: Parameters<typeof writeListQuery>[0]['conditions'];
}) {
  const t = useText();
  return (
    <div>
      <dt>{t(label)}</dt>
      <dd>
        <progress max={Math.max(of, 1)} value={n} aria-label={t(label)} />
        <Link to={`${resourcePath({ name: 'enforcement/check' })}?${writeListQuery({ conditions, keyword: '' })}`}>
          {n}
        </Link>
      </dd>
    </div>
  );
}
