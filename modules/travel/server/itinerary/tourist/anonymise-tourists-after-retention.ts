import { systemCaller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import {
  type Erasures,
  eraseCopies,
  eraseDataOfDeletedRows,
  erasedNumber,
  erasedText,
  erasePersonalData,
} from '#server/write/row-set/erase-personal-data.ts';
import { tourist } from '../../../contract/itinerary/days-stops-tourists-and-crew-of-itinerary.ts';
import { itinerary } from '../../../contract/itinerary/team-itinerary.ts';
import { touristRetentionSettings } from '../../../contract/itinerary/tourist-retention-settings.ts';

/** Birthday moved to the day of departure: keeps the age on the trip only. */
const bornThen: Sql = sql`(select d.day - make_interval(years => extract(year from age(d.day, t.birthday))::int)
  from travel_itinerary i, lateral (select (i.start_at at time zone 'Asia/Shanghai')::date as day) d
  where i.id = t.itinerary_id and t.birthday is not null)::date`;

const nothing = sql`null`;
const forgets: Erasures = {
  name: sql`${erasedText}::text`,
  id_no: erasedNumber,
  mobile: nothing,
  guardian_mobile: nothing,
  room_no: nothing,
  seat_no: nothing,
  birthday: bornThen,
};

export interface AnonymisedTourists {
  readonly teams: number;
  readonly tourists: number;
}

interface ForgetOptions {
  readonly signal?: AbortSignal;
  /** Teams in one transaction: few enough that readers do not wait, even with lists of thousands. */
  readonly together?: number;
  readonly now?: Date;
}

/**
 * Anonymises tourists whose retention period has ended. Each team is marked in the transaction that anonymises it, so
 * that an interrupted run continues where it stopped.
 */
export async function anonymiseTourists(
  engine: Engine,
  { signal, together = 20, now = new Date() }: ForgetOptions = {},
): Promise<AnonymisedTourists> {
  const { years } = engine.settings(touristRetentionSettings);
  const before = await engine.db.row<{ at: string }>(
    sql`select (${now.toISOString()}::timestamptz - make_interval(years => ${years}))::text as at`,
  );
  const cutoff = before?.at ?? '';
  // copies of deleted teams contain their lists
  await engine.db.transaction((tx) =>
    eraseCopies(tx, itinerary, sql`(r.data->>'end_at')::timestamptz < ${cutoff}::timestamptz`),
  );
  const done = { teams: 0, tourists: 0 };
  for (;;) {
    signal?.throwIfAborted();
    const part = await engine.db.transaction((tx) => forgetTeams(engine, tx, cutoff, together));
    if (part.teams === 0) break;
    done.teams += part.teams;
    done.tourists += part.tourists;
  }
  while (await engine.db.transaction((tx) => forgetMonth(tx, cutoff))) signal?.throwIfAborted();
  return done;
}

async function forgetTeams(
  engine: Engine,
  tx: Transaction,
  cutoff: string,
  together: number,
): Promise<AnonymisedTourists> {
  const teams = await tx.rows<{ id: number }>(sql`
    select id from travel_itinerary where forgotten_at is null and end_at < ${cutoff}::timestamptz
    order by end_at, id limit ${together} for update`);
  const ids = teams.map(({ id }) => id);
  if (ids.length === 0) return { teams: 0, tourists: 0 };
  const list = await tx.rows<{ id: number }>(
    sql`select id from travel_tourist where itinerary_id = any(${ids}::bigint[]) order by id`,
  );
  await erasePersonalData(
    engine,
    tx,
    tourist,
    list.map(({ id }) => id),
    forgets,
  );
  await eraseCopies(tx, tourist, sql`(r.data->>'itinerary_id')::bigint = any(${ids}::bigint[])`);
  // a hash is as good as the numbers to anybody who has a list to compare
  await erasePersonalData(engine, tx, itinerary, ids, { list_hash: nothing });
  await changeRows(
    engine,
    itinerary,
    systemCaller(),
    { where: sql`t.id = any(${ids}::bigint[])`, set: { forgotten_at: sql`now()` } },
    tx,
  );
  return { teams: ids.length, tourists: list.length };
}

/** Anonymises the history of one month for tourists who are on no list any more; false once the cutoff is reached. */
async function forgetMonth(tx: Transaction, cutoff: string): Promise<boolean> {
  const span = await tx.row<{ from: string; to: string }>(sql`
    select f.from::text as "from", least(f.from + interval '1 month', ${cutoff}::timestamptz)::text as "to"
    from (select coalesce((select until from travel_forget for update),
      (select min(createtime) from history where resource = ${tourist.name})) as "from") f
    where f.from < ${cutoff}::timestamptz`);
  if (!span) return false;
  await eraseDataOfDeletedRows(tx, tourist, Object.keys(forgets), span);
  await tx.query(
    sql`insert into travel_forget (until) values (${span.to}::timestamptz) on conflict (id) do update set until = excluded.until`,
  );
  return true;
}
