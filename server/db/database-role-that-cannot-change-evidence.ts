import { evidenceTables } from './append-only-evidence-tables.ts';
import type { Database, Queryable } from './open-database.ts';
import { sql } from './sql.ts';

/** Role by which the product connects to the embedded database. */
export const restrictedRole = 'xingjian_product';

/** Tables, views and sequences that are neither evidence nor part of an extension or of a column. */
const foreignRelations = sql`
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p', 'v', 'm', 'S')
    and c.relname <> all(${[...evidenceTables]}::text[])
    and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass
      and (d.deptype = 'e' or (c.relkind = 'S' and d.deptype in ('a', 'i'))))`;

/** Whether the connected role owns everything but the evidence, as {@link transferOwnershipExceptEvidence} leaves it. */
export async function ownsAllButEvidence(db: Queryable): Promise<boolean> {
  const left = await db.row(sql`select ${foreignRelations} and c.relowner <> current_user::regrole limit 1`);
  return left === undefined;
}

/**
 * Makes a role the owner of everything but the evidence, of which it may only read and add rows. It cannot change, empty or
 * drop evidence tables, disable their triggers, or become their owner. Runs as the owner of the database after its
 * migrations, and changes nothing if nothing was added.
 */
export async function transferOwnershipExceptEvidence(owner: Database, role: string): Promise<void> {
  await owner.transaction(async (tx) => {
    const run = async (template: string, ...names: readonly string[]) => {
      const made = await tx.row<{ text: string }>(
        sql`select format(${template}, variadic ${[...names]}::text[]) as text`,
      );
      await tx.query(made?.text ?? '');
    };
    const database = await tx.row<{ name: string }>('select current_database() as name');
    await run('grant connect, create, temporary on database %I to %I', database?.name ?? '', role);
    await run('grant usage, create on schema public to %I', role);
    for (const { name } of await readForeignObjects(tx, role)) await run(`alter ${name} owner to %I`, role);
    for (const table of evidenceTables) {
      const there = await tx.row(sql`select from pg_class where oid = to_regclass(${table})`);
      if (!there) continue;
      await run('revoke all on %I from %I', table, role);
      await run('grant select, insert on %I to %I', table, role);
    }
  });
}

/**
 * What the role must own, as text for a statement: `table public.history`. The queue created its own functions and
 * types.
 */
const readForeignObjects = (tx: Queryable, role: string) =>
  tx.rows<{ name: string }>(sql`
    select 'table ' || c.oid::regclass as name ${foreignRelations} and c.relkind <> 'S' and c.relowner <> ${role}::regrole
    union all select 'sequence ' || c.oid::regclass ${foreignRelations} and c.relkind = 'S' and c.relowner <> ${role}::regrole
    union all select 'schema ' || quote_ident(nspname) from pg_namespace
      where nspname = 'graphile_worker' and nspowner <> ${role}::regrole
    union all select 'routine ' || p.oid::regprocedure from pg_proc p
      where p.pronamespace = to_regnamespace('graphile_worker') and p.proowner <> ${role}::regrole
    union all select 'type ' || t.oid::regtype from pg_type t left join pg_class c on c.oid = t.typrelid
      where t.typnamespace = to_regnamespace('graphile_worker') and t.typowner <> ${role}::regrole
        and (t.typtype in ('e', 'd') or (t.typtype = 'c' and c.relkind = 'c'))`);
