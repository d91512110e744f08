import type { AnyResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

interface InventedSeeds {
  readonly witnesses: readonly {
    readonly name: string;
    readonly seed: string;
    readonly way: string;
    readonly to: string | null;
  }[];
  /** The platform's own. */
  readonly serverSeed: string;
}

/** Stores witnesses and seeds of a draw of enterprises or experts, sealed like those of any draw, and opened. */
export async function storeWitnessesAndSeedsOfDraw(
  { seal }: Engine,
  tx: Transaction,
  { draw, id }: { readonly draw: AnyResource; readonly id: number },
  { witnesses, serverSeed }: InventedSeeds,
): Promise<void> {
  const table = (suffix: string) => sql.id(`${tableOf(draw)}${suffix}`);
  const sealed = (seed: string) => ({ seed, sealed: seal.seal(seed, '').cipher });
  const rows = witnesses.map(({ seed, ...one }, at) => ({ ...one, weigh: at + 1, ...sealed(seed) }));
  await tx.query(sql`
    with g as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) g (name text, way text, "to" text, weigh int, seed text, sealed text)),
      w as (insert into ${table('_witness')} (draw_id, name, weigh, code_way, code_to, code_at, code_by, entered_at)
        select d.id, g.name, g.weigh, g.way, g.to, d.draw_at - interval '2 hours', (select min(id) from auth_admin), d.draw_at - interval '1 hour'
        from g, ${table('')} d where d.id = ${id} returning id, name)
    insert into ${table('_seed')} (draw_id, witness_id, sealed, opened) select ${id}, w.id, g.sealed, g.seed from w join g using (name)`);
  const platform = sealed(serverSeed);
  await tx.query(
    sql`insert into ${table('_seed')} (draw_id, sealed, opened) values (${id}, ${platform.sealed}, ${platform.seed})`,
  );
}
