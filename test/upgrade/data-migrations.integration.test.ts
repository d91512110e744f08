import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findOrCreateShippedGroup } from '#modules/identity/server/administrator/shipped-permission-groups.ts';
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

test('of listings that had ended, those that a repair ended are told from those that an officer removed', async () => {
  await tried(async (tx) => {
    const { id: enterprise } = (await tx.row<{ id: number }>(sql`
      insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address)
      values ('旧旅行社', '91530102MA00000OLD', 'agency', '张三', '13800138000', '李四', '13800138000', '530102', '路 1 号')
      returning id`)) ?? { id: 0 };
    const ended = [
      ['XY209800001', ['repair']],
      ['XY209800002', ['remove']],
      // found false, and removed later
      ['XY209800003', ['repair', 'relist', 'remove']],
    ] as const;
    for (const [no, moves] of ended) {
      const { id } = (await tx.row<{ id: number }>(sql`
        insert into credit_listing (no, list, enterprise_id, recipient_id, name, reason, ground, basis_no, basis_authority, basis_on, area_code, status)
        values (${no}, 'minor', ${enterprise}, ${enterprise}, '旧旅行社', '两次受到行政处罚', 'document', '1号', '文旅局', '2026-01-05', '530102', 'removed')
        returning id`)) ?? { id: 0 };
      for (const move of moves)
        await tx.query(sql`
          insert into history (resource, row_id, action, move, from_status, to_status, actor_type, actor_name)
          values ('credit/listing', ${id}, 'move', ${move}, ${move === 'relist' ? 'removed' : 'published'}, ${move === 'relist' ? 'published' : 'removed'}, 'admin', '王五')`);
    }
    await migrate(tx, '202611300601_credit_listings_repaired');
    const rows = await tx.rows<{ status: string }>(
      sql`select status from credit_listing where enterprise_id = ${enterprise} order by no`,
    );
    expect(rows.map(({ status }) => status)).toEqual(['repaired', 'removed', 'removed']);
  });
});

test('older installations get the group for commanding incidents, and counties what new ones have, unless somebody chose', async () => {
  await tried(async (tx) => {
    const city = await findOrCreateShippedGroup(tx, 'city');
    const fresh = await findOrCreateShippedGroup(tx, 'county');
    const command = await findOrCreateShippedGroup(tx, 'command');
    const rulesOf = async (id: number) =>
      (
        await tx.row<{ names: string[] }>(sql`
        select array(select m.name from auth_menu m where m.id = any(g.rules) order by m.name) as names from auth_group g where g.id = ${id}`)
      )?.names ?? [];
    const [asShipped, commanding] = [await rulesOf(fresh), await rulesOf(command)];
    // as they were: no group for it, and counties that could do everything; one of them by the choice of an administrator
    await tx.query(sql`delete from auth_group where id = ${command}`);
    await tx.query(sql`update auth_group g set rules = array(select distinct k from unnest(g.rules || array(
      select id from auth_menu where name ~ '^incident($|/)')) k) where g.id = ${fresh}`);
    const chosen = (await tx.row<{ id: number }>(sql`insert into auth_group (pid, name, shipped, rules)
      select pid, '另一县级组', 'county', rules from auth_group where id = ${fresh} returning id`)) ?? { id: 0 };
    await tx.query(sql`insert into history (resource, row_id, action, actor_type, actor_name, changes)
      values ('auth/group', ${chosen.id}, 'edit', 'admin', '王芳', '{"rules": [[], []]}')`);
    const before = await rulesOf(chosen.id);
    expect(before).toContain('incident/incident/respond');

    await migrate(tx, '202611300702_auth_incident_command_group');
    const made = await tx.row<{ id: number; pid: number }>(
      sql`select id, pid from auth_group where shipped = 'command' and name = '安全事件指挥'`,
    );
    expect(made?.pid).toBe(city);
    expect(await rulesOf(made?.id ?? 0)).toEqual(commanding);
    expect(await rulesOf(fresh)).toEqual(asShipped);
    expect(await rulesOf(chosen.id)).toEqual(before);
  });
});

test('an installation that has no groups of the product yet gets none from the migration', async () => {
  await tried(async (tx) => {
    await tx.query(sql`update auth_group set shipped = null`);
    const count = async () => (await tx.row<{ n: number }>(sql`select count(*)::int as n from auth_group`))?.n;
    const before = await count();
    await migrate(tx, '202611300702_auth_incident_command_group');
    expect(await count()).toBe(before);
  });
});
