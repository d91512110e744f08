import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { allFields } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';
import { CellValue, isEmptyValue } from '#web/cell/cell-value.tsx';
import { ErrorState } from '#web/error/error-state.tsx';
import { toast } from '#web/feedback/toast.ts';
import { post } from '#web/http/client.ts';
import { reading } from '#web/http/query.ts';
import { speak } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panels.ts';
import { refreshResource } from '#web/resource/resource-calls.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { can } from '#web/session/session.ts';
import { FailedList, failedOf } from './failed-list.tsx';

const words = {
  restore: text('恢复这条记录', 'Restore this row'),
  restored: text('已恢复', 'Restored'),
  again: text('已恢复，可在原处查看', 'It is back where it was'),
};

/** What a deleted row held, as whoever asks may read it, and the way back. */
export default function CopyPanel({ resource, row }: RecordPanelProps) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(failedOf(undefined));
  const { data, error, refetch } = useQuery({
    queryKey: ['resource', resource.name, 'info', row.id],
    queryFn: reading<{ row: { data: Record<string, unknown> } }>(`/admin/security.dataRecycleLog/info?id=${row.id}`),
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} />;
  const of = findResource(String(row.resource));
  const copy = { id: 0, ...data.row.data };
  const shown = of
    ? Object.entries(allFields(of)).filter(([name]) => !isEmptyValue((copy as Record<string, unknown>)[name]))
    : [];
  const restore = async () => {
    setBusy(true);
    try {
      await post('/admin/security.dataRecycleLog/restore', { ids: [row.id] }, { quiet: true });
      setFailed([]);
      toast.success(speak(words.restored));
      await refreshResource(resource.name);
    } catch (refusal) {
      setFailed(failedOf(refusal));
    } finally {
      setBusy(false);
    }
  };
  const isBack = Number(row.is_restore) === 1;
  return (
    <>
      <dl className="xj-timeline-changes">
        {shown.map(([name, field]) => (
          <div key={name}>
            <dt>{speak(field.label)}</dt>
            <dd>
              <CellValue name={name} field={field} row={copy} />
            </dd>
          </div>
        ))}
      </dl>
      <FailedList failed={failed} />
      {isBack && <p>{speak(words.again)}</p>}
      {!isBack && can('security/dataRecycleLog/restore') && (
        <p>
          {' '}
          <Button type="primary" loading={busy} onClick={() => void restore()}>
            {speak(words.restore)}
          </Button>
        </p>
      )}
    </>
  );
}
