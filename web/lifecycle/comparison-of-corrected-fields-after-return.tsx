import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { isChildList } from '#kernel/kind/linked/child-rows.ts';
import { hasMarkedFields } from '#kernel/lifecycle/fields-marked-on-return-for-correction.ts';
import { text } from '#kernel/text/text.ts';
import { CellValue } from '#web/cell/value-of-field-in-cell.tsx';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { translate } from '#web/i18n/locale.ts';
import { rowWithProposedValue } from '#web/lifecycle/move/pending-change-request-of-record.tsx';
import { correctionsSinceRecordReturnedQuery } from '#web/resource/query-corrections-since-record-was-returned.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

import './move/compared.css';

const texts = {
  marked: text('标出的内容', 'Marked items'),
  before: text('更正前', 'Before'),
  now: text('现在', 'Now'),
  same: text('未改动', 'Unchanged'),
  rows: text('已改动，见时间线', 'Changed; see timeline'),
  emptied: text('（空）', '(empty)'),
  explained: text('更正说明：{text}', 'Explanation: {text}'),
};

/** Whether a row was resubmitted after a return, so that its corrections can be compared. */
export const wasResubmitted = (resource: AnyResource, row: WireRow): boolean =>
  hasMarkedFields(resource.life) && Array.isArray(row.explanations);

/** The fields marked by the latest return, before and after the correction. */
export function CorrectionComparison({ resource, row }: { resource: AnyResource; row: WireRow }) {
  const corrections = useQuery(correctionsSinceRecordReturnedQuery(resource, row));
  if (corrections.isError)
    return <LoadErrorWithRetry error={corrections.error} onRetry={() => void corrections.refetch()} />;
  if (!corrections.data) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  return (
    <table className="xj-compared">
      <thead>
        <tr>
          <th scope="col">{translate(texts.marked)}</th>
          <th scope="col">{translate(texts.before)}</th>
          <th scope="col">{translate(texts.now)}</th>
        </tr>
      </thead>
      <tbody>
        {corrections.data.map(({ field: name, remark, changed, before, explanation }) => {
          const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
          if (!field) return null;
          const then = before ? (
            <CellValue name={name} field={field} row={rowWithProposedValue({ ...before, field })} roomy />
          ) : null;
          return (
            <tr key={name}>
              <th scope="row">
                {translate(field.label)}
                <p className="xj-form-field-mark">{remark}</p>
              </th>
              <td data-label={translate(texts.before)}>
                {!changed
                  ? translate(texts.same)
                  : isChildList(field)
                    ? translate(texts.rows)
                    : before?.value === ''
                      ? translate(texts.emptied)
                      : then}
              </td>
              <td data-label={translate(texts.now)}>
                <CellValue name={name} field={field} row={row} roomy />
                {explanation && <p className="xj-compared-note">{translate(texts.explained, { text: explanation })}</p>}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
