import { noPreviousHash } from '#kernel/evidence-chain/hash-chain-entry.ts';
import {
  type DailyRoot,
  hashOfRoot,
  signedTextOfRoot,
} from '#kernel/evidence-chain/signed-hourly-and-daily-merkle-root.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { sm3 } from '#server/write/statement/store-evidence-chain-entries.ts';
import { readSigningState } from '../key/evidence-signing-keys.ts';
import { mailDailyEvidenceRoot } from './queue-mails-of-published-daily-evidence-root.ts';

/** Past days in Asia/Shanghai that have hourly roots and no daily root yet. */
const readOpenDays = (db: Queryable) =>
  db.rows<{ day: string; roots: DailyRoot['roots'] }>(sql`
    select to_char(d.day, 'YYYY-MM-DD') as day, d.roots from (
      select (r.until_at at time zone 'Asia/Shanghai')::date as day,
        json_agg(json_build_object('number', r.number, 'hash', r.hash) order by r.number) as roots
      from chain_root r where r.until_at > coalesce((select (max(day) + 1)::timestamp at time zone 'Asia/Shanghai' from chain_day), '-infinity')
      group by 1) d
    where d.day < (now() at time zone 'Asia/Shanghai')::date order by d.day`);

/**
 * Publishes the daily root of every past day and mails it, in one transaction each. After a downtime it does so for all
 * days that have hourly roots. Returns the days.
 */
export async function publishDailyEvidenceRoots(engine: Engine): Promise<string[]> {
  const published: string[] = [];
  for (const { day, roots } of await readOpenDays(engine.db)) {
    await engine.db.transaction(async (tx) => {
      const signing = await readSigningState({ db: tx, seal: engine.seal });
      const key = signing.state === 'ready' ? signing.key : undefined;
      const last = await tx.row<{ number: number; hash: string }>(
        sql`select number, hash from chain_day order by number desc limit 1`,
      );
      const content: DailyRoot = {
        format: 'xingjian-day/1',
        number: (last?.number ?? 0) + 1,
        day,
        previous: last?.hash ?? noPreviousHash,
        roots,
        key: key?.kid ?? null,
      };
      const signatures = await key?.sign(signedTextOfRoot(content));
      const hash = hashOfRoot(sm3, content);
      const added = await tx.row(sql`
        insert into chain_day (number, day, hash, kid, content, signatures)
        values (${content.number}, ${day}::date, ${hash}, ${content.key}, ${signedTextOfRoot(content)}, ${signatures ? JSON.stringify(signatures) : null}::jsonb)
        on conflict do nothing returning day`);
      if (!added) return;
      await mailDailyEvidenceRoot(engine, tx, { day, hash, roots: roots.length });
      published.push(day);
    });
  }
  return published;
}
