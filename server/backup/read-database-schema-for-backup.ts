import type { Queryable } from '#server/db/open-database.ts';
import type { Manifest } from './backup-manifest.ts';

/** Tables left out: migrations record themselves when they are run again. */
const left = `('public.migration', 'graphile_worker.migrations')`;

/** Settings that change the text form of values, set as pg_dump sets them. */
export const textFormatSettings = `
  set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 3; set timezone = 'UTC';
  set bytea_output = 'hex'; set client_encoding = 'UTF8'; set search_path = public; set statement_timeout = 0;
  set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; set synchronize_seqscans = off`;

/** A table to back up. */
interface TableToBackUp {
  schema: string;
  name: string;
  /** The stored ones, which are not generated. */
  columns: string[];
  /** Nothing is stored in it, so that no row needs to be looked for: most tables of a bureau are empty for years. */
  isEmpty: boolean;
}

/**
 * Every table to back up; a partitioned table counts as one. Unlogged tables are left out: PostgreSQL itself empties
 * them after a crash, and their rows live for minutes.
 */
export const readTables = (db: Queryable) =>
  db.rows<TableToBackUp>(`
    select n.nspname::text as schema, c.relname::text as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      pg_relation_size(c.oid) = 0 and not exists (
        select from pg_partition_tree(c.oid) p where p.relid <> c.oid and pg_relation_size(p.relid) > 0) as "isEmpty"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence <> 'u'
      and n.nspname || '.' || c.relname not in ${left}
    order by 1, 2`);

export const readPartitions = (db: Queryable) =>
  db.rows<Manifest['partitions'][number]>(`
    select c.relname::text as name, p.relname::text as of, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    join pg_namespace n on n.oid = c.relnamespace
    where c.relispartition and c.relkind = 'r' and n.nspname = 'public' order by 2, 1`);

/** Sequences that have been used. */
export const readSequences = (db: Queryable) =>
  db.rows<Manifest['sequences'][number]>(`
    select schemaname::text as schema, sequencename::text as name, last_value as last from pg_sequences
    where schemaname in ('public', 'graphile_worker') and last_value is not null order by 1, 2`);

export const readAppliedMigrations = (db: Queryable) =>
  db.rows<Manifest['migrations'][number]>('select name, checksum from migration order by name');

/** Newest migration of the job queue's tables. Null: there are none. */
export async function readQueueVersion(db: Queryable): Promise<number | null> {
  const there = await db.row<{ there: boolean }>(
    `select to_regclass('graphile_worker.migrations') is not null as there`,
  );
  if (!there?.there) return null;
  const newest = await db.row<{ id: number | null }>('select max(id) as id from graphile_worker.migrations');
  return newest?.id ?? null;
}

/** Foreign keys of tables `to` others, with what recreates them. */
export const readForeignKeys = (db: Queryable) =>
  db.rows<{ table: string; to: string; name: string; definition: string }>(`
    select format('"%s"."%s"', n.nspname, c.relname) as table, format('"%s"."%s"', tn.nspname, t.relname) as to,
      quote_ident(k.conname) as name,
      pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
    where k.contype = 'f' and k.conparentid = 0 and n.nspname in ('public', 'graphile_worker')
    order by 1, 2`);

/** `"public"."history"`. Names in a manifest were checked to consist of letters, digits and `_`. */
export const quoteTableName = ({ schema, name }: { schema: string; name: string }): string => `"${schema}"."${name}"`;

export const columnList = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ');
