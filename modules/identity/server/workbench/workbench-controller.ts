import { can } from '#server/caller.ts';
import type { Controller } from '#server/http/controller.ts';
import { countAlarms } from '#server/jobs/read-schedule.ts';
import { scheduleResource } from '#server/jobs/schedule.ts';
import type { Platform } from '#server/platform/server-module.ts';
import { readWorkbench } from './workbench.ts';

/** The officer's start page: pending work, and alarms of the schedule for those who administer it. */
export const workbenchController = ({ engine }: Platform): Controller => ({
  app: 'admin',
  name: 'dashboard',
  actions: {
    dashboard: {
      gate: 'login',
      handle: async ({ caller }) => ({
        ...(await readWorkbench(engine, caller)),
        alarms: can(caller, scheduleResource) ? await countAlarms(engine.db) : 0,
      }),
    },
  },
});
