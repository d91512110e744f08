import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import { mobileTicket } from '#modules/enterprise/server/registration/mobile-verification-ticket.ts';
import type { SharedViewsAndSubscriptions } from '#modules/identity/contract/shared-list-view.ts';
import { statesInStatistics } from '#modules/travel/contract/itinerary/team-itinerary-lifecycle.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { type Client, startApp, type TestApp } from '../support/test-engine.ts';
import { loadUsedDatabase } from './load-used-database.ts';

/** Resource, a note that the platform had written only in Chinese, its English text now, changes. */
const earlierNotes: readonly (readonly [string, string, string | null, string?])[] = [
  ['enterprise/claim', '该企业已由其他申请人认领', 'The enterprise was claimed by another applicant'],
  ['travel/itinerary', '车企不能派车：车辆检修', 'The coach company cannot provide the coach: 车辆检修'],
  ['travel/product', '第 3 版', 'Version 3'],
  [
    'travel/product',
    '未列明的购物或自费项目（旅游法第三十五条）：玉器店、索道',
    'Shopping or optional items not listed (Tourism Law, Art. 35): 玉器店, 索道',
  ],
  [
    'enterprise/enterprise',
    '法定代表人与从业限制名单同名，证件号码不同，须人工核实（昆文旅〔2026〕1 号（一））',
    'The legal representative has the name of a barred person but another identity number: check by hand (昆文旅〔2026〕1 号（一）)',
  ],
  [
    'enterprise/enterprise',
    '证照不清：请重拍',
    'Documents illegible: 请重拍',
    '{"audit_remark": [null, "证照不清：请重拍"]}',
  ],
  [
    'enterprise/licence',
    '核准期限 2026-11-20 → 2026-11-23；另一期限 2026-11-20 → 2026-11-24',
    'Approval deadline 2026-11-20 → 2026-11-23; 另一期限 2026-11-20 → 2026-11-24',
  ],
  ['enterprise/enterprise', '该企业已由其他申请人认领', null],
  ['travel/itinerary', '第 3 版', null],
];

/** Keys of the watched views of the earlier version. */
const watched: number[] = [];

let app: TestApp;
let chief: Client;
beforeAll(async () => {
  const db = await createTestDatabase({ empty: true });
  await loadUsedDatabase(db, path.join(packageRoot, 'test', 'upgrade', 'used-database.sql.gz'));
  await db.query(
    `insert into history (resource, row_id, action, actor_type, actor_name, note, changes)
     select resource, 0, 'edit', 'system', '', note, changes::jsonb from unnest($1::text[], $2::text[], $3::text[]) h (resource, note, changes)`,
    [
      earlierNotes.map(([name]) => name),
      earlierNotes.map(([, note]) => note),
      earlierNotes.map(([, , , changes = '{}']) => changes),
    ],
  );
  // the last of the watches was ended; its number was used
  await db.query(`insert into auth_view_watch (admin_id, place, list, name, address, params)
    select (select id from auth_admin where username = 'admin'), p, 'enterprise/enterprise', '在营的' || p, 'status.eq=active', '{}' from generate_series(1, 3) p`);
  watched.push(...(await db.rows<{ id: number }>('select id from auth_view_watch order by id')).map(({ id }) => id));
  await db.query('insert into auth_view_seen (watch_id, row_id) values ($1, 5), ($1, 7), ($2, 5)', watched.slice(0, 2));
  await db.query('delete from auth_view_watch where id = $1', [watched[2]]);
  expect(await migrateDatabase(db)).toContain('202611271943_system_plain_column_names');
  app = await startApp({ db });
  chief = await app.client({ officer: 'admin' });
});
afterAll(() => app.close());

const list = 'enterprise/enterprise';

test('shared views, preferences and drafts of an earlier version are kept, and a view opens its rows', async () => {
  const { shared } = (await chief.get<SharedViewsAndSubscriptions>('/admin/auth.view/mine', { list })).data;
  expect(shared).toMatchObject([{ name: '在营企业', address: 'status.eq=active' }]);
  const active = await app.db.row<{ n: number }>(`select count(*)::int as n from enterprise where status = 'active'`);
  const query = { search: [{ field: 'status', operator: '=', val: 'active' }] };
  const opened = await chief.get<{ total: number }>('/admin/enterprise.enterprise/index', query);
  expect(opened.data.total).toBe(active?.n);
  expect(active?.n).toBeGreaterThan(0);
  expect((await chief.get('/admin/preference/index')).data).toMatchObject({
    values: { [`views:${list}`]: [{ name: '待审的', address: 'status.eq=submitted' }], triage: { size: 20 } },
  });
  const nobody = await app.client('nobody');
  const ticket = await mobileTicket.issue(app.db, { content: { mobile: '13800138000' } });
  expect((await nobody.get('/api/enterprise/draft', { ticket })).data).toMatchObject({
    data: { name: '滇池客栈', step: 2 },
  });
});

test('watched views become subscriptions under their keys, with what was seen in them; keys that were used are not used again', async () => {
  const rows = await app.db.rows(`select s.id, s.kind, s.name, b.address,
      array(select row_id::int from auth_subscription_seen e where e.subscription_id = s.id order by 1) as seen
    from auth_subscription s join auth_subscription_baseline b on b.subscription_id = s.id order by s.id`);
  const [first, second, ended = 0] = watched;
  const view = { kind: 'entering', address: 'status.eq=active' };
  expect(rows).toEqual([
    { ...view, id: first, name: '在营的1', seen: [5, 7] },
    { ...view, id: second, name: '在营的2', seen: [5] },
  ]);
  const added = await chief.post<{ id: number }>('/admin/auth.subscription/add', {
    list,
    name: '新的',
    kind: 'entering',
    address: 'status.eq=draft',
    language: 'zh-cn',
  });
  expect(added.code, added.msg).toBe(1);
  expect(added.data.id).toBeGreaterThan(ended);
});

