import { system } from '#server/caller.ts';
import type { Transaction } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine.ts';
import { findAnomalies } from './anomaly/rules.ts';
import { keepAll } from './check-team.ts';
import { readTunings } from './read-tuning.ts';
import { readSnapshots } from './team-snapshot.ts';

/** A round that stopped goes on for this long; later the next one looks at everything anew. */
const goesOnFor = '12 hours';

/** What coaches, cameras and gates tell of a team's last day comes in after it, and two days late where a device was cut off. */
const lookedAtAfter = '2 days';

export interface Looked {
  /** Teams looked at in the round, before it was stopped too. */
  readonly teams: number;
  readonly kept: number;
}

interface LookOrder {
  readonly signal?: AbortSignal;
  /** Teams that are looked at together: few enough that nobody who edits one of them waits, and memory stays flat. */
  readonly together?: number;
  /** Told after each part, once it is stored. */
  readonly onPart?: (looked: Looked) => void;
}

/**
 * Looks again at teams that are filed and not over, or since two days: papers end, others file meanwhile, the road tells of them. Nothing is refused at night.
 * How far it came is stored with what was seen, so that a round that was cut goes on and sees nothing twice.
 */
export async function lookAgain(engine: Engine, { signal, together = 100, onPart }: LookOrder = {}): Promise<Looked> {
  await engine.db.query(sql`
    insert into travel_look (begun_at) values (now())
    on conflict (id) do update set begun_at = now(), after_id = 0, teams = 0, kept = 0, ended_at = null
      where travel_look.ended_at is not null or travel_look.begun_at < now() - ${goesOnFor}::interval`);
  for (;;) {
    signal?.throwIfAborted();
    const { ended, ...looked } = await engine.db.transaction((tx) => lookAtPart(engine, tx, together));
    if (ended) return looked;
    onPart?.(looked);
  }
}

async function lookAtPart(engine: Engine, tx: Transaction, together: number): Promise<Looked & { ended: boolean }> {
  // held against those who file or edit one of them meanwhile; two rounds at once would take turns
  await tx.query(sql`select from travel_look for update`);
  const teams = await tx.rows<{ id: number }>(sql`
    select i.id from travel_itinerary i where i.id > (select after_id from travel_look)
      and i.status in ('submitted', 'confirmed', 'departed', 'finished') and i.end_at > now() - ${lookedAtAfter}::interval
    order by i.id limit ${together} for no key update`);
  const ids = teams.map(({ id }) => id);
  const tuning = await readTunings(engine, tx, ids);
  const snapshots = await readSnapshots(tx, ids);
  const found = new Map([...snapshots].map(([id, team]) => [id, findAnomalies(team, tuning(id))]));
  const kept = await keepAll({ engine, tx, caller: system() }, found);
  // fewer may come than there are, where one of them ended while it was waited for
  const ended = teams.length === 0;
  const row = await tx.row<{ teams: number; kept: number }>(sql`
    update travel_look set after_id = coalesce(${teams.at(-1)?.id ?? null}::bigint, after_id), teams = teams + ${teams.length}, kept = kept + ${kept},
      ended_at = case when ${ended} then now() end returning teams, kept`);
  return { teams: row?.teams ?? 0, kept: row?.kept ?? 0, ended };
}
