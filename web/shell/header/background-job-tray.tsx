import { CloudDownloadOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { subscribeToLiveEvents } from '#web/http/live-event-stream-client.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { translate, useText } from '#web/i18n/locale.ts';
import { areaPaths } from '#web/session/admin-or-member-area.ts';
import { useOutsideClick } from '../menu/use-outside-click.ts';
import {
  type BackgroundJob,
  downloadJobResult,
  formatPercent,
  isJobUnfinished,
} from './background-job-status-and-download.ts';

/** Loaded when the tray is opened: most pages never need it. */
const BackgroundJobList = lazy(() => import('./background-job-list.tsx'));

const texts = {
  title: text('导入与导出', 'Import and export'),
  running: text('{count} 项正在进行', '{count} in progress'),
  download: text('下载', 'Download'),
  finished: text('{title}：已完成', '{title}: completed'),
  broke: text('{title}：失败', '{title}: failed'),
};

interface Jobs {
  list: BackgroundJob[];
}

const queryKey = ['job', 'own'];

/**
 * The jobs after an update from the stream; a new job comes first. Undefined when the update of a new job is
 * incomplete.
 */
function mergeJob(
  jobs: readonly BackgroundJob[],
  update: Partial<BackgroundJob> & { id: number },
): BackgroundJob[] | undefined {
  const existing = jobs.find((job) => job.id === update.id);
  return existing ? jobs.map((job) => (job === existing ? { ...job, ...update } : job)) : undefined;
}

/**
 * The user's jobs, loaded when the tray is opened or the stream reports one in progress: most pages never need them.
 */
function useJobs(looked: boolean): BackgroundJob[] {
  const client = useQueryClient();
  const [notified, setNotified] = useState(false);
  // Jobs seen in progress: only their end is announced.
  const underWay = useRef(new Set<number>());
  const { data } = useQuery({
    queryKey,
    queryFn: (context) => queryFnFor<Jobs>(`/${areaPaths().app}/job/index`)(context),
    enabled: looked || notified,
    // The stream reports progress; polling covers interruptions.
    refetchInterval: (query) => (query.state.data?.list.some(isJobUnfinished) ? 5000 : false),
  });
  useEffect(
    () =>
      subscribeToLiveEvents(['job'], (event) => {
        const id = event.row_id || Number(event.payload.id);
        underWay.current.add(id);
        setNotified(true);
        const merged = mergeJob(client.getQueryData<Jobs>(queryKey)?.list ?? [], { ...event.payload, id });
        if (merged) client.setQueryData<Jobs>(queryKey, { list: merged });
        // An event may be incomplete: load the finished job with its result.
        if (!merged || event.payload.status !== 'running')
          client.invalidateQueries({ queryKey }).catch(() => undefined);
      }),
    [client],
  );
  useEffect(() => {
    for (const job of data?.list ?? []) {
      if (isJobUnfinished(job)) underWay.current.add(job.id);
      else if (underWay.current.delete(job.id)) announce(job);
    }
  }, [data]);
  return data?.list ?? [];
}

function announce(job: BackgroundJob): void {
  if (job.status === 'failed')
    return void toast.error(translate(texts.broke, { title: job.title }), job.message ?? undefined);
  const url = job.result?.url;
  toast.info(translate(texts.finished, { title: job.title }), {
    ...(url ? { action: { label: translate(texts.download), run: () => downloadJobResult(url) } } : {}),
    duration: 8000,
  });
}

/** Exports and imports of the user: progress, results, failures. */
export function BackgroundJobTray() {
  const t = useText();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const jobs = useJobs(open);
  useOutsideClick(box, open, () => setOpen(false));
  const running = jobs.filter(isJobUnfinished);
  const label =
    running.length > 0 ? `${t(texts.title)} · ${t(texts.running, { count: running.length })}` : t(texts.title);
  const share = running.length > 0 ? running.reduce((sum, job) => sum + job.progress, 0) / running.length : 0;
  return (
    <div className="xj-drop" ref={box}>
      <button
        type="button"
        className="xj-tool"
        aria-expanded={open}
        title={label}
        aria-label={label}
        onClick={() => setOpen(!open)}
      >
        <CloudDownloadOutlined aria-hidden />
        {running.length > 0 && <span className="xj-tool-progress" style={{ width: formatPercent(share) }} />}
      </button>
      {open && (
        <section
          className="xj-drop-panel xj-jobs"
          aria-label={t(texts.title)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setOpen(false);
          }}
        >
          <h2>{t(texts.title)}</h2>
          <Suspense fallback={null}>
            <BackgroundJobList jobs={jobs} />
          </Suspense>
        </section>
      )}
    </div>
  );
}
