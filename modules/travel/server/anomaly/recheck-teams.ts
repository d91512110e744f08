import { system } from '#server/caller.ts';
import type { Transaction } from '#server/db/connect.ts';
import { runLazily } from '#server/db/lazy-transaction.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';
import { filedStates } from '../../contract/itinerary/itinerary-life.ts';
import { storeAllFindings } from './check-team.ts';
import { findOverlaps, readOverlaps } from './find-overlaps.ts';
import { readTunings } from './read-tuning.ts';
import { findAnomalies } from './rule/rules.ts';
import { readSnapshots } from './team-snapshot.ts';

/** A round that stopped goes on for this long; later the next one looks at everything anew. */
const goesOnFor = '12 hours';

/** What coaches, cameras and gates tell of a team's last day comes in after it, and two days late where a device was cut off. */
const lookedAtAfter = '2 days';

export interface RecheckResult {
  /** Teams looked at in the round, before it was stopped too. */
  readonly teams: number;
  readonly stored: number;
}

interface LookOrder {
  readonly signal?: AbortSignal;
  /** Teams that are looked at together: few enough that nobody who edits one of them waits, and memory stays flat. */
  readonly together?: number;
  /** Told after each part, once it is stored. */
  readonly onPart?: (looked: RecheckResult) => void;
}

const lookedAt = sql.raw([...filedStates, 'finished'].map((state) => `'${state}'`).join(', '));

/** Teams are shared out by their number: while one lane waits for the database, the other thinks. */
const lanes = [0, 1] as const;
type Lane = (typeof lanes)[number];

/**
 * Looks again at teams that are filed and not over, or since two days: papers end, others file meanwhile, the road tells of them. Nothing is refused at night.
 * How far each lane came is stored with what was seen, so that a round that was cut goes on and sees nothing twice.
 */
export async function recheckTeams(
  engine: Engine,
  { signal, together = 100, onPart }: LookOrder = {},
): Promise<RecheckResult> {
  const { db } = engine;
  // whom teams share is true with the round it was found for
  await db.transaction(async (tx) => {
    const begun = await tx.rows(sql`
    insert into travel_look (lane, begun_at) select lane, now() from unnest(${[...lanes]}::smallint[]) lane
    where not exists (select from travel_look where ended_at is null and begun_at >= now() - ${goesOnFor}::interval)
    on conflict (lane) do update set begun_at = now(), after_id = 0, teams = 0, stored = 0, ended_at = null
    returning lane`);
    if (begun.length > 0) await findOverlaps(tx);
  });
  const before = await db.row<RecheckResult>(
    sql`select coalesce(sum(teams), 0)::int as teams, coalesce(sum(stored), 0)::int as stored from travel_look`,
  );
  let looked: RecheckResult = before ?? { teams: 0, stored: 0 };
  const failed = new AbortController();
  const ways = await Promise.allSettled(
    lanes.map(async (lane) => {
      try {
        for (;;) {
          signal?.throwIfAborted();
          if (failed.signal.aborted) return;
          // the statements of all parts are the same: their plans are kept
          const part = await runLazily(db, (tx) => lookAtPart(engine, tx, lane, together));
          if (part === undefined) return;
          looked = { teams: looked.teams + part.teams, stored: looked.stored + part.stored };
          if (!failed.signal.aborted) onPart?.(looked);
        }
      } catch (error) {
        failed.abort();
        throw error;
      }
    }),
  );
  const wrong = ways.find((one) => one.status === 'rejected');
  if (wrong) throw wrong.reason;
  return looked;
}

/** Looks at the next teams of a lane; undefined: there are none. */
async function lookAtPart(
  engine: Engine,
  tx: Transaction,
  lane: Lane,
  together: number,
): Promise<RecheckResult | undefined> {
  // held against those who file or edit one of them meanwhile; two rounds at once would take turns
  const [own] = await tx.rows<{ after_id: number }>(
    sql`select after_id from travel_look where lane = ${lane} and ended_at is null for update`,
  );
  if (!own) return undefined;
  const teams = await tx.rows<{ id: number }>(
    sql`
    select i.id from travel_itinerary i where i.id > ${own.after_id}::bigint and i.id % ${sql.raw(String(lanes.length))} = ${lane}
      and i.status in (${lookedAt}) and i.end_at > now() - ${lookedAtAfter}::interval
    order by i.id limit ${sql.raw(String(together))} for no key update`,
  );
  const ids = teams.map(({ id }) => id);
  const tuning = await readTunings(engine, tx, ids);
  const snapshots = await readSnapshots(tx, ids, await readOverlaps(tx, ids));
  const found = new Map([...snapshots].map(([id, team]) => [id, findAnomalies(team, tuning(id))]));
  const stored = await storeAllFindings({ engine, tx, caller: system() }, found);
  // fewer may come than there are, where one of them ended while it was waited for
  const last = teams.at(-1)?.id;
  await tx.query(sql`
    update travel_look set after_id = coalesce(${last ?? null}::bigint, after_id), teams = teams + ${teams.length}, stored = stored + ${stored},
      ended_at = case when ${last === undefined} then now() end where lane = ${lane}`);
  return last === undefined ? undefined : { teams: teams.length, stored };
}
