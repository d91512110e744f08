import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { CellValue, isBlankCell } from '#web/cell/value-of-field-in-cell.tsx';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { translate } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { useResource } from '#web/resource/declaration-loader.ts';

/** The content of a deleted row, as far as the caller may read it. */
export default function DeletedRowFieldValuesPanel({ resource, row }: RecordPanelProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['resource', resource.name, 'info', row.id],
    queryFn: queryFnFor<{ row: { data: Record<string, unknown> } }>(`/admin/security.dataRecycleLog/info?id=${row.id}`),
  });
  const of = useResource(String(row.resource));
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} />;
  const copy = { id: 0, ...data.row.data };
  const shown = of
    ? Object.entries(allColumnsOf(of)).filter(
        ([name, field]) => !isBlankCell(field, (copy as Record<string, unknown>)[name]),
      )
    : [];
  return (
    <dl className="xj-timeline-changes">
      {shown.map(([name, field]) => (
        <div key={name}>
          <dt>{translate(field.label)}</dt>
          <dd>
            <CellValue name={name} field={field} row={copy} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
