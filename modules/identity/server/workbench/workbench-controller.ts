import { text } from '#kernel/text/text.ts';
import { can } from '#server/caller.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { scheduleResource } from '#server/jobs/cron-jobs-and-their-runs.ts';
import { countCronJobAlarms } from '#server/jobs/list-cron-jobs-and-runs.ts';
import { enumOf, integer, key, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { readWorkbench } from './read-open-work-of-officer.ts';

const todo = object({
  resource: string,
  title: string,
  count: integer,
  overdue: integer,
  path: string,
  overdue_path: string,
});
const pressing = object({
  resource: string,
  id: key,
  title: string,
  state: string,
  tone: enumOf('neutral', 'progress', 'good', 'warning', 'bad', 'muted'),
  due_at: integer,
  unit: orNull(enumOf('workingDay', 'day', 'hour')),
});

/** The officer's start page: pending work, and alarms of the schedule for those who administer it. */
export const workbenchController: Controller = {
  app: 'admin',
  name: 'dashboard',
  actions: {
    dashboard: call({
      gate: 'login',
      summary: text('工作台：待我办理', 'Workbench: awaiting my action'),
      answer: object({
        remark: string,
        todo: list(todo),
        alarms: { ...integer, description: 'scheduled work that was missed, for who may see it' },
        pressing: list(pressing),
      }),
      run: async ({ engine, caller }) => ({
        ...(await readWorkbench(engine, caller)),
        alarms: can(caller, scheduleResource) ? await countCronJobAlarms(engine.db) : 0,
      }),
    }),
  },
};
