import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Table, type TableColumnsType } from 'antd';
import type { Tone } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import { type Text, text } from '#kernel/text/text.ts';
import type { CronJobRun, CronJobStatus } from '#kernel/wire/cron-job-and-failed-task-status.ts';
import { formatMoment } from '#web/cell/format/date-format.ts';
import { OptionTag } from '#web/cell/option-tag.tsx';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { post } from '#web/http/client.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { translate, useText } from '#web/i18n/locale.ts';
import {
  ModuleScreenFrame,
  QueryResultOrError,
  RefreshButton,
} from '#web/screen/module-screen-heading-and-query-result.tsx';
import { can } from '#web/session/session.ts';
import { scheduledTasksScreen } from '../../contract/module.ts';
import { FailedBackgroundTasks } from './failed-background-tasks.tsx';

import './scheduled-tasks.css';

const texts = {
  lead: text(
    '按北京时间自动运行。连续错过两次即告警；停机期间错过的，恢复后补跑一次。',
    'Tasks run automatically in Beijing time. Two misses in a row raise an alert; a run missed during downtime is made up once after recovery.',
  ),
  work: text('任务', 'Task'),
  last: text('上次运行', 'Last run'),
  next: text('下次运行', 'Next run'),
  state: text('状态', 'Status'),
  run: text('立即运行', 'Run now'),
  never: text('尚未运行', 'Not run yet'),
  by: text('{name} 启动', 'Started by {name}'),
  none: text('没有定时任务', 'No scheduled tasks'),
  noRuns: text('还没有运行记录', 'No runs yet'),
  interrupted: text('服务进程中断', 'The server process was interrupted'),
  tries: text('第 {n} 次尝试', 'Attempt {n}'),
  runs: text('最近的运行', 'Recent runs'),
};

const states: Readonly<Record<CronJobRun['status'], Text & { tone: Tone }>> = {
  waiting: { ...text('排队中', 'Queued'), tone: 'neutral' },
  running: { ...text('运行中', 'Running'), tone: 'progress' },
  done: { ...text('正常', 'Normal'), tone: 'good' },
  failed: { ...text('失败', 'Failed'), tone: 'bad' },
  missed: { ...text('错过', 'Missed'), tone: 'warning' },
};

const queryKey = ['system', 'schedule'];
const isOpen = (run: CronJobRun | null) => run?.status === 'waiting' || run?.status === 'running';

/** 35 ms, 1.2 s, 3 min 20 s. */
function durationText(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

function Fault({ run }: { run: CronJobRun }) {
  const t = useText();
  if (!run.error) return null;
  const tried = run.status === 'running' || run.attempts > 1 ? `${t(texts.tries, { n: run.attempts })} · ` : '';
  return (
    <span className="xj-run-fault">
      {tried}
      {run.error === 'interrupted' ? t(texts.interrupted) : run.error}
    </span>
  );
}

function State({ work }: { work: CronJobStatus }) {
  const t = useText();
  const { last, misses, alerted_at } = work;
  return (
    <div className="xj-run-state">
      {last && <OptionTag option={states[last.status]} />}
      {misses > 0 && <OptionTag option={missed(misses, alerted_at === null ? 'warning' : 'bad')} />}
      {!last && misses === 0 && <span>{t(texts.never)}</span>}
      {last && <Fault run={last} />}
    </div>
  );
}

const missed = (n: number, tone: Tone) => ({ ...text(`错过 ${n} 次`, `${n} missed`), tone });

/** Latest runs of a task. */
function Runs({ name }: { name: string }) {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKey, name],
    queryFn: queryFnFor<{ list: CronJobRun[] }>('/admin/system.schedule/runs', { name }),
    staleTime: 0,
  });
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (data?.list.length === 0) return <p>{t(texts.noRuns)}</p>;
  return (
    <ol className="xj-runs" aria-label={t(texts.runs)}>
      {(data?.list ?? []).slice(0, 20).map((run) => (
        <li key={`${run.due_at} ${run.status} ${run.starttime}`}>
          <time>{formatMoment(run.starttime ?? run.due_at)}</time>
          <OptionTag option={run.status === 'missed' ? missed(run.times, 'warning') : states[run.status]} />
          {run.took !== null && run.status !== 'missed' && <span>{durationText(run.took)}</span>}
          {run.asked_by && <span>{t(texts.by, { name: run.asked_by })}</span>}
          <Fault run={run} />
        </li>
      ))}
    </ol>
  );
}

/** Columns of the tasks; `onRun` starts one now, for the few who may. */
const columnsOf = (onRun: (name: string) => void, busy: boolean): TableColumnsType<CronJobStatus> => [
  {
    title: translate(texts.work),
    key: 'work',
    render: (_, one) => (
      <>
        <strong>{one.label}</strong>
        <small title={one.line}>
          {one.when} · <code>{one.name}</code>
        </small>
      </>
    ),
  },
  { title: translate(texts.state), key: 'state', render: (_, one) => <State work={one} /> },
  {
    title: translate(texts.last),
    key: 'last',
    className: 'xj-run-time',
    responsive: ['md'],
    render: (_, { last }) =>
      last && (
        <>
          {formatMoment(last.starttime ?? last.due_at)}
          {last.took !== null && <small>{durationText(last.took)}</small>}
        </>
      ),
  },
  {
    title: translate(texts.next),
    dataIndex: 'next_at',
    className: 'xj-run-time',
    responsive: ['md'],
    render: formatMoment,
  },
  ...(can('system/schedule/run')
    ? [
        {
          key: 'run',
          render: (_: unknown, one: CronJobStatus) => (
            <Button
              size="small"
              disabled={isOpen(one.last) || busy}
              aria-label={`${translate(texts.run)} ${one.label}`}
              onClick={() => onRun(one.name)}
            >
              {translate(texts.run)}
            </Button>
          ),
        },
      ]
    : []),
];

/** `/admin/system/schedule`: scheduled tasks with their latest runs, and background tasks that failed. */
export default function ScheduledTasksScreen() {
  const t = useText();
  const client = useQueryClient();
  const query = useQuery({
    queryKey,
    queryFn: queryFnFor<{ list: CronJobStatus[]; failed: number }>('/admin/system.schedule/index'),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.list.some(({ last }) => isOpen(last)) ? 1500 : 30_000),
  });
  const run = useMutation({
    mutationFn: (name: string) => post('/admin/system.schedule/run', { name }, { successMessage: true }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return (
    <ModuleScreenFrame
      title={t(scheduledTasksScreen.label)}
      lead={t(texts.lead)}
      tools={<RefreshButton query={query} onRefresh={() => void client.invalidateQueries({ queryKey })} />}
    >
      <QueryResultOrError query={query}>
        {({ list, failed }) => (
          <>
            <Table<CronJobStatus>
              className="xj-schedule"
              size="middle"
              rowKey="name"
              dataSource={list}
              pagination={false}
              locale={{ emptyText: t(texts.none) }}
              rowClassName={(one) => (one.alerted_at === null ? '' : 'xj-schedule-alarm')}
              expandable={{ expandedRowRender: (one) => <Runs name={one.name} /> }}
              columns={columnsOf((name) => run.mutate(name), run.isPending)}
            />
            {failed > 0 && <FailedBackgroundTasks count={failed} queryKey={queryKey} />}
          </>
        )}
      </QueryResultOrError>
    </ModuleScreenFrame>
  );
}
