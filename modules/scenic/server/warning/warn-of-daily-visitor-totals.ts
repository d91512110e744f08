import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { shanghaiToday, toTime } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { warning } from '../../contract/crowd-warning.ts';
import { openWarningStates } from '../../contract/crowd-warning-lifecycle.ts';
import { spot } from '../../contract/scenic-spot-and-opening-season.ts';
import { crowdLevelSteps } from '../../contract/spot-grade-crowd-level-and-gate-options.ts';
import { flow } from '../../contract/visitor-flow-time-series-and-warning-messages.ts';
import { clearWarning, raiseWarning } from './raise-replace-and-clear-warnings.ts';
import { writeFunctionsForCrowdWarningCronJobs } from './write-functions-for-crowd-warning-cron-jobs.ts';

/**
 * Raises warnings of spots whose visitors of the day reach a level of the daily capacity, and ends those of days before: unlike
 * who is inside, who came today never becomes less. Returns how many were raised or ended.
 */
export async function updateDailyTotalWarnings(engine: Engine, day = shanghaiToday()): Promise<number> {
  const open = sql`w.basis = 'daily' and w.status = any(${[...openWarningStates]}::text[])`;
  const step = sql`(select max(l) from unnest(${[...crowdLevelSteps]}::int[]) l where b.added * 100 >= t.daily_max::bigint * l)`;
  const reached = await engine.db.rows<{ id: number; level: number; added: number; daily_max: number }>(sql`
    select t.id, ${step} as level, b.added, t.daily_max
    from ${sql.id(tableOf(spot))} t join reading_balance b on b.series = ${flow.name} and b.of_id = t.id and b.day = ${day}::date
    where t.daily_max > 0 and b.added * 100 >= t.daily_max::bigint * ${crowdLevelSteps[0]}
      and ${step} > coalesce((select max(w.level::int) from ${sql.id(tableOf(warning))} w where w.spot_id = t.id and ${open}), 0)
    order by t.id`);
  const now = Math.floor(Date.now() / 1000);
  for (const { id, level, added, daily_max } of reached)
    await engine.db.transaction((tx) =>
      raiseWarning(
        engine,
        tx,
        writeFunctionsForCrowdWarningCronJobs(engine, tx),
        { spot: id, at: now, level, value: added, against: daily_max },
        { basis: 'daily' },
      ),
    );
  const midnight = toTime(`${day}T00:00:00+08:00`) / 1000;
  const over = await engine.db.rows<{ spot_id: number }>(
    sql`select w.spot_id from ${sql.id(tableOf(warning))} w where ${open} and w.raised_at < to_timestamp(${midnight})`,
  );
  for (const { spot_id } of over)
    await engine.db.transaction((tx) =>
      clearWarning(writeFunctionsForCrowdWarningCronJobs(engine, tx), spot_id, { basis: 'daily', at: midnight }),
    );
  return reached.length + over.length;
}

export const dailyTotalWarningCronJob: NonNullable<ServerModule['scheduled']>[string] = {
  label: text('核对景区日承载量', 'Compare visitors of the day with daily capacities'),
  at: '*/2 * * * *',
  async run(engine, { log }) {
    const changed = await updateDailyTotalWarnings(engine);
    if (changed > 0) log.info({ changed }, 'warnings of daily capacities');
  },
};
