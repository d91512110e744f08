import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMissingDemoEnterprises } from '#modules/demo/server/add-missing-demo-enterprises-to-area.ts';
import { createDemoMembers } from '#modules/demo/server/load/create-demo-members.ts';
import { createDemoAccounts } from '#modules/identity/server/account/create-demo-accounts.ts';
import { createFirstGroupsAndAdmin } from '#modules/identity/server/account/create-first-accounts.ts';
import { verifyPassword } from '#server/auth/hash-and-verify-password.ts';
import { startSession } from '#server/auth/start-refresh-and-end-sessions-by-token.ts';
import { runCli } from '../support/run-cli.ts';
import { createTestEngine, type TestEngine, testPassword } from '../support/test-engine.ts';

let on: TestEngine;
let dataDir: string;

beforeAll(async () => {
  on = await createTestEngine();
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'xingjian-cli-'));
});
afterAll(async () => {
  await on.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const cli = (...args: string[]) => runCli(on, args, dataDir);

test('an area is filled up to its size and no further, without duplicate credit codes', async () => {
  const { engine, db } = on;
  expect(await addMissingDemoEnterprises(engine, { areaCode: '530102', size: 'prefecture' })).toMatchObject({
    before: 0,
    enterprises: 2000,
  });
  const again = await addMissingDemoEnterprises(engine, { areaCode: '530102', size: 'prefecture' });
  expect(again).toEqual({ before: 2000, enterprises: 0, licences: 0, staff: 0 });
  for (const table of [
    'rental_quote',
    'rental_order',
    'rental_demand',
    'insurance_coverage',
    'insurance_policy',
    'credit_score',
  ])
    await db.query(`delete from ${table}`);
  await db.query(`delete from enterprise_licence`);
  await db.query(`delete from enterprise_staff`);
  await db.query(
    `delete from enterprise e where id > 1900 and not exists (select from enterprise c where c.parent_id = e.id)
      and not exists (select from enforcement_check c where e.id in (c.enterprise_id, c.informed_enterprise_id))
      and not exists (select from credit_event c where c.enterprise_id = e.id)
      and not exists (select from credit_listing c where e.id in (c.enterprise_id, c.recipient_id))
      and not exists (select from incident i where i.enterprise_id = e.id)`,
  );
  const more = await addMissingDemoEnterprises(engine, { areaCode: '530102', size: 'prefecture' });
  expect(more.enterprises).toBe(2000 - more.before);
  const [row] = await db.rows<{ n: number; codes: number }>(
    'select count(*)::int as n, count(distinct uscc)::int as codes from enterprise',
  );
  expect(row).toEqual({ n: 2000, codes: 2000 });
  // each event of a team on the road is recorded once
  const counted = await db.row<{ most: number }>(
    'select max(n)::int as most from (select count(*) as n from enforcement_entry group by of_id) e',
  );
  expect(counted).toEqual({ most: 1 });
});

test('officers are created for an area once, with unused names', async () => {
  expect(await createDemoAccounts(on.engine, '530100', testPassword)).toEqual([]);
  const province = await createDemoAccounts(on.engine, '530000', testPassword);
  expect(province.map((one) => one.username)).toEqual(['province']);
  const other = await createDemoAccounts(on.engine, '532900', testPassword);
  expect(other.map((one) => one.username)).toEqual(['city_5329', 'county_532901', 'county_532922', 'county_532923']);
  const municipality = await createDemoAccounts(on.engine, '310000', testPassword);
  expect(municipality.map((one) => one.role)[0]).toBe('上海市市场管理');
  expect(municipality).toHaveLength(4);
});

test('members are created for an area once and hold its enterprises', async () => {
  const passwords = { password: testPassword, invent: () => 'Invented-2026' };
  const made = await createDemoMembers(on.engine, '530100', passwords);
  expect(made.map((one) => one.username)).toEqual(['agency1', 'coach1', 'homestay1', 'scenic1', 'guide1', 'tourist1']);
  expect(made.at(-1)).toEqual({ username: 'tourist1', role: '游客', password: testPassword });
  // enterprises with checks have a contact, who cannot sign in
  const held = await on.db.rows<{ username: string; of: string }>(`
    select m.username, e.ent_type as of from member m join enterprise_person p on p.user_id = m.id join enterprise e on e.id = p.enterprise_id
      where m.password <> ''
    union all select m.username, 'guide' from member m join crew_guide g on g.user_id = m.id order by 1`);
  expect(held).toEqual([
    { username: 'agency1', of: 'agency' },
    { username: 'coach1', of: 'coach' },
    { username: 'guide1', of: 'guide' },
    { username: 'homestay1', of: 'homestay' },
    { username: 'scenic1', of: 'scenic' },
  ]);
  expect(await createDemoMembers(on.engine, '530100', passwords)).toEqual([]);
  // elsewhere there is no enterprise to hold
  expect(await createDemoMembers(on.engine, '310000', passwords)).toEqual([]);
});

test('neither the first administrator nor a demonstration account gets a password that is easy to guess', async () => {
  const empty = await createTestEngine({ config: { adminPassword: 'My-Admin-2026' } });
  try {
    await empty.db.query('delete from session');
    await empty.db.query('delete from auth_admin');
    await expect(createFirstGroupsAndAdmin(empty.engine)).rejects.toThrow(
      'The environment variable ADMIN_PASSWORD cannot be the password of the first administrator: The administrator password must not contain the username.',
    );
    expect(await empty.db.row('select count(*)::int as n from auth_admin')).toEqual({ n: 0 });
    const made = await createDemoAccounts(empty.engine, '530100', 'Our-City-2026');
    expect(made.map((one) => one.password === 'Our-City-2026')).toEqual([false, true, true, true]);
  } finally {
    await empty.close();
  }
});

test('a password reset sets a new password, unlocks the account and ends all its sessions', async () => {
  const { db } = on;
  const account = await db.row<{ id: number }>(`select id from auth_admin where username = 'city'`);
  await db.query(
    `insert into attempt (name, subject, at, expiretime)
    values ('sign_in_admin', $1, array_fill(now(), array[10]), now() + interval '1 day')`,
    [String(account?.id)],
  );
  const device = { ip: '127.0.0.1', userAgent: 'test' };
  await startSession(db, { type: 'admin', id: account?.id ?? 0 }, device, { seconds: 600, persistent: true });
  const { code, output } = await cli('admin', 'reset', 'city');
  expect(code, output).toBe(0);
  const password = /Password {2}(\S{12})/.exec(output)?.[1] ?? '';
  const after = await db.row<{ password: string; tries: number; sessions: number }>(
    `select password, (select count(*)::int from attempt) as tries, (select count(*)::int from session s where s.subject_type = 'admin' and s.subject_id = a.id) as sessions from auth_admin a where username = 'city'`,
  );
  expect(after).toMatchObject({ tries: 0, sessions: 0 });
  expect(await verifyPassword(after?.password ?? '', password)).toBe(true);
});

test.each([
  [['admin', 'reset', 'nobody'], '没有管理员 nobody'],
  [['demo', '--area', '999999'], 'no province, prefecture or county with the code 999999'],
  [['demo'], 'Give the six-digit division code'],
  [['demo', '--area', '530100', '--size', 'village'], '--size must be prefecture or province'],
  [['demo', '--area', '530100', '--colour', 'red'], 'npm run demo -- --area'],
  [['admin'], 'npm run admin -- reset'],
  [['boil'], 'npm run migrate'],
])('%j is refused in words', async (args, refusal) => {
  const { code, errors } = await cli(...args);
  expect(code).toBe(1);
  expect(errors).toContain(refusal);
  expect(errors).not.toContain('    at ');
});

test('migrate leaves an up-to-date database as it is', async () => {
  const { code, output } = await cli('migrate');
  expect({ code, output }).toEqual({ code: 0, output: '✓ 数据库结构已是最新 The database is up to date\n' });
});
