import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Table } from 'antd';
import { useState } from 'react';
import { text } from '#kernel/text/text.ts';
import type { FailedTask } from '#kernel/wire/cron-job-and-failed-task-status.ts';
import { formatMoment } from '#web/cell/format/date-format.ts';
import { scrollableAntdTableComponents } from '#web/cell/scrollable-antd-table.tsx';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { post } from '#web/http/client.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import { useGoToLastPageWithRows } from '#web/resource/go-to-last-page-with-rows.ts';
import { ScreenHeading } from '#web/screen/module-screen-heading-and-query-result.tsx';
import { can } from '#web/session/session.ts';

const texts = {
  title: text('失败的后台任务', 'Failed background tasks'),
  lead: text(
    '未能完成、等待下次尝试或已放弃的消息与订阅处理。',
    'Messages and event handlers that could not be completed, are waiting for the next attempt or have been given up.',
  ),
  task: text('任务', 'Task'),
  attempts: text('尝试', 'Attempts'),
  error: text('最近的错误', 'Latest error'),
  created: text('产生时间', 'Created'),
  next: text('下次尝试', 'Next attempt'),
  never: text('已放弃', 'Given up'),
  retry: text('重试', 'Retry'),
  retryPage: text('重试本页', 'Retry this page'),
};

const limit = 20;

/** Background tasks that failed, to be retried one by one or a page at once. */
export function FailedBackgroundTasks({ count, queryKey }: { count: number; queryKey: readonly string[] }) {
  const t = useText();
  const client = useQueryClient();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKey, 'tasks', page, count],
    queryFn: queryFnFor<{ list: FailedTask[]; total: number }>('/admin/system.schedule/tasks', { page, limit }),
    staleTime: 0,
  });
  useGoToLastPageWithRows({ page, limit, rows: data?.list.length, total: data?.total ?? count }, setPage);
  const retry = useMutation({
    mutationFn: (ids: number[]) => post('/admin/system.schedule/retry', { ids }, { successMessage: true }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const mayRetry = can('system/schedule/retry');
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  return (
    <section className="xj-failed-tasks" aria-labelledby="xj-failed-tasks">
      <ScreenHeading title={t(texts.title)} lead={t(texts.lead)} part="xj-failed-tasks">
        {mayRetry && (
          <Button
            disabled={!data?.list.length || retry.isPending}
            onClick={() => retry.mutate(data?.list.map(({ id }) => id) ?? [])}
          >
            {t(texts.retryPage)}
          </Button>
        )}
      </ScreenHeading>
      <Table<FailedTask>
        rowKey="id"
        dataSource={data?.list ?? []}
        loading={!data}
        components={scrollableAntdTableComponents}
        pagination={{
          current: page,
          pageSize: limit,
          total: data?.total ?? count,
          onChange: setPage,
          hideOnSinglePage: true,
        }}
        columns={[
          { title: t(texts.task), dataIndex: 'task', render: (task: string) => <code>{task}</code> },
          { title: t(texts.attempts), key: 'attempts', render: (_, one) => `${one.attempts} / ${one.most_attempts}` },
          { title: t(texts.error), dataIndex: 'error', className: 'xj-run-fault' },
          { title: t(texts.created), dataIndex: 'createtime', render: formatMoment },
          {
            title: t(texts.next),
            dataIndex: 'next_at',
            render: (next: number | null) => (next === null ? t(texts.never) : formatMoment(next)),
          },
          ...(mayRetry
            ? [
                {
                  key: 'retry',
                  render: (_: unknown, one: FailedTask) => (
                    <Button
                      size="small"
                      disabled={retry.isPending}
                      aria-label={`${t(texts.retry)} ${one.task} ${one.id}`}
                      onClick={() => retry.mutate([one.id])}
                    >
                      {t(texts.retry)}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
    </section>
  );
}
