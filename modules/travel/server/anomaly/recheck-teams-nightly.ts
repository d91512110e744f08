import { systemCaller } from '#server/caller.ts';
import { runInLazyTransaction } from '#server/db/lazy-transaction.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { statesOccupyingCrew } from '../../contract/itinerary/team-itinerary-lifecycle.ts';
import { readRuleOverrides } from './anomaly-rule-threshold-overrides.ts';
import { readTeamSnapshots } from './read-team-snapshots.ts';
import { storeNewFindingsOfTeams } from './refuse-write-or-store-anomaly-findings-of-team.ts';
import { findAnomalies } from './rule/find-anomalies-by-all-rules.ts';
import {
  readTeamsSharingPeopleOrVehicles,
  storeTeamsSharingPeopleOrVehicles,
} from './store-teams-sharing-people-or-vehicles.ts';

/** An interrupted run is continued within this time; later a new one begins. */
const continuesFor = '12 hours';

/** Readings of the last day arrive after a team has ended, up to two days late from devices that were offline. */
const recheckedAfterEnd = '2 days';

export interface TeamRecheckResult {
  /** Teams checked in this run, also before an interruption. */
  readonly teams: number;
  readonly stored: number;
}

interface RecheckOptions {
  readonly signal?: AbortSignal;
  /** Teams per transaction: few enough that nobody who edits one of them waits, and that memory stays flat. */
  readonly together?: number;
  /** Called after each transaction. */
  readonly onPart?: (looked: TeamRecheckResult) => void;
}

const recheckedStates = sql.raw([...statesOccupyingCrew, 'finished'].map((state) => `'${state}'`).join(', '));

/** Teams are divided by ID: while one lane waits for the database, the other computes. */
const lanes = [0, 1] as const;
type Lane = (typeof lanes)[number];

/**
 * Rechecks teams that are filed and not over, or over for less than two days: documents expire, other teams are
 * filed, readings arrive. Blocks nothing. The position of each lane is stored with the findings, so that an
 * interrupted run continues without repeating.
 */
export async function recheckTeamsNightly(
  engine: Engine,
  { signal, together = 100, onPart }: RecheckOptions = {},
): Promise<TeamRecheckResult> {
  const { db } = engine;
  // overlaps belong to the run they were found for
  await db.transaction(async (tx) => {
    const begun = await tx.rows(sql`
    insert into travel_look (lane, begun_at) select lane, now() from unnest(${[...lanes]}::smallint[]) lane
    where not exists (select from travel_look where ended_at is null and begun_at >= now() - ${continuesFor}::interval)
    on conflict (lane) do update set begun_at = now(), after_id = 0, teams = 0, stored = 0, ended_at = null
    returning lane`);
    if (begun.length > 0) await storeTeamsSharingPeopleOrVehicles(tx);
  });
  const before = await db.row<TeamRecheckResult>(
    sql`select coalesce(sum(teams), 0)::int as teams, coalesce(sum(stored), 0)::int as stored from travel_look`,
  );
  let progress: TeamRecheckResult = before ?? { teams: 0, stored: 0 };
  const failed = new AbortController();
  const lanesDone = await Promise.allSettled(
    lanes.map(async (lane) => {
      try {
        for (;;) {
          signal?.throwIfAborted();
          if (failed.signal.aborted) return;
          // all transactions run the same statements, whose plans are cached
          const part = await runInLazyTransaction(db, (tx) => recheckBatch(engine, tx, lane, together));
          if (part === undefined) return;
          progress = { teams: progress.teams + part.teams, stored: progress.stored + part.stored };
          if (!failed.signal.aborted) onPart?.(progress);
        }
      } catch (error) {
        failed.abort();
        throw error;
      }
    }),
  );
  const wrong = lanesDone.find((one) => one.status === 'rejected');
  if (wrong) throw wrong.reason;
  return progress;
}

/** Checks the next teams of a lane; undefined once there are none. */
async function recheckBatch(
  engine: Engine,
  tx: Transaction,
  lane: Lane,
  together: number,
): Promise<TeamRecheckResult | undefined> {
  // waits for others who write one of these teams, and for another run
  const [own] = await tx.rows<{ after_id: number }>(
    sql`select after_id from travel_look where lane = ${lane} and ended_at is null for update`,
  );
  if (!own) return undefined;
  const teams = await tx.rows<{ id: number }>(
    sql`
    select i.id from travel_itinerary i where i.id > ${own.after_id}::bigint and i.id % ${sql.raw(String(lanes.length))} = ${lane}
      and i.status in (${recheckedStates}) and i.end_at > now() - ${recheckedAfterEnd}::interval
    order by i.id limit ${sql.raw(String(together))} for no key update`,
  );
  const ids = teams.map(({ id }) => id);
  const tuning = await readRuleOverrides(engine, tx, ids);
  const snapshots = await readTeamSnapshots(tx, ids, await readTeamsSharingPeopleOrVehicles(tx, ids));
  const found = new Map([...snapshots].map(([id, team]) => [id, findAnomalies(team, tuning(id))]));
  const stored = await storeNewFindingsOfTeams({ engine, tx, caller: systemCaller() }, found);
  // the last transaction may lock fewer teams, as one of them may have ended meanwhile
  const last = teams.at(-1)?.id;
  await tx.query(sql`
    update travel_look set after_id = coalesce(${last ?? null}::bigint, after_id), teams = teams + ${teams.length}, stored = stored + ${stored},
      ended_at = case when ${last === undefined} then now() end where lane = ${lane}`);
  return last === undefined ? undefined : { teams: teams.length, stored };
}
