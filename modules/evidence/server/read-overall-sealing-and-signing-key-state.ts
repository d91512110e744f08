import { findWritableEvidenceTables } from '#server/db/append-only-evidence-tables.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { readSigningState } from './key/evidence-signing-keys.ts';

interface Counted extends Record<string, unknown> {
  readonly last_root: { number: number; until: number; signed: boolean } | null;
  readonly last_day: string | null;
  readonly entries: number;
  readonly unsealed: number;
  readonly unsigned: number;
}

/** What officers see of the chain: whether it is sealed and signed, and whether the product itself could change it. */
export async function readSealingStateOfEvidenceChains(engine: Engine) {
  const signing = await readSigningState(engine);
  const counted = await engine.db.row<Counted>(sql`
    with last as (select number, until_at, state from chain_root order by number desc limit 1)
    select (select json_build_object('number', number, 'until', floor(extract(epoch from until_at)), 'signed', state = 'signed') from last) as last_root,
      (select to_char(max(day), 'YYYY-MM-DD') from chain_day) as last_day,
      (select case when reltuples < 100000 then (select count(*) from chain_entry) else reltuples::bigint end
        from pg_class where oid = 'chain_entry'::regclass) as entries,
      (select count(*)::int from chain_entry c
        where c.server_time > coalesce((select until_at - interval '1 day' from last), '-infinity')
          and not exists (select from chain_root_head h where h.stream = c.stream and h.seq >= c.seq)) as unsealed,
      (select count(*)::int from chain_root where state = 'unsigned') as unsigned`);
  return {
    signing: signing.state,
    kid: signing.state === 'ready' ? signing.key.kid : signing.state === 'gone' ? signing.kid : null,
    last_root: counted?.last_root ?? null,
    last_day: counted?.last_day ?? null,
    entries: counted?.entries ?? 0,
    unsealed: counted?.unsealed ?? 0,
    unsigned: counted?.unsigned ?? 0,
    writable: await findWritableEvidenceTables(engine.db),
  };
}
