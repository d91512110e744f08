import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { PoolClient } from 'pg';
import type { Database } from '#server/db/connect.ts';
import { packageRoot } from '#server/package-root.ts';
import { StartupError } from '#server/startup-error.ts';

/** Any fixed number: two processes that start on one database migrate one after the other. */
const LOCK_KEY = 7_305_118_042;

/** One SQL file of migrations/, e.g. 0001_identity.sql. */
export interface Migration {
  number: number;
  name: string;
  checksum: string;
  text: string;
}

interface AppliedMigration {
  number: number;
  name: string;
  checksum: string;
}

/** Reads the migrations in their one global order; throws when two claim one number or a name is malformed. */
export function readMigrations(folder = path.join(packageRoot, 'migrations')): Migration[] {
  const migrations = fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file): Migration => {
      const match = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file);
      if (!match) throw new Error(`migrations/${file}: the name must look like 0001_what_it_does.sql`);
      const text = fs.readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n');
      const checksum = createHash('sha256').update(text).digest('hex');
      return { number: Number(match[1]), name: file.slice(0, -'.sql'.length), checksum, text };
    });
  migrations.forEach((migration, i) => {
    const before = migrations[i - 1];
    if (before?.number === migration.number) {
      throw new Error(`migrations/${before.name}.sql and migrations/${migration.name}.sql claim the same number`);
    }
  });
  return migrations;
}

/**
 * Brings the database to the version of this program and returns the names of the migrations it ran. Each file is one
 * transaction. A database of a newer program, or one built from files that have since changed, is refused untouched.
 */
export async function migrateDatabase(db: Database, migrations = readMigrations()): Promise<string[]> {
  return await db.session(async ({ client }) => {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    try {
      await client.query(
        `create table if not exists migration (
           number int primary key, name text not null, checksum text not null,
           applied_at timestamptz not null default now(), duration_ms int not null)`,
      );
      const { rows } = await client.query<AppliedMigration>('select number, name, checksum from migration order by 1');
      const pending = findPending(migrations, rows);
      for (const migration of pending) await applyMigration(client, migration);
      return pending.map((migration) => migration.name);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [LOCK_KEY]);
    }
  });
}

/** The migrations still to run, or a {@link StartupError} when file system and database tell different stories. */
export function findPending(migrations: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.number, migration]));
  for (const { number, name, checksum } of applied) {
    const migration = known.get(number);
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
  const last = applied.at(-1)?.number ?? 0;
  const done = new Set(applied.map((migration) => migration.number));
  const pending = migrations.filter((migration) => !done.has(migration.number));
  const late = pending.find((migration) => migration.number < last);
  if (late) {
    throw new StartupError({
      'zh-cn': `迁移 ${late.name}.sql 的编号小于数据库已应用的 ${last}，请改用更大的编号。`,
      en: `Migration ${late.name}.sql is numbered below ${last}, which the database already has; give it a higher number.`,
    });
  }
  return pending;
}

async function applyMigration(client: PoolClient, migration: Migration): Promise<void> {
  const started = performance.now();
  try {
    await client.query('begin');
    await client.query(migration.text);
    await client.query('insert into migration (number, name, checksum, duration_ms) values ($1, $2, $3, $4)', [
      migration.number,
      migration.name,
      migration.checksum,
      Math.round(performance.now() - started),
    ]);
    await client.query('commit');
  } catch (error) {
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