test('a materialised measure equals the total of the rows, also after a change of one of them', async () => {
  const answered = async () => {
    const query = { name: 'tourists', by: 'status' };
    const { data } = await chief.get<{ list: { value: number }[] }>('/admin/travel.itinerary/measure', query);
    return data.list.reduce((sum, { value }) => sum + value, 0);
  };
  const stored = async () =>
    (
      await app.db.row<{ sum: number }>(
        'select sum(tourist_count)::int as sum from travel_itinerary where status = any($1)',
        [statesInStatistics],
      )
    )?.sum;
  expect(await answered()).toBe(await stored());
  const before = await stored();
  expect(before).toBeGreaterThan(0);
  await app.db.query(
    `update travel_itinerary set tourist_count = tourist_count + 3
     where id = (select min(id) from travel_itinerary where status = any($1))`,
    [statesInStatistics],
  );
  expect([await answered(), await stored()]).toEqual([(before ?? 0) + 3, (before ?? 0) + 3]);
});

test('the queue continues: a waiting message is processed, an interrupted import ends and keeps its position', async () => {
  const message = () => app.db.row(`select status, fault from message_sms where mobile = '13900000001'`);
  // its text is sealed with the key of another server, which is reported as its failure
  await expect.poll(message, { timeout: 60_000 }).toEqual({ status: 'failed', fault: 'unreadable' });
  const job = await app.db.row<{ id: number }>(`select id from job where kind = 'import'`);
  const state = async () =>
    (await chief.get<{ job: { status: string } }>('/admin/job/show', { id: job?.id })).data.job.status;
  await expect.poll(state, { timeout: 60_000 }).toBe('failed');
  expect(await app.db.row('select through_row, imported from import_progress where job_id = $1', [job?.id])).toEqual({
    through_row: 5,
    imported: 4,
  });
});

test('notes that the platform had written only in Chinese are read in English, and what people wrote stays as it is', async () => {
  const rows = await app.db.rows<{ note: string; note_en: string | null; remark: unknown }>(
    `select note, note_en, changes -> 'audit_remark_en' as remark from history where row_id = 0 order by id`,
  );
  expect(rows.map(({ note, note_en }) => [note, note_en])).toEqual(
    earlierNotes.map(([, note, english]) => [note, english]),
  );
  expect(rows.flatMap(({ remark }) => remark ?? [])).toEqual([null, 'Documents illegible: 请重拍']);
});

test('renamed settings and columns keep their values', async () => {
  const [values] = await app.db.rows(`select
    (select value from system_setting where name = 'sms.receipts_queried') as queried,
    (select (content ->> 'persistent')::boolean from one_time_ticket where hash = 'ticket' and purpose = 'sign-in') as persistent,
    (select device_notified = '2026-11-01 08:00+08' from auth_admin where username = 'admin') as notified,
    (select used from call_budget where minute = 29000000) as used,
    (select days::int from message_expiry_notice where last_day = '2099-01-01') as days,
    (select requested_by from schedule_run where name = 'deliver_messages' and due_at = '2026-11-20') as requested_by,
    (select stored from travel_look where lane = 0) as stored,
    (select times::int from message_sms_receipt_query) as times`);
  expect(values).toEqual({
    queried: '"1"',
    persistent: true,
    notified: true,
    used: 7,
    days: 30,
    requested_by: 'admin',
    stored: 4,
    times: 3,
  });
});

/** Columns and tables with names that clients read in JSON, or of the resource they belong to. */
const wireNames = ['rental_demand.asked', 'rental_quote.words'];

test('no name in the database contains a retired word', async () => {
  const retired =
    '(^|_)(told|tells?|retold|kept|keeper|asks?|asked|says?|said|aside|beside|known|knowing|taken|foreseen?|overtaken|desk|words)(_|$)';
  const found = await app.db.rows<{ name: string }>(
    `select c.table_name || '.' || c.column_name as name from information_schema.columns c
     where c.table_schema = 'public' and (c.table_name ~ $1 or c.column_name ~ $1) order by 1`,
    [retired],
  );
  expect(found.map(({ name }) => name)).toEqual(wireNames);
  const objects = await app.db.rows<{ name: string }>(
    `select name from (
       select proname::text as name from pg_proc where pronamespace = 'public'::regnamespace
       union select tgname from pg_trigger where not tgisinternal
       union select relname from pg_class where relkind in ('i', 'S', 'v') and relnamespace = 'public'::regnamespace
     ) object where name ~ $1 or name ~ '(^|_)keep(s|_|$)' order by 1`,
    [retired],
  );
  expect(objects.map(({ name }) => name)).toEqual([
    'rental_demand_asked_listed',
    'rental_demand_asked_listed_added',
    'rental_demand_asked_restrict',
  ]);
});

test('a change of a cached table notifies processes of this version and of the previous one', async () => {
  await app.db.session(async ({ client }) => {
    const notifications: string[] = [];
    client.on('notification', ({ channel, payload }) => notifications.push(`${channel} ${payload}`));
    await client.query('listen table_changed');
    await client.query('listen kept');
    await client.query('update message_template set updatetime = updatetime where false');
    await expect
      .poll(() => [...notifications].sort())
      .toEqual(['kept message_template', 'table_changed message_template']);
    await client.query('unlisten *');
    client.removeAllListeners('notification');
  });
});
