import type { PoolClient } from 'pg';
import { sql } from '#server/db/sql.ts';
import { StartupError } from '#server/startup-error.ts';

/** Throws if the database cannot sort Chinese text. Call it before anything is changed. */
export async function requireIcuForChineseSorting(client: PoolClient): Promise<void> {
  const { rowCount } = await client.query(`select from pg_collation where collprovider = 'i' limit 1`);
  if (rowCount) return;
  throw new StartupError({
    'zh-cn':
      'DATABASE_URL 所指的 PostgreSQL 编译时未启用 ICU，无法按拼音排序。请改用带 ICU 的 PostgreSQL（官方安装包均已启用），或不设 DATABASE_URL 而使用内置数据库。',
    en: 'The PostgreSQL at DATABASE_URL was built without ICU and cannot sort Chinese by pinyin. Use a PostgreSQL with ICU (all official packages have it), or unset DATABASE_URL to use the embedded database.',
  });
}

/** Selects a row if the collation's version differs from the one the indexes were built with. */
export const selectOutdatedCollation = sql`select from pg_collation where collname = 'pinyin'
    and collnamespace = current_schema()::regnamespace and collversion is distinct from pg_collation_actual_version(oid)`;

/**
 * Rebuilds the indexes after an update of ICU, because another version may sort differently, so that lookups would miss
 * rows.
 */
export async function rebuildIndexesOfOutdatedCollation(client: PoolClient): Promise<void> {
  const { rowCount } = await client.query(selectOutdatedCollation.text);
  if (!rowCount) return;
  const { rows } = await client.query<{ index: string }>(`select i.indexrelid::regclass::text as index from pg_index i
    where 'pinyin'::regcollation = any(i.indcollation::oid[])`);
  for (const { index } of rows) await client.query(`reindex index ${index}`);
  await client.query('alter collation pinyin refresh version');
}
