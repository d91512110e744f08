import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { shanghaiToday, toTime } from '#kernel/time/shanghai-time.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { endLevelsBefore } from '#server/time-series/update-reading-states-and-levels-of-rows.ts';
import { maxReadings, validateAndStoreReadings } from '#server/time-series/validate-and-store-batch-of-readings.ts';
import { flow } from '../contract/visitor-flow-time-series-and-warning-messages.ts';

/**
 * Begins the day with nobody inside where gates are silent at night: a reading of 0 at midnight, of spots whose latest reading is
 * from the day before. Without one, what was left over would stand as the present figure until the first gate reports. Of spots
 * whose data is lost nobody knows that they are empty: they stay lost. Levels end with the day, also theirs.
 */
export async function resetVisitorsInside(engine: Engine, day = shanghaiToday()): Promise<number> {
  const midnight = toTime(`${day}T00:00:00+08:00`) / 1000;
  await endLevelsBefore(engine, flow, midnight);
  const left = await engine.db.rows<{ of: number }>(sql`
    select of_id as "of" from reading_state where series = ${flow.name} and at >= to_timestamp(${midnight - 7 * 86_400})
      and at < to_timestamp(${midnight}) and not lost and coalesce(value, 0) <> 0 order by of_id`);
  const readings = left.map(({ of }) => ({ of, source: 'reset', at: midnight, inside: 0, day_total: 0 }));
  for (let from = 0; from < readings.length; from += maxReadings)
    await validateAndStoreReadings(engine, flow, systemCaller(), readings.slice(from, from + maxReadings));
  return readings.length;
}

export const resetVisitorsInsideAtMidnight: NonNullable<ServerModule['scheduled']>[string] = {
  label: text('景区客流清零', 'Begin the day with empty scenic spots'),
  at: '2 0 * * *',
  async run(engine, { log }) {
    const reset = await resetVisitorsInside(engine);
    if (reset > 0) log.info({ reset, table: tableOf(flow) }, 'scenic spots begin the day empty');
  },
};
