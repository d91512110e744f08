import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { importRemainingWorkText, importResultText } from '#web/resource/import-result-texts.ts';
import {
  type BackgroundJob,
  downloadJobResult,
  formatPercent,
  isJobUnfinished,
} from './background-job-status-and-download.ts';

const texts = {
  none: text(
    '还没有导入或导出任务。列表的导出超过 5,000 行时会在这里显示进度。',
    'No import or export jobs yet. Exports of more than 5,000 rows show their progress here.',
  ),
  waiting: text('排队中', 'Queued'),
  runs: text('进行中 {percent}', 'In progress {percent}'),
  counted: text('进行中 {percent}（{done} / {total}）', 'Running {percent} ({done} of {total})'),
  done: text('已完成', 'Completed'),
  failed: text('失败', 'Failed'),
  download: text('下载', 'Download'),
  errors: text('下载错误清单', 'Download error list'),
  refused: text('下载未办理清单', 'Download the list of those left out'),
  processed: text('办理 {done} 条', '{done} processed'),
  processedRefused: text(
    '办理 {done} 条，{refused} 条未办理：保持原样，按所列原因处理后可再次办理',
    '{done} done, {refused} refused: these stay as they were and can be done again once the reasons are dealt with',
  ),
  more: text('另有 {n} 条', 'and {n} more'),
  why: text('{title}：{why}', '{title}: {why}'),
};

function ResultLink({ url, label }: { url: string; label: string }) {
  return (
    <a
      href={url}
      onClick={(event) => {
        event.preventDefault();
        downloadJobResult(url);
      }}
    >
      {label}
    </a>
  );
}

/** Most refused rows listed by name. */
const maxShown = 5;

function BatchResult({ result }: { result: BackgroundJob['result'] }) {
  const t = useText();
  if (result?.done === undefined) return null;
  const { done, refusals = 0, refused = [] } = result;
  return (
    <small>
      {t(refusals > 0 ? texts.processedRefused : texts.processed, { done, refused: refusals })}
      {refused.slice(0, maxShown).map(({ title, msg }) => (
        <span key={`${title} ${msg}`}>
          <br />
          {t(texts.why, { title, why: msg })}
        </span>
      ))}
      {refusals > maxShown && (
        <>
          <br />
          {t(texts.more, { n: refusals - Math.min(maxShown, refused.length) })}
        </>
      )}
    </small>
  );
}

/** The user's background jobs with progress, results and failures. */
export default function BackgroundJobList({ jobs }: { jobs: readonly BackgroundJob[] }) {
  const t = useText();
  const state = (job: BackgroundJob): string =>
    job.status === 'running'
      ? t(job.total > 0 ? texts.counted : texts.runs, {
          percent: formatPercent(job.progress),
          done: job.done,
          total: job.total,
        })
      : t(texts[job.status]);
  return (
    <>
      {jobs.length === 0 && <p>{t(texts.none)}</p>}
      <ul className="xj-job-list">
        {jobs.slice(0, 12).map((job) => {
          const report = job.result?.report;
          const workbook = report?.workbook_url;
          return (
            <li key={job.id} data-status={job.status}>
              <span className="xj-job-title">{job.title}</span>
              <span className="xj-job-state">{state(job)}</span>
              {isJobUnfinished(job) && (
                <progress max={1} value={job.status === 'running' ? job.progress : 0} aria-label={job.title} />
              )}
              {job.message && <small>{job.message}</small>}
              <BatchResult result={job.result} />
              {job.result?.url && <ResultLink url={job.result.url} label={t(texts.download)} />}
              {report && (
                <small>{[importResultText(report), importRemainingWorkText(report)].filter(Boolean).join(' · ')}</small>
              )}
              {job.result?.refused_url && <ResultLink url={job.result.refused_url} label={t(texts.refused)} />}
              {workbook && <ResultLink url={workbook} label={t(texts.errors)} />}
            </li>
          );
        })}
      </ul>
    </>
  );
}
