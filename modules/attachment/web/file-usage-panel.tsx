import { useQuery } from '@tanstack/react-query';
import { Skeleton, Table, Tag } from 'antd';
import { text } from '#kernel/text/text.ts';
import { LabelledRecordLink } from '#web/cell/labelled-record-link.tsx';
import { scrollableAntdTableComponents } from '#web/cell/scrollable-antd-table.tsx';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';

const texts = {
  none: text('没有记录使用过它，可以删除。', 'Not used by any record; it can be deleted.'),
  hidden: text('另有 {n} 条引用您无权查看。', '{n} more {n|reference|references} you may not view.'),
  record: text('记录', 'Record'),
  field: text('字段', 'Field'),
  state: text('状态', 'Status'),
  now: text('正在使用', 'In use'),
  before: text('曾经使用，时间线仍引用', 'Formerly used; still shown in the timeline'),
};

interface Holder {
  resource: string;
  id: number;
  title: string | null;
  field: string;
  field_label: string;
  current: boolean;
}

/** Lists the records that refer, or once referred, to a file: the reason it cannot be deleted. */
export default function FileUsagePanel({ row }: RecordPanelProps) {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ['usage', row.id],
    queryFn: queryFnFor<{ list: Holder[]; total: number }>('/admin/routine.attachment/usage', { id: row.id }),
    staleTime: 0,
  });
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} />;
  const hidden = data.total - data.list.length;
  if (data.total === 0) return <p>{t(texts.none)}</p>;
  return (
    <>
      {data.list.length > 0 && (
        <Table<Holder>
          size="small"
          pagination={false}
          components={scrollableAntdTableComponents}
          rowKey={({ resource, id, field }) => `${resource} ${id} ${field}`}
          dataSource={data.list}
          columns={[
            {
              title: t(texts.record),
              render: (_, { resource, id, title }) => (
                <LabelledRecordLink subject={{ resource, id, title: title ?? '' }} />
              ),
            },
            { title: t(texts.field), dataIndex: 'field_label' },
            {
              title: t(texts.state),
              render: (_, { current }) => <Tag>{t(current ? texts.now : texts.before)}</Tag>,
            },
          ]}
        />
      )}
      {hidden > 0 && <p>{t(texts.hidden, { n: hidden })}</p>}
    </>
  );
}
