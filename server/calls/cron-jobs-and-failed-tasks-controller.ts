import { field } from '#kernel/field/field.ts';
import { text, textIn } from '#kernel/text/text.ts';
import { parseNonNegativeInteger } from '#kernel/wire/parse-non-negative-integer.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { type CronJobsByName, runCronJobNow, scheduleResource } from '#server/jobs/cron-jobs-and-their-runs.ts';
import { countFailedTasks, listFailedTasks, retryTasks } from '#server/jobs/list-and-retry-failed-tasks.ts';
import { listCronJobs, listRunsOfCronJob } from '#server/jobs/list-cron-jobs-and-runs.ts';
import { enumOf, integer, key, list, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { badParameter, notFound, Refused } from '#server/refusal.ts';

const texts = {
  run: text('定时任务-立即运行', 'Scheduled task: run now'),
  retry: text('后台任务-重试', 'Background task: retry'),
  started: text('已开始运行', 'Started'),
  running: text('该任务正在运行', 'This task is already running'),
  retried: text('已重新排队 {n} 项', '{n} queued again'),
};

const most = 100;

const name = field.text(text('任务名', 'Task name'), { required: true });
const time = { type: ['integer', 'null'], description: 'unix seconds' };
const run = object({
  status: enumOf('waiting', 'running', 'done', 'failed', 'missed'),
  due_at: integer,
  asked_by: { type: ['string', 'null'] },
  times: integer,
  attempts: integer,
  error: { type: ['string', 'null'] },
  starttime: time,
  took: { type: ['integer', 'null'], description: 'milliseconds' },
});
const scheduled = object({
  name: string,
  label: string,
  when: string,
  line: { ...string, description: 'crontab, Asia/Shanghai' },
  next_at: integer,
  misses: integer,
  alerted_at: time,
  last: { anyOf: [run, { type: 'null' }] },
});
const failedTask = object({
  id: key,
  task: string,
  attempts: integer,
  most_attempts: integer,
  error: string,
  createtime: integer,
  next_at: time,
});

/** `/admin/system.schedule/*`: cron jobs, and failed background tasks. */
export function cronJobsAndFailedTasksController(engine: Engine, schedule: CronJobsByName): Controller {
  const requireName = (name: string): string => {
    if (!Object.hasOwn(schedule, name)) throw notFound();
    return name;
  };
  const reading = { gate: 'rule', node: scheduleResource } as const;
  return {
    app: 'admin',
    name: 'system.schedule',
    actions: {
      index: call({
        ...reading,
        summary: text('定时任务及其最近一次运行', 'Scheduled tasks and their latest run'),
        answer: object({ list: list(scheduled), failed: integer }),
        run: async ({ caller }) => ({
          list: await listCronJobs(engine.db, schedule, caller.locale),
          failed: await countFailedTasks(engine.db),
        }),
      }),
      runs: call({
        ...reading,
        summary: text('一项定时任务最近的运行，最多 100 次', 'Latest runs of a scheduled task, at most 100'),
        input: { name },
        answer: object({ list: list(run) }),
        run: async ({ input }) => ({ list: await listRunsOfCronJob(engine.db, requireName(input.name)) }),
      }),
      tasks: call({
        ...reading,
        summary: text('失败的后台任务', 'Failed background tasks'),
        checkedInRun: {
          page: field.integer(text('页', 'Page'), { min: 1 }),
          limit: field.integer(text('每页行数', 'Rows per page'), { min: 1, max: most }),
        },
        answer: object({ list: list(failedTask), total: integer }),
        run: ({ query }) => listFailedTasks(engine.db, pageOf(query)),
      }),
      run: call({
        gate: 'rule',
        methods: ['POST'],
        title: texts.run,
        summary: text('立即运行一项定时任务', 'Run a scheduled task now'),
        input: { name },
        answer: nothing,
        async run({ engine: { db }, caller, input }) {
          if (!(await runCronJobNow(db, requireName(input.name), caller.name)))
            throw new Refused(texts.running, { data: { reason: 'running' } });
          return new Answer(null, texts.started[caller.locale]);
        },
      }),
      retry: call({
        gate: 'rule',
        methods: ['POST'],
        title: texts.retry,
        summary: text('重试失败的后台任务', 'Retry failed background tasks'),
        inputFrom: 'body',
        checkedInRun: {
          ids: field.selects(text('编号，最多 100 个', 'IDs, at most 100'), { options: {}, required: true }),
        },
        answer: object({ n: integer }),
        async run({ engine: { db }, caller, body }) {
          const ids = Array.isArray(body.ids) ? body.ids.map(parseNonNegativeInteger) : [];
          if (ids.length === 0 || ids.length > most || !ids.every((id) => id !== undefined)) throw badParameter();
          const n = await retryTasks(db, ids);
          return new Answer({ n }, textIn(texts.retried, caller.locale, { n }));
        },
      }),
    },
  };
}

function pageOf(query: Readonly<Record<string, unknown>>): { page: number; limit: number } {
  const page = parseNonNegativeInteger(query.page ?? 1) ?? 1;
  const limit = parseNonNegativeInteger(query.limit ?? 20) ?? 20;
  return { page: Math.min(Math.max(page, 1), 10_000), limit: Math.min(Math.max(limit, 1), most) };
}
