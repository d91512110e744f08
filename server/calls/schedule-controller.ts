import { text, textIn } from '#kernel/text/text.ts';
import { wholeNumberOf } from '#kernel/wire/whole-number.ts';
import type { Engine } from '#server/engine/engine.ts';
import { Answer } from '#server/http/connection/envelope.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { countFailedTasks, listFailedTasks, retryTasks } from '#server/jobs/failed-tasks.ts';
import { listRuns, listSchedule } from '#server/jobs/read-schedule.ts';
import { runNow, type Schedule, scheduleResource } from '#server/jobs/schedule.ts';
import { badParameter, notFound, Refused } from '#server/refusal.ts';

const texts = {
  run: text('定时任务-立即运行', 'Scheduled task: run now'),
  retry: text('后台任务-重试', 'Background task: retry'),
  started: text('已开始运行', 'Started'),
  running: text('该任务正在运行', 'This task is already running'),
  retried: text('已重新排队 {n} 项', '{n} queued again'),
};

const most = 100;

/** `/admin/system.schedule/*`: cron jobs, and failed background tasks. */
export function scheduleController(engine: Engine, schedule: Schedule): Controller {
  const nameOf = ({ params }: Call): string => {
    const { name } = params;
    if (typeof name !== 'string' || !Object.hasOwn(schedule, name)) throw notFound();
    return name;
  };
  const reading = { gate: 'rule', node: scheduleResource } as const;
  return {
    app: 'admin',
    name: 'system.schedule',
    actions: {
      index: {
        ...reading,
        handle: async ({ caller }) => ({
          list: await listSchedule(engine.db, schedule, caller.locale),
          failed: await countFailedTasks(engine.db),
        }),
      },
      runs: { ...reading, handle: async (call) => ({ list: await listRuns(engine.db, nameOf(call)) }) },
      tasks: { ...reading, handle: ({ query }) => listFailedTasks(engine.db, pageOf(query)) },
      run: {
        gate: 'rule',
        methods: ['POST'],
        title: texts.run,
        async handle(call) {
          if (!(await runNow(call.engine.db, nameOf(call), call.caller.name)))
            throw new Refused(texts.running, { data: { reason: 'running' } });
          return new Answer(null, texts.started[call.caller.locale]);
        },
      },
      retry: {
        gate: 'rule',
        methods: ['POST'],
        title: texts.retry,
        async handle({ engine: { db }, caller, body }) {
          const ids = Array.isArray(body.ids) ? body.ids.map(wholeNumberOf) : [];
          if (ids.length === 0 || ids.length > most || !ids.every((id) => id !== undefined)) throw badParameter();
          const n = await retryTasks(db, ids);
          return new Answer({ n }, textIn(texts.retried, caller.locale, { n }));
        },
      },
    },
  };
}

function pageOf(query: Readonly<Record<string, unknown>>): { page: number; limit: number } {
  const page = wholeNumberOf(query.page ?? 1) ?? 1;
  const limit = wholeNumberOf(query.limit ?? 20) ?? 20;
  return { page: Math.min(Math.max(page, 1), 10_000), limit: Math.min(Math.max(limit, 1), most) };
}
