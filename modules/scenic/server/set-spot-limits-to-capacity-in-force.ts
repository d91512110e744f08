import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { systemCaller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { changeRowsInBatches } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { on } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { capacity } from '../contract/carrying-capacity-of-spot.ts';
import { spot } from '../contract/scenic-spot-and-opening-season.ts';

/** A figure of the capacity in force today of the spot of alias `t`. */
const inForce = (name: 'instant_max' | 'daily_max' | 'best_instant'): Sql => {
  const today = sql`(now() at time zone 'Asia/Shanghai')::date`;
  return sql`(select c.${sql.id(name)} from ${sql.id(tableOf(capacity))} c where c.spot_id = t.id
    and c.status in ('published', 'retired') and c.effective_from <= ${today} and coalesce(c.effective_to >= ${today}, true)
    order by c.effective_from desc, c.id desc limit 1)`;
};
const figures = () => ({
  instant_max: inForce('instant_max'),
  daily_max: inForce('daily_max'),
  best_instant: inForce('best_instant'),
});
const differs = (): Sql => {
  const { instant_max, daily_max, best_instant } = figures();
  return sql`(t.instant_max, t.daily_max, t.best_instant) is distinct from (${instant_max}, ${daily_max}, ${best_instant})`;
};

/** The limits of a spot are those of its capacity in force, from the moment one is published. */
export const setSpotLimitsToPublishedCapacity: Subscriber = on(capacity, ['published', 'retired'], {
  async together(facts, { cascadeChange }) {
    const versions = facts.map(({ row_id }) => row_id);
    await cascadeChange(
      spot,
      sql`t.id in (select spot_id from ${sql.id(tableOf(capacity))} where id = any(${versions}::bigint[])) and ${differs()}`,
      figures(),
    );
  },
});

/** Capacities come into force, and end, at midnight. */
export const setSpotLimitsToCapacityInForceAtMidnight: NonNullable<ServerModule['scheduled']>[string] = {
  label: text('更新景区承载量上限', 'Update the limits of scenic spots'),
  at: '1 0 * * *',
  async run(engine, { log }) {
    const changed = await changeRowsInBatches(engine, spot, systemCaller(), { where: differs(), set: figures() });
    if (changed > 0) log.info({ changed }, 'limits of scenic spots follow the capacity in force');
  },
};
