import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Table, Tag } from 'antd';
import { moveOf } from '#kernel/lifecycle/lifecycle.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { scrollableAntdTableComponents } from '#web/cell/scrollable-antd-table.tsx';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { toast } from '#web/feedback/toast.ts';
import { post } from '#web/http/client.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { can } from '#web/session/session.ts';

const texts = {
  lead: text(
    '关键环节的记录逐条相扣，每小时封存签名；导出的文件可由任何人核验。',
    'Entries of key steps are linked to each other and sealed every hour. Anyone can verify the exported file.',
  ),
  export: text('导出证据', 'Export evidence'),
  queued: text('正在生成，完成后会通知您下载', 'The export is being generated; you will be notified when it is ready'),
  none: text('该记录还没有证据链', 'This record has no evidence chain yet'),
  seq: text('序号', 'No.'),
  event: text('事项', 'Event'),
  time: text('时间', 'Time'),
  actor: text('经办', 'By'),
  hash: text('哈希', 'Hash'),
  root: text('封存', 'Sealed'),
  open: text('待封存', 'Not yet'),
  added: text('新增', 'Added'),
};

/** Who acted, by the kind of account; the chain names nobody. */
const actors: Readonly<Record<string, Text>> = {
  admin: text('工作人员', 'Officer'),
  member: text('会员', 'Member'),
  system: text('系统', 'System'),
};

interface Entry {
  readonly seq: number;
  readonly event: string;
  readonly move: string | null;
  readonly actor: string;
  readonly time: number;
  readonly hash: string;
  readonly root: number | null;
}

/** The evidence chain of a record, newest entry first, and its export. */
export default function EvidenceChainPanel({ resource, row }: RecordPanelProps) {
  const t = useText();
  const of = { resource: resource.name, id: row.id };
  const { data, error, refetch, isPending } = useQuery({
    queryKey: ['evidence', resource.name, row.id],
    queryFn: queryFnFor<{ list: Entry[] }>('/admin/evidence.chain/entries', of),
    staleTime: 0,
  });
  const exporting = useMutation({
    mutationFn: () => post('/admin/evidence.chain/export', of),
    onSuccess: () => toast.info(t(texts.queued)),
  });
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 }}>
      <p style={{ margin: 0 }}>{t(texts.lead)}</p>
      {can('evidence/root/extract') && (
        <div>
          <Button
            loading={exporting.isPending}
            disabled={!data || data.list.length === 0}
            onClick={() => exporting.mutate()}
          >
            {t(texts.export)}
          </Button>
        </div>
      )}
      <Table<Entry>
        size="small"
        rowKey="seq"
        loading={isPending}
        dataSource={data?.list ?? []}
        pagination={false}
        components={scrollableAntdTableComponents}
        locale={{ emptyText: t(texts.none) }}
        columns={[
          { title: t(texts.seq), dataIndex: 'seq' },
          {
            title: t(texts.event),
            render: (_, { event, move }) => {
              const label = move === null ? texts.added : moveOf(resource.life, move)?.label;
              return <span title={event}>{label ? t(label) : event}</span>;
            },
          },
          { title: t(texts.time), dataIndex: 'time', render: formatMinute },
          {
            title: t(texts.actor),
            dataIndex: 'actor',
            render: (actor: string) => {
              const [type = '', id] = actor.split(':');
              const label = actors[type];
              return label ? [t(label), id].join(' ').trimEnd() : actor;
            },
          },
          { title: t(texts.hash), dataIndex: 'hash', render: (hash: string) => <code>{hash.slice(0, 16)}…</code> },
          {
            title: t(texts.root),
            dataIndex: 'root',
            render: (root: number | null) =>
              root === null ? <Tag color="warning">{t(texts.open)}</Tag> : <Tag color="success">{root}</Tag>,
          },
        ]}
      />
    </div>
  );
}
