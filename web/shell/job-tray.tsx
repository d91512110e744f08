import { CloudDownloadOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { text } from '#kernel/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { download } from '#web/http/file-link.ts';
import { reading } from '#web/http/query.ts';
import { subscribe } from '#web/http/stream.ts';
import { speak, useText } from '#web/i18n/locale.ts';
import { sideOf } from '#web/session/area.ts';
import { useOutside } from './drop-menu.tsx';

const words = {
  title: text('导入与导出', 'Imports and exports'),
  running: text('{count} 项正在进行', '{count} running'),
  none: text(
    '还没有导入或导出任务。列表的导出超过 5,000 行时会在这里显示进度。',
    'No jobs yet. Exports above 5,000 rows show their progress here.',
  ),
  waiting: text('排队中', 'Waiting'),
  runs: text('进行中 {percent}', 'Running {percent}'),
  done: text('已完成', 'Done'),
  failed: text('失败', 'Failed'),
  download: text('下载', 'Download'),
  errors: text('下载错误清单', 'Download the errors'),
  told: text('办理 {done} 条', '{done} done'),
  toldRefused: text('办理 {done} 条，{refused} 条未办理', '{done} done, {refused} refused'),
  why: text('{title}：{why}', '{title}: {why}'),
  finished: text('{title}：已完成', '{title}: done'),
  broke: text('{title}：失败', '{title}: failed'),
};

export interface Job {
  id: number;
  kind: string;
  title: string;
  status: 'waiting' | 'running' | 'done' | 'failed';
  progress: number;
  done: number;
  total: number;
  message: string | null;
  result: {
    url?: string;
    report?: { workbook_url?: string };
    /** Of what was done with many rows: how many were done and refused, and of the first refused why. */
    done?: number;
    refusals?: number;
    refused?: readonly { title: string; msg: string }[];
  } | null;
}

interface Jobs {
  list: Job[];
}

const queryKey = ['job', 'own'];

const isOpen = (job: Job): boolean => job.status === 'waiting' || job.status === 'running';

/** The link of an answer opens for five minutes; a list may lie open for longer, so each click asks for its own. */
const fetchResult = (url: string): void => void download(url).catch(() => undefined);

/** The jobs with one of them as the stream told it; unknown ones come first. */
export function mergeJob(jobs: readonly Job[], told: Partial<Job> & { id: number }): Job[] | undefined {
  const kept = jobs.find((job) => job.id === told.id);
  return kept ? jobs.map((job) => (job === kept ? { ...job, ...told } : job)) : undefined;
}

/** The jobs, read when someone looks or when the stream says that one is under way: most pages never need them. */
function useJobs(looked: boolean): Job[] {
  const client = useQueryClient();
  const [told, setTold] = useState(false);
  // Jobs seen under way, whose end is worth a word; those that had ended before are not.
  const underWay = useRef(new Set<number>());
  const { data } = useQuery({
    queryKey,
    queryFn: (context) => reading<Jobs>(`/${sideOf().app}/job/index`)(context),
    enabled: looked || told,
    // The stream tells progress; this is for the moments it is cut off.
    refetchInterval: (query) => (query.state.data?.list.some(isOpen) ? 5000 : false),
  });
  useEffect(
    () =>
      subscribe(['job'], (event) => {
        const id = event.row_id || Number(event.payload.id);
        underWay.current.add(id);
        setTold(true);
        const merged = mergeJob(client.getQueryData<Jobs>(queryKey)?.list ?? [], { ...event.payload, id });
        if (merged) client.setQueryData<Jobs>(queryKey, { list: merged });
        // An event need not carry everything: the end of a job, with its result, is read.
        if (!merged || event.payload.status !== 'running')
          client.invalidateQueries({ queryKey }).catch(() => undefined);
      }),
    [client],
  );
  useEffect(() => {
    for (const job of data?.list ?? []) {
      if (isOpen(job)) underWay.current.add(job.id);
      else if (underWay.current.delete(job.id)) announce(job);
    }
  }, [data]);
  return data?.list ?? [];
}

function announce(job: Job): void {
  if (job.status === 'failed')
    return void toast.error(speak(words.broke, { title: job.title }), job.message ?? undefined);
  const url = job.result?.url;
  toast.info(speak(words.finished, { title: job.title }), {
    ...(url ? { action: { label: speak(words.download), run: () => fetchResult(url) } } : {}),
    duration: 8000,
  });
}

function ResultLink({ url, label }: { url: string; label: string }) {
  return (
    <a
      href={url}
      onClick={(event) => {
        event.preventDefault();
        fetchResult(url);
      }}
    >
      {label}
    </a>
  );
}

/** Refused rows told by name. */
const mostTold = 5;

function BatchResult({ result }: { result: Job['result'] }) {
  const say = useText();
  if (result?.done === undefined) return null;
  const { done, refusals = 0, refused = [] } = result;
  return (
    <small>
      {say(refusals > 0 ? words.toldRefused : words.told, { done, refused: refusals })}
      {refused.slice(0, mostTold).map(({ title, msg }) => (
        <span key={`${title} ${msg}`}>
          <br />
          {say(words.why, { title, why: msg })}
        </span>
      ))}
    </small>
  );
}

const percent = (share: number): string => `${Math.round(Math.min(1, Math.max(0, share)) * 100)} %`;

/** Exports and imports of this person: progress, results, failures. */
export function JobTray() {
  const say = useText();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const jobs = useJobs(open);
  useOutside(box, open, () => setOpen(false));
  const running = jobs.filter(isOpen);
  const label =
    running.length > 0 ? `${say(words.title)} · ${say(words.running, { count: running.length })}` : say(words.title);
  const share = running.length > 0 ? running.reduce((sum, job) => sum + job.progress, 0) / running.length : 0;
  const state = (job: Job): string =>
    job.status === 'running' ? say(words.runs, { percent: percent(job.progress) }) : say(words[job.status]);
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
        {running.length > 0 && <span className="xj-tool-progress" style={{ width: percent(share) }} />}
      </button>
      {open && (
        <section
          className="xj-drop-panel xj-jobs"
          aria-label={say(words.title)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setOpen(false);
          }}
        >
          <h2>{say(words.title)}</h2>
          {jobs.length === 0 && <p>{say(words.none)}</p>}
          <ul className="xj-job-list">
            {jobs.slice(0, 12).map((job) => {
              const workbook = job.result?.report?.workbook_url;
              return (
                <li key={job.id} data-status={job.status}>
                  <span className="xj-job-title">{job.title}</span>
                  <span className="xj-job-state">{state(job)}</span>
                  {isOpen(job) && (
                    <progress max={1} value={job.status === 'running' ? job.progress : 0} aria-label={job.title} />
                  )}
                  {job.message && <small>{job.message}</small>}
                  <BatchResult result={job.result} />
                  {job.result?.url && <ResultLink url={job.result.url} label={say(words.download)} />}
                  {workbook && <ResultLink url={workbook} label={say(words.errors)} />}
                </li>
              );
            })}
          </ul>
        </section>
      )}
    </div>
  );
}
