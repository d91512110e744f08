import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { startApp, type TestApp } from '../support/test-engine.ts';

/** Data migrations, tested on rows as they were before. */
let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

class Undone extends Error {}
/** Runs in a transaction that is rolled back. */
const tried = async (work: (tx: Transaction) => Promise<void>) =>
  app.db
    .transaction(async (tx) => {
      await work(tx);
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
const migrate = async (tx: Transaction, name: string) => tx.query(await readFile(`migrations/${name}.sql`, 'utf8'));

test('deadlines whose end was shown to a holder become served; those that ended, have no rule, or are internal do not', async () => {
  await tried(async (tx) => {
    const old = [
      ['enterprise/enterprise', 'running', 'enterprise_audit', true],
      ['travel/sos', 'paused', 'sos_answer', true],
      ['crew/guide', 'done', 'guide_audit', false],
      ['enterprise/enterprise', 'running', '', false],
      ['system/area', 'running', 'enterprise_audit', false],
    ] as const;
    for (const [at, [resource, status, rule]] of old.entries())
      await tx.query(sql`
        insert into deadline (resource, row_id, move, rule_code, start_at, due_at, status, clock, rule)
        values (${resource}, ${900_000_000 + at}, '', ${rule}, now(), now(), ${status}, 'old', '{}')`);
    await migrate(tx, '202611270511_system_served_clocks');
    const rows = await tx.rows<{ served: boolean }>(
      sql`select served from deadline where clock = 'old' order by row_id`,
    );
    expect(rows.map(({ served }) => served)).toEqual(old.map(([, , , served]) => served));
  });
});

test('stored names are normalised, and everything else stays as it is', async () => {
  await tried(async (tx) => {
    const row = await tx.row<{ id: number }>(sql`
      insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address)
      values ('旧 · 店', '91530102MA00000OLD', 'shop', '买买提 · 依明', '13800138000', 'John   Smith', '13800138000', '530102', '路  1 号')
      returning id`);
    const id = row?.id ?? 0;
    for (const name of ['阿不都· 热合曼', '张 三', '李四'])
      await tx.query(
        sql`insert into enterprise_staff (enterprise_id, name, id_no, job, mobile, employment, status) values (${id}, ${name}, '{}', 'guide', '13800138000', 'full', 'stated')`,
      );
    await migrate(tx, '202611270549_system_names_one_way');
    expect(
      await tx.row(sql`select name, legal_person, contact_name, address from enterprise where id = ${id}`),
    ).toEqual({
      name: '旧 · 店',
      legal_person: '买买提·依明',
      contact_name: 'John Smith',
      address: '路  1 号',
    });
    const staff = await tx.rows<{ name: string }>(
      sql`select name from enterprise_staff where enterprise_id = ${id} order by id`,
    );
    expect(staff.map(({ name }) => name)).toEqual(['阿不都·热合曼', '张 三', '李四']);
  });
});
