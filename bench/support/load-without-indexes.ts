import type { Database } from '#server/db/open-database.ts';

/** Triggers that keep the words of a row for search. */
const searchTriggers = ['search_added', 'search_name_added'];

/**
 * Loads tables without their indexes, except primary keys, which are built afterwards: row by row, words alone take ten times as
 * long. Words are kept neither, so that `load` adds them at once.
 */
export async function loadWithoutIndexes(
  db: Database,
  tables: readonly string[],
  load: () => Promise<unknown>,
): Promise<void> {
  const withSearchTables = [...tables, ...tables.map((table) => `${table}_search`), 'search_name'];
  const indexes = await db.rows<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
      where schemaname = current_schema() and tablename = any($1::text[]) and indexname not like '%\\_pkey'`,
    [withSearchTables],
  );
  const triggers = await db.rows<{ table: string; name: string }>(
    `select tgrelid::regclass::text as table, tgname as name from pg_trigger where tgrelid = any($1::regclass[]) and tgname = any($2::text[])`,
    [tables, searchTriggers],
  );
  for (const { name } of indexes) await db.query(`drop index ${name}`);
  for (const { table, name } of triggers) await db.query(`alter table ${table} disable trigger ${name}`);
  await load();
  await db.session(async (session) => {
    for (const { table, name } of triggers) await session.query(`alter table ${table} enable trigger ${name}`);
    await session.query(`set maintenance_work_mem = '1GB'`);
    for (const { definition } of indexes) await session.query(definition);
  });
}
