import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { evidenceTables, findWritableEvidenceTables } from '#server/db/append-only-evidence-tables.ts';
import { ownsAllButEvidence, restrictedRole } from '#server/db/database-role-that-cannot-change-evidence.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { migrateDatabase, readMigrations } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { migrateQueue } from '#server/jobs/migrate-and-supervise-queue.ts';
import { createLog } from '#server/log.ts';
import { openPlatformDatabase } from '../../apps/open-database.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'xingjian-role-'));
const log = createLog({ level: 'silent' });
let postgres: EmbeddedPostgres;
beforeAll(async () => {
  fs.chmodSync(folder, 0o755); // as root: the account of PostgreSQL must be able to pass through
  postgres = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres'), volatile: true });
}, 60_000);
afterAll(async () => {
  await postgres.stop();
  for (const one of [postgres.folder, folder]) fs.rmSync(one, { recursive: true, force: true });
});

const textColumn = {
  chain_entry: 'actor',
  chain_root: 'tree',
  chain_root_head: 'hash',
  chain_day: 'hash',
  chain_key: 'sm2',
  move_evidence: 'resource',
} as const;

const open = () => openPlatformDatabase({ ...postgres.address, user: restrictedRole }, postgres.address, log);

/** An entry as the product adds it. */
const entry = (seq: number) =>
  sql`insert into chain_entry (stream, seq, event, payload, payload_hash, previous, actor, device, server_time, hash, history_id)
    values ('a/b:1', ${seq}, 'a/b.added', '{}', 'p', '0', 'system', '', now(), 'h', 1)`;

test('the product may add evidence and not change it, in a database of an earlier version too', async () => {
  // before there were two roles, everything belonged to the one
  const owner = await openDatabase({ ...postgres.address, max: 2 });
  await migrateDatabase(
    owner,
    readMigrations().filter(({ name }) => name < '202611282040'),
  );
  await migrateQueue(owner);
  await owner.query(entry(1));
  const { db, ear } = await open();
  try {
    expect(await ownsAllButEvidence(db)).toBe(true);
    expect(await findWritableEvidenceTables(db)).toEqual([]);
    expect(await findWritableEvidenceTables(owner)).toEqual([...evidenceTables]);
    await db.query(entry(2));
    for (const table of evidenceTables)
      for (const statement of [
        `update ${table} set ${textColumn[table]} = ''`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
        `alter table ${table} disable trigger all`,
        `alter table ${table} owner to ${restrictedRole}`,
        `drop table ${table} cascade`,
        `create trigger x before insert on ${table} for each statement execute function refuse_change()`,
      ])
        await expect(db.query(statement), statement).rejects.toThrow(/permission denied|must be owner/);
    await expect(db.query(`set role xingjian`)).rejects.toThrow('permission denied');
    await expect(db.query(`set session_replication_role = replica`)).rejects.toThrow('permission denied');
    await expect(db.query('drop schema public cascade')).rejects.toThrow('must be owner');
    await expect(
      db.query('create or replace function refuse_change() returns trigger language sql as $$ $$'),
    ).rejects.toThrow();
    // what it needs to do: partitions, its queue, its own tables
    await db.query('call create_partitions(3)');
    await migrateQueue(db);
    await db.query(
      'alter table enterprise disable trigger user; alter table enterprise enable trigger user; analyze enterprise',
    );
    const others = await db.rows<{ name: string }>(
      sql`select relname as name from pg_class where relowner <> ${restrictedRole}::regrole and relkind in ('r', 'p')
        and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) order by 1`,
    );
    expect(others.map(({ name }) => name)).toEqual([...evidenceTables].sort());
  } finally {
    await ear.stop();
    await db.close();
    await owner.close();
  }
}, 120_000);

test('a payload is removed by one function, which leaves the hash', async () => {
  const { db, ear } = await open();
  try {
    await expect(
      db.query(`set xingjian.removes_payload = 'on'; update chain_entry set payload = null`),
    ).rejects.toThrow('permission denied');
    const removed = await db.row(
      sql`select remove_chain_payload('a/b:1', 2) as done, remove_chain_payload('a/b:1', 9) as other`,
    );
    expect(removed).toEqual({ done: true, other: false });
    expect(await db.rows(`select seq, payload, payload_hash from chain_entry order by seq`)).toEqual([
      { seq: 1, payload: '{}', payload_hash: 'p' },
      { seq: 2, payload: null, payload_hash: 'p' },
    ]);
    const owner = await openDatabase({ ...postgres.address, max: 2 });
    await expect(owner.query(`update chain_entry set hash = 'x'`)).rejects.toThrow('chain_entry is only added to');
    await owner.close();
  } finally {
    await ear.stop();
    await db.close();
  }
});

test('what a migration adds later is handed over at the next start', async () => {
  const owner = await openDatabase({ ...postgres.address, max: 2 });
  await owner.query('create table added_later (id bigint generated always as identity primary key)');
  const { db, ear } = await open();
  try {
    await db.query('insert into added_later default values');
    await db.query('drop table added_later');
  } finally {
    await ear.stop();
    await db.close();
    await owner.close();
  }
});
