import type { ReceivedEvent } from '#kernel/resource/domain-events-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { systemCaller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { on, type SubscriberContext } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { write } from '#server/write/write-pipeline.ts';
import { warning } from '../../contract/crowd-warning.ts';
import { openWarningStates } from '../../contract/crowd-warning-lifecycle.ts';
import { spot } from '../../contract/scenic-spot-and-opening-season.ts';
import type { WarningBasis } from '../../contract/spot-grade-crowd-level-and-gate-options.ts';
import { flow } from '../../contract/visitor-flow-time-series-and-warning-messages.ts';

/** Changes and moves of rows that follow from another. */
export type CascadingWriteFunctions = Pick<SubscriberContext, 'cascadeChange' | 'cascadeMove'>;

/** A change of level as the series reports it. */
export interface LevelReached {
  readonly spot: number;
  readonly at: number;
  readonly level: number;
  readonly value: number;
  readonly against: number;
}
/** When a level is expected, in unix seconds, and how far off such forecasts have been, in percent. */
export interface ForecastOfLevel {
  readonly expected_at?: number;
  readonly expected_from?: number | null;
  readonly expected_until?: number | null;
  readonly forecast_error?: number | null;
}
interface LevelChange extends LevelReached {
  readonly before: number;
}

/** Condition on alias `t`: warnings of a spot that somebody works on. */
export const isOpenOf = (spotId: number, basis: WarningBasis) =>
  sql`t.spot_id = ${spotId} and t.basis = ${basis} and t.status = any(${[...openWarningStates]}::text[])`;

/** Whether a warning `t` was ever confirmed late, or waits for it longer than it may. */
const isLate = sql`(t.confirmed_late or (t.status = 'raised' and coalesce(t.due_at < now(), false)))`;

/** A level as the option of its field. */
const levelOf = (level: number): string => String(level);

/**
 * Adds a warning at a level, or raises the open one to it. The spot is asked now, however late the readings came: its time
 * to confirm counts from here.
 */
export async function raiseWarning(
  engine: Engine,
  tx: Transaction,
  { cascadeChange, cascadeMove }: CascadingWriteFunctions,
  { spot: spotId, at, level, value, against }: LevelReached,
  { basis = 'instant', set: more = {} }: { basis?: WarningBasis; set?: ForecastOfLevel } = {},
): Promise<void> {
  const open = isOpenOf(spotId, basis);
  const figures = {
    value: Math.round(value),
    against: Math.round(against),
    level: levelOf(level),
    level_at: at,
    requested_at: Math.floor(Date.now() / 1000),
    ...more,
  };
  const found = await tx.row<{ id: number }>(
    sql`select t.id from ${sql.id(tableOf(warning))} t where ${open} for update`,
  );
  if (!found) {
    const set = { ...figures, basis, peak_level: levelOf(level), raised_at: at };
    const input = { spot_id: spotId };
    const { id } = await write(engine, warning, systemCaller(), { operation: 'add', input, set, unread: true }, tx);
    await cascadeMove(warning, sql`t.id = ${id}`, 'alarm');
    return;
  }
  await cascadeChange(warning, open, {
    ...figures,
    confirmed_late: isLate,
    peak_level: sql`greatest(t.peak_level::int, ${level})::text`,
  });
  await cascadeMove(warning, open, 'escalate');
}

/** Ends the open warning of a spot, with the most that were inside. */
export async function clearWarning(
  { cascadeChange, cascadeMove }: CascadingWriteFunctions,
  spotId: number,
  { basis, at }: { basis: Exclude<WarningBasis, 'forecast'>; at: number },
): Promise<void> {
  const open = isOpenOf(spotId, basis);
  const name = sql.id(basis === 'instant' ? 'inside' : 'day_total');
  const most = (of: ReturnType<typeof sql>) => sql`(select ${of} from ${sql.id(tableOf(flow))} f
    where f.of_id = t.spot_id and f.at >= t.raised_at and f.at <= to_timestamp(${at}) and f.${name} is not null
    order by f.${name} desc, f.at limit 1)`;
  await cascadeChange(warning, open, {
    peak: most(sql`f.${name}`),
    peak_at: most(sql`f.at`),
    confirmed_late: isLate,
  });
  await cascadeMove(warning, open, 'clear');
}

/** Condition on alias `t`: the open warning on a forecast of a spot up to a level. */
const isForecastUpTo = (spotId: number, level: number) =>
  sql`${isOpenOf(spotId, 'forecast')} and t.level::int <= ${level}`;

/** Ends the warning on a forecast of a spot up to a level, which is reached or not expected any more. Nothing is to be reported. */
export async function endForecastWarning(
  { cascadeChange, cascadeMove }: CascadingWriteFunctions,
  spotId: number,
  { upTo, why }: { upTo: number; why: Text },
): Promise<void> {
  const open = isForecastUpTo(spotId, upTo);
  await cascadeChange(warning, open, { confirmed_late: isLate });
  await cascadeMove(warning, open, 'end', {
    note: sql`${why['zh-cn']}::text`,
    noteEnglish: sql`${why.en}::text`,
  });
}

const reached = text('已达到该级，按实时客流预警', 'The level is reached: the warning on the flow takes over');

/**
 * Ends the warning on a forecast of a spot up to a level that is reached. Its notice stays public and its measures stay in
 * force with the warning on the flow, unless that has its own.
 */
export async function replaceForecastWarning(
  cascades: CascadingWriteFunctions,
  spotId: number,
  upTo: number,
): Promise<void> {
  const forecast = sql`(select t.* from ${sql.id(tableOf(warning))} t where ${isForecastUpTo(spotId, upTo)})`;
  const announced = (column: string) =>
    sql`case when t.announced_at is null then (select f.${sql.id(column)} from ${forecast} f) else t.${sql.id(column)} end`;
  const lacks = sql`(f.announced_at is not null and t.announced_at is null or f.measures <> '{}' and t.measures = '{}')`;
  await cascades.cascadeChange(
    warning,
    sql`${isOpenOf(spotId, 'instant')} and exists (select from ${forecast} f where ${lacks})`,
    {
      notice: announced('notice'),
      notice_en: announced('notice_en'),
      announced_at: announced('announced_at'),
      measures: sql`case when t.measures = '{}' then (select f.measures from ${forecast} f) else t.measures end`,
    },
  );
  await endForecastWarning(cascades, spotId, { upTo, why: reached });
}

const changeOf = ({ row_id, payload }: ReceivedEvent): LevelChange => {
  const { at, level, before, value, against } = payload as unknown as Omit<LevelChange, 'spot'>;
  return { spot: row_id, at: Math.floor(at), level, before, value, against };
};

/** Warnings follow the levels of the flow, in the transaction of the reading that changed them. */
export const updateWarningsOnLevelEvents: Subscriber = on(spot, ['level_raised', 'level_lowered'], {
  async together(facts, context) {
    const { engine, tx, cascadeChange } = context;
    for (const change of facts.map(changeOf)) {
      if (change.level > change.before) {
        await raiseWarning(engine, tx, context, change);
        await replaceForecastWarning(context, change.spot, change.level);
      } else if (change.level === 0) await clearWarning(context, change.spot, { basis: 'instant', at: change.at });
      else
        await cascadeChange(warning, isOpenOf(change.spot, 'instant'), {
          level: levelOf(change.level),
          level_at: change.at,
          value: Math.round(change.value),
          against: Math.round(change.against),
        });
    }
  },
});
