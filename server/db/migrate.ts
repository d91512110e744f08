import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { PoolClient } from 'pg';
import { packageRoot } from '#data/package-root.ts';
import { isDatabaseUnavailable } from '#server/db/driver/database-availability.ts';
import type { Database } from '#server/db/open-database.ts';
import {
  rebuildIndexesOfOutdatedCollation,
  requireIcuForChineseSorting,
  selectOutdatedCollation,
} from '#server/db/require-chinese-sorting-and-rebuild-outdated-indexes.ts';
import { StartupError } from '#server/startup-error.ts';

/** Key of the advisory lock: simultaneous starts migrate one after the other. */
const LOCK_KEY = 7_305_118_042;

/**
 * The name of a migration begins with four digits, or (later ones) with a moment in UTC, followed by the module:
 * 202611281435_enterprise_insurance.sql.
 */
const NAME =
  /^(?:\d{4}|20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d_[a-z0-9]+)_[a-z0-9_]+\.sql$/;

/** The table of applied migrations. Old databases, of the time when files had numbers only, used these as keys. */
const TABLE = `
  create table if not exists migration (
    name text primary key, checksum text not null,
    applied_at timestamptz not null default now(), duration_ms int not null);
  do $$ begin
    if exists (select from information_schema.columns
      where table_schema = current_schema and table_name = 'migration' and column_name = 'number') then
      alter table migration drop column number, add primary key (name);
    end if;
  end $$`;

/**
 * Triggers that keep the names of rows indexed depend on columns, which a migration could not alter or drop. Each start
 * adds them again, and has the rows indexed that were written meanwhile.
 */
const DROP_NAME_TRIGGERS = `
  do $$ declare one record; begin
    for one in select t.tgname as name, c.oid::regclass as of_table from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where t.tgname in ('search_name_added', 'search_name_changed', 'search_name_removed', 'search_name_emptied')
        and c.relnamespace = current_schema()::regnamespace and pg_has_role(c.relowner, 'usage')
    loop execute format('drop trigger %I on %s', one.name, one.of_table); end loop;
  end $$`;

/** One SQL file of migrations/. The database records it by its name without `.sql`. */
export interface Migration {
  name: string;
  checksum: string;
  text: string;
}

type AppliedMigration = Omit<Migration, 'text'>;

/** Reads the migrations in the order of their names. Throws if a name is malformed. */
export function readMigrations(folder = path.join(packageRoot, 'migrations')): Migration[] {
  return fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file): Migration => {
      if (!NAME.test(file)) {
        throw new Error(`migrations/${file}: the name must look like 202611220945_area_what_it_does.sql (UTC)`);
      }
      const text = fs.readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n');
      const checksum = createHash('sha256').update(text).digest('hex');
      return { name: file.slice(0, -'.sql'.length), checksum, text };
    });
}

/**
 * Migrates the database to the version of this program and returns the names of the migrations run. Each file is one
 * transaction. A migration that arrives late runs even if later ones are already applied. Refuses, without any change,
 * a database of a newer program or one built from files that have since changed.
 */
export async function migrateDatabase(db: Database, migrations = readMigrations()): Promise<string[]> {
  if (await isMigrated(db, migrations)) return [];
  return await db.session(async ({ client }) => {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    try {
      await client.query(TABLE);
      const { rows } = await client.query<AppliedMigration>('select name, checksum from migration order by name');
      const pending = findPending(migrations, rows);
      if (pending.length > 0) {
        await requireIcuForChineseSorting(client);
        await client.query(DROP_NAME_TRIGGERS);
      }
      for (const migration of pending) await applyMigration(client, migration);
      await rebuildIndexesOfOutdatedCollation(client);
      return pending.map((migration) => migration.name);
    } finally {
      // a broken connection has released the lock; its error is reported
      await client.query('select pg_advisory_unlock($1)', [LOCK_KEY]).catch(() => {});
    }
  });
}

/** Whether nothing is pending. Checked without a lock, since usually nothing is. */
export async function isMigrated(db: Database, migrations: readonly Migration[] = readMigrations()): Promise<boolean> {
  try {
    const applied = await db.rows<AppliedMigration>('select name, checksum from migration order by name');
    return findPending(migrations, applied).length === 0 && !(await db.row(selectOutdatedCollation));
  } catch (error) {
    if (error instanceof StartupError || isDatabaseUnavailable(error)) throw error;
    return false; // the database is empty, or older than this table
  }
}

/** The pending migrations. Throws a {@link StartupError} if files and database are inconsistent. */
function findPending(migrations: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  const byName = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of applied) {
    const migration = byName.get(name);
    if (!migration) {
      throw new StartupError({
        'zh-cn': `数据库由更新版本的程序升级过（${name}），请使用该版本或更新的程序。`,
        en: `The database was upgraded by a newer version of this program (${name}); run that version or a newer one.`,
      });
    }
    if (migration.checksum !== checksum) {
      throw new StartupError({
        'zh-cn': `迁移文件 ${migration.name}.sql 在应用之后被修改过，请恢复原文件，改动请写入新的迁移。`,
        en: `Migration ${migration.name}.sql was changed after it had been applied; restore it and put the change into a new one.`,
      });
    }
  }
  const done = new Set(applied.map((migration) => migration.name));
  return migrations.filter((migration) => !done.has(migration.name));
}

async function applyMigration(client: PoolClient, migration: Migration): Promise<void> {
  const started = performance.now();
  try {
    await client.query('begin');
    await client.query(migration.text);
    await client.query('insert into migration (name, checksum, duration_ms) values ($1, $2, $3)', [
      migration.name,
      migration.checksum,
      Math.round(performance.now() - started),
    ]);
    await client.query('commit');
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error; // the migration was rolled back with its connection
    await client.query('rollback');
    const { message, position } = error as Error & { position?: string };
    const line = position ? `:${migration.text.slice(0, Number(position)).split('\n').length}` : '';
    throw new StartupError(
      {
        'zh-cn': `迁移 ${migration.name}.sql${line} 执行失败，数据库未被改动：${message}。`,
        en: `Migration ${migration.name}.sql${line} failed and changed nothing: ${message}.`,
      },
      { cause: error },
    );
  }
}
