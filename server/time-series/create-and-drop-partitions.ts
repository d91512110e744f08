import type { AnyTimeSeries } from '#kernel/module/time-series.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { addDays, addMonths, toShanghaiDate, toTime } from '#kernel/time/shanghai-time.ts';
import type { Database } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { hourTableOf } from './roll-up-and-read-hourly-figures.ts';

/** Partitions created in advance: the nightly task may fail for months, or for two weeks with daily ones. */
const ahead = { month: 3, day: 14 };
const DAY = 86_400_000;

/** A partition, between two midnights in Shanghai. */
interface Part {
  name: string;
  from: string;
  until: string;
}

const nameOf = (one: AnyTimeSeries, day: string) => `${tableOf(one)}_p${day.replaceAll('-', '')}`;
const today = (now: Date) => toShanghaiDate(now.toISOString());

/** First day of the partition that contains a day. */
const beginOf = (one: AnyTimeSeries, day: string) => (one.by === 'day' ? day : `${day.slice(0, 7)}-01`);
const nextOf = (one: AnyTimeSeries, day: string) => (one.by === 'day' ? addDays(day, 1) : addMonths(day, 1));

/** The partitions readings may belong to, from the oldest accepted ones to those in advance. */
export function wantedPartitions(one: AnyTimeSeries, now: Date): Part[] {
  const last = one.by === 'day' ? addDays(today(now), ahead.day) : addMonths(beginOf(one, today(now)), ahead.month);
  const parts: Part[] = [];
  for (let from = beginOf(one, addDays(today(now), -one.late.days)); from <= last; from = nextOf(one, from))
    parts.push({ name: nameOf(one, from), from, until: nextOf(one, from) });
  return parts;
}

/** Creates missing partitions. Waits at most five seconds for long-running readers. */
export async function createPartitions(db: Database, all: readonly AnyTimeSeries[], now = new Date()): Promise<void> {
  const wanted = all.flatMap((one) => wantedPartitions(one, now).map((part) => ({ ...part, table: tableOf(one) })));
  const existing = await namesOf(db, all);
  for (const { table, name, from, until } of wanted.filter((part) => !existing.has(part.name)))
    await db.transaction(async (tx) => {
      await tx.query(`set local lock_timeout = '5s'`);
      await tx.query(
        `create table if not exists "${name}" partition of "${table}" for values from ('${midnight(from)}') to ('${midnight(until)}')`,
      );
    });
}

/** Drops partitions whose readings are all past retention. Returns their names. */
export async function dropPartitions(db: Database, all: readonly AnyTimeSeries[], now = new Date()): Promise<string[]> {
  const existing = await namesOf(db, all);
  const dropped: string[] = [];
  for (const one of all) {
    const oldest = now.getTime() - one.retention.days * DAY;
    for (const name of existing) {
      const from = dayIn(one, name);
      if (from === undefined || toTime(nextOf(one, from)) > oldest) continue;
      await db.transaction(async (tx) => {
        await tx.query(`set local lock_timeout = '5s'`);
        await tx.query(`drop table "${name}"`);
      });
      dropped.push(name);
    }
    if (one.rolledUp)
      await db.query(
        sql`delete from ${sql.id(hourTableOf(one))} where at < ${new Date(now.getTime() - one.rolledUp.days * DAY).toISOString()}::timestamptz`,
      );
  }
  return dropped;
}

async function namesOf(db: Database, all: readonly AnyTimeSeries[]): Promise<Set<string>> {
  const rows = await db.rows<{ name: string }>(
    sql`
    select c.relname::text as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = any(array(select to_regclass(t) from unnest(${all.map(tableOf)}::text[]) t))`.asBrief(),
  );
  return new Set(rows.map(({ name }) => name));
}

/** First day of a partition, by its name; undefined if it belongs to another table. */
function dayIn(one: AnyTimeSeries, name: string): string | undefined {
  const [, year, month, day] = /_p(\d{4})(\d{2})(\d{2})$/.exec(name) ?? [];
  return year && name === nameOf(one, `${year}-${month}-${day}`) ? `${year}-${month}-${day}` : undefined;
}

const midnight = (day: string) => `${day}T00:00:00+08:00`;
