import { randomBytes } from 'node:crypto';
import { bytesOf, toHex } from '#kernel/random-draw/hash-bytes-and-hmac.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { sm3 } from '#server/write/statement/store-evidence-chain-entries.ts';
import type { DrawnKind } from '../../contract/draw/format-and-parse-draw-record-ids.ts';
import { tablesOfDrawKind } from './database-tables-of-inspection-or-expert-draw.ts';

/** The platform's seed, and its published hash. */
export function makeServerSeed(): { readonly seed: string; readonly hash: string } {
  const seed = randomBytes(32).toString('hex');
  return { seed, hash: hashOfSeed(seed) };
}

export const hashOfSeed = (seed: string): string => toHex(sm3(bytesOf(seed)));

/** Beginnings of the statements that write seeds, with the names of their tables in full. */
const statements = {
  enterprise: { insert: sql`insert into enforcement_draw_seed`, update: sql`update enforcement_draw_seed s` },
  expert: { insert: sql`insert into enforcement_expert_draw_seed`, update: sql`update enforcement_expert_draw_seed s` },
} as const;

/** Stores a seed encrypted; without a witness it is the platform's. A second one of the same witness is an error. */
export async function storeSeed(
  { seal }: Engine,
  tx: Queryable,
  kind: DrawnKind,
  { draw, witness, seed }: { readonly draw: number; readonly witness: number | null; readonly seed: string },
): Promise<void> {
  await tx.query(sql`${statements[kind].insert} (draw_id, witness_id, sealed)
    values (${draw}, ${witness}, ${seal.seal(seed, '').cipher})`);
}

/** The seeds of a draw. Nothing reads them but the draw itself. */
export interface OpenedSeeds {
  readonly server: string;
  /** In the order of the commitment; null: not entered. */
  readonly witnesses: readonly { readonly name: string; readonly seed: string | null }[];
}

/** Decrypts the seeds of a draw. */
export async function openSeeds({ seal }: Engine, tx: Queryable, kind: DrawnKind, draw: number): Promise<OpenedSeeds> {
  const tables = tablesOfDrawKind(kind);
  const open = (cipher: string) => seal.open({ cipher, mask: '', hash: '' });
  const own = await tx.row<{ sealed: string }>(
    sql`select sealed from ${tables.seeds} where draw_id = ${draw} and witness_id is null`,
  );
  const witnesses = await tx.rows<{ name: string; sealed: string | null }>(sql`
    select w.name, s.sealed from ${tables.witnesses} w left join ${tables.seeds} s on s.witness_id = w.id
    where w.draw_id = ${draw} order by w.weigh, w.id`);
  return {
    server: own ? open(own.sealed) : '',
    witnesses: witnesses.map(({ name, sealed }) => ({ name, seed: sealed === null ? null : open(sealed) })),
  };
}

/** Stores what the seeds were, in the transaction of the draw. */
export async function storeOpenedSeeds(
  tx: Queryable,
  kind: DrawnKind,
  draw: number,
  { server, witnesses }: { readonly server: string; readonly witnesses: readonly string[] },
): Promise<void> {
  const tables = tablesOfDrawKind(kind);
  await tx.query(
    sql`${statements[kind].update} set opened = ${server} where s.draw_id = ${draw} and s.witness_id is null`,
  );
  await tx.query(sql`
    ${statements[kind].update} set opened = g.seed
    from (select w.id, row_number() over (order by w.weigh, w.id) as place from ${tables.witnesses} w where w.draw_id = ${draw}) w
      join unnest(${[...witnesses]}::text[]) with ordinality g (seed, place) on g.place = w.place
    where s.witness_id = w.id`);
}
