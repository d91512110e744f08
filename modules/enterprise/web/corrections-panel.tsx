import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { AnyField } from '#kernel/field.ts';
import { relationOf } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';
import { CellValue } from '#web/cell/cell-value.tsx';
import { ErrorState } from '#web/error/error-state.tsx';
import { speak } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panels.ts';
import { enterprise } from '../contract/enterprise.ts';
import { correctionsQuery } from './read-corrections.ts';
import '#web/lifecycle/compared.css';

const words = {
  marked: text('标出的内容', 'Marked'),
  before: text('更正前', 'Before'),
  now: text('现在', 'Now'),
  same: text('未改动', 'Unchanged'),
  explained: text('申请人说明：{words}', 'The applicant explains: {words}'),
};

/** What the latest return marked, beside what it was and what it is now: an audit need not look for what was corrected. */
export default function CorrectionsPanel({ row }: RecordPanelProps) {
  const told = useQuery(correctionsQuery(row.id, row.version));
  if (told.isError) return <ErrorState error={told.error} onRetry={() => void told.refetch()} />;
  if (!told.data) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  const fields: Readonly<Record<string, AnyField>> = enterprise.fields;
  return (
    <table className="xj-compared">
      <thead>
        <tr>
          <th scope="col">{speak(words.marked)}</th>
          <th scope="col">{speak(words.before)}</th>
          <th scope="col">{speak(words.now)}</th>
        </tr>
      </thead>
      <tbody>
        {told.data.map(({ field: name, remark, changed, before, related, explanation }) => {
          const field = fields[name];
          if (!field) return null;
          const then = { id: 0, [name]: before, [relationOf(name)]: related };
          return (
            <tr key={name}>
              <th scope="row">
                {speak(field.label)}
                <p className="xj-form-field-mark">{remark}</p>
              </th>
              <td data-label={speak(words.before)}>
                {changed ? <CellValue name={name} field={field} row={then} roomy /> : speak(words.same)}
              </td>
              <td data-label={speak(words.now)}>
                <CellValue name={name} field={field} row={row} roomy />
                {explanation && <p className="xj-compared-note">{speak(words.explained, { words: explanation })}</p>}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
