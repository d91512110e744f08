import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { Link } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { get } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import { creditGradeNames } from '../contract/grade-names-and-reference-credit-score-calculation-for-tests.ts';
import type { CreditFormulaPreview } from '../contract/score-explanation-and-formula-preview-answers.ts';
import './credit-panels.css';

const texts = {
  lead: text(
    '按本草稿的公式，今天您辖区内的企业会改变的等级。行为现在的等级，列为按草稿的等级。',
    'Grade changes in your area today under this formula. Rows: current grade; columns: grade under this draft.',
  ),
  moved: text(
    '{enterprises} 家企业中 {moved} 家改变等级',
    '{moved} of {enterprises} {enterprises|enterprise|enterprises} {moved|changes|change} grade',
  ),
  most: text('变化最大的企业', 'Largest changes'),
  change: text('{from} 分（{from_grade}）→ {to} 分（{to_grade}）', '{from} ({from_grade}) → {to} ({to_grade})'),
} as const;

/** What another formula would change, before it is published. */
export default function GradeChangesOfDraftFormulaPanel({ row }: RecordPanelProps) {
  const t = useText();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['resource', 'credit/formula', 'preview', row.id, row.version],
    queryFn: ({ signal }) =>
      get<CreditFormulaPreview>('/admin/credit.formula/preview', { id: row.id }, { signal, timeout: 60_000 }),
  });
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  const { enterprises, moved, matrix, changes } = data;
  return (
    <div className="xj-credit">
      <p>{t(texts.lead)}</p>
      <h3>{t(texts.moved, { enterprises, moved })}</h3>
      <table className="xj-credit-matrix">
        <thead>
          <tr>
            <th />
            {creditGradeNames.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {creditGradeNames.map((before, at) => (
            <tr key={before}>
              <th scope="row">{before}</th>
              {creditGradeNames.map((after, column) => (
                <td key={after} data-moved={at !== column && (matrix[at]?.[column] ?? 0) > 0}>
                  {matrix[at]?.[column] ?? 0}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {changes.length > 0 && (
        <section>
          <h3>{t(texts.most)}</h3>
          <ul className="xj-credit-changes">
            {changes.map((one) => (
              <li key={one.id}>
                <Link to={resourcePath({ name: 'enterprise/enterprise' }, one.id)}>{one.name}</Link>
                <span>{t(texts.change, one)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
