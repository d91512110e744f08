import { isDatabaseUnavailable } from '#server/db/driver/database-availability.ts';
import {
  failLostRuns,
  type ScheduleRuns,
  startDueCronJobs,
  storeCronJobs,
} from '#server/jobs/cron-jobs-and-their-runs.ts';

const MINUTE = 60_000;

/**
 * Starts due work, at once and then every minute. Every process does this; the row of the work decides which one starts
 * it. Work that fell due while no process ran is started the first time.
 */
export async function startDueCronJobsEveryMinute(
  runs: ScheduleRuns,
): Promise<{ look(): Promise<void>; stop(): void }> {
  const { db, schedule, log, onEvent } = runs;
  if (Object.keys(schedule).length === 0) return { look: async () => undefined, stop: () => undefined };
  let entered = '';
  const enter = async () => {
    const lines = JSON.stringify(Object.values(schedule).map(({ at }) => at));
    if (lines === entered) return;
    await storeCronJobs(db, schedule);
    entered = lines;
  };
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const look = async () => {
    clearTimeout(timer);
    try {
      await enter(); // settings may have changed the time
      const lost = await failLostRuns(runs);
      if ((await startDueCronJobs(runs)) || lost) onEvent();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) log.error({ err: error }, 'what is due could not be started');
    }
    if (!stopped) timer = setTimeout(() => void look(), MINUTE - (Date.now() % MINUTE) + 50).unref();
  };
  await enter();
  await look();
  return {
    look,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
