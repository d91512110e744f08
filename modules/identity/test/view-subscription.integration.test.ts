import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toShanghaiMinute } from '#kernel/time/shanghai-time.ts';
import { copyInboxMessages } from '#modules/message/server/copy-inbox-messages-to-chosen-channels.ts';
import { startMailServer } from '#modules/message/test/smtp.ts';
import { sql } from '#server/db/sql.ts';
import { pathOfStoredFile } from '#server/files/storage/find-and-remove-stored-files-by-address.ts';
import { readSheetFile } from '#server/sheets/read-sheets-of-xlsx-or-csv-file.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../test/support/test-engine.ts';
import type { SharedViewsAndSubscriptions } from '../contract/shared-list-view.ts';
import { queueDueFilesOfViews } from '../server/saved-view/make-and-send-files-of-view-subscriptions.ts';
import { notifySubscribersOfNewRows } from '../server/saved-view/notify-subscribers-of-new-rows.ts';
import { removeSentViewFilesAfterWeek } from '../server/saved-view/remove-sent-view-files-after-week.ts';

let app: TestApp;
let chief: Client;
let city: Client;
let county: Client;
let post: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  app = await startApp();
  [chief, city, county] = await Promise.all([
    app.client({ officer: 'admin' }),
    app.client({ officer: 'city' }),
    app.client({ officer: 'county1' }),
  ]);
  post = await startMailServer();
  await app.db.query(`insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, status)
    select '饭店' || n, 'S' || n, 'hotel', '王建国', '13800138000', '王', '13800138000', (array['530102', '530102', '530302'])[n], '路', 'active'
    from generate_series(1, 3) n`);
});
afterAll(async () => {
  await app.close();
  await post.stop();
});

const list = 'enterprise/enterprise';
const at = '/admin/auth.subscription';
const ok = <T>(answer: WireAnswer<T>): T => {
  expect(answer.code, `${answer.msg} ${JSON.stringify(answer.data)}`).toBe(1);
  return answer.data;
};
const subscribe = async (client: Client, body: object) =>
  ok(await client.post<{ id: number }>(`${at}/add`, { list, name: '饭店', language: 'zh-cn', ...body })).id;
const regular = { kind: 'regular', every: 'week', weekday: '5', hour: '17', format: 'xlsx' };
const subscribed = async (client: Client) =>
  ok(await client.get<SharedViewsAndSubscriptions>('/admin/auth.view/mine', { list })).subscribed;
const messagesOf = (username: string, template: string) =>
  app.db.rows<{ content: string; content_en: string; opens: string }>(
    sql`select n.content, n.content_en, n.opens from message_notice n join auth_admin a on a.id = n.admin_id
      where a.username = ${username} and n.template_code = ${template} order by n.id`,
  );
interface Sent {
  readonly outcome: string;
  readonly file: string | null;
  readonly rows: number | null;
  readonly problem: string | null;
}
const sentTo = async (client: Client) =>
  ok(await client.get<{ list: Sent[] }>('/admin/auth.sentView/index', { order: 'id,desc' })).list;
const bytesOf = (file: string | null | undefined) =>
  fs.readFileSync(pathOfStoredFile(path.join(app.config.dataDir, 'storage'), file?.split('?')[0] ?? ''));
const passTime = (id: number) =>
  app.db.query(
    sql`update auth_subscription set next_at = now() - interval '9 days', version = version + 1 where id = ${id}`,
  );

test('the file of a view is sent at its time, once, in the sight, the columns and the language of its subscriber', async () => {
  const address = 'ent_type.eq=hotel&order=name,asc&table=small.name.legal_mobile.area_code';
  const id = await subscribe(county, { ...regular, address, language: 'en' });
  const row = await app.db.row<{ at: number }>(
    sql`select extract(epoch from next_at)::float8 as at from auth_subscription where id = ${id}`,
  );
  const next = new Date((row?.at ?? 0) * 1000);
  expect(toShanghaiMinute(next.getTime())).toMatch(/ 17:00$/);
  expect(new Date(next.getTime() + 8 * 3_600_000).getUTCDay(), 'a Friday').toBe(5);
  expect(await queueDueFilesOfViews(app.engine), 'not due yet').toBe(0);
  await passTime(id);
  const begun = await Promise.all([queueDueFilesOfViews(app.engine), queueDueFilesOfViews(app.engine)]);
  expect(begun.toSorted(), 'by two processes at once').toEqual([0, 1]);
  await expect.poll(async () => (await sentTo(county)).length, { timeout: 60_000 }).toBe(1);
  const [sent] = await sentTo(county);
  expect(sent).toMatchObject({ outcome: 'sent', rows: 2, problem: null });
  const { header, rows } = await readSheetFile(bytesOf(sent?.file));
  expect(header).toEqual(['Name', expect.any(String), expect.any(String)]);
  const cells = [...rows].map((one) => one.cells);
  expect(cells.map(([name]) => name)).toEqual(['饭店1', '饭店2']);
  expect(cells[0]?.[1], 'masked as in the list').toMatch(/^138\*+/);
  expect(cells[0]?.[2]).toContain('Wuhua');
  expect(await messagesOf('county1', 'view_sent')).toMatchObject([
    {
      content: '企业的视图“饭店”共 2 条，文件已生成，可在“视图订阅”中下载。',
      opens: `auth/subscription/${id}`,
    },
  ]);
  // it is its owner's alone
  expect(await sentTo(city)).toEqual([]);
  expect((await city.post(`${at}/sendNow`, { ids: [id] })).code).toBe(0);
  expect((await city.post(`${at}/edit`, { id, hour: '3' })).code).toBe(0);

  // as PDF, at once
  ok(await county.post(`${at}/edit`, { id, format: 'pdf' }));
  ok(await county.post(`${at}/sendNow`, { ids: [id] }));
  await expect.poll(async () => (await sentTo(county)).length, { timeout: 60_000 }).toBe(2);
  expect((await sentTo(county))[0]).toMatchObject({ outcome: 'sent', rows: 2 });
  expect(
    bytesOf((await sentTo(county))[0]?.file)
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  ok(await county.del(`${at}/del`, { ids: [id] }));
  expect((await sentTo(county)).length, 'what was sent stays').toBe(2);

  // its file only for a week
  const stored = async () =>
    (await app.db.row<{ n: number }>(`select count(*)::int as n from routine_attachment where topic = 'view'`))?.n;
  expect([await removeSentViewFilesAfterWeek(app.engine), await stored()]).toEqual([0, 2]);
  await app.db.query(`update auth_sent_view set createtime = now() - interval '8 days', version = version + 1`);
  expect([await removeSentViewFilesAfterWeek(app.engine), await stored()]).toEqual([2, 0]);
  expect(await sentTo(county)).toMatchObject(
    Array.from({ length: 2 }, () => ({ outcome: 'sent', rows: 2, file: null })),
  );
});

test('a message or a file goes by e-mail to a verified address only', async () => {
  expect((await county.post(`${at}/add`, { list, name: '饭店', ...regular, language: 'en', by_mail: '1' })).code).toBe(
    0,
  );
  await app.db.query(sql`update auth_admin set email = 'one@example.com' where username = 'county1'`);
  await app.db.query(
    sql`insert into message_proven_email (admin_id, email) select id, email from auth_admin where username = 'county1'`,
  );
  ok(
    await chief.post('/admin/routine.config/edit', {
      smtp_server: '127.0.0.1',
      smtp_port: post.port,
      smtp_verification: 'none',
      smtp_sender_mail: 'office@example.gov.cn',
    }),
  );
  const id = await subscribe(county, { ...regular, address: 'ent_type.eq=hotel', by_mail: '1' });
  await app.db.query(
    sql`insert into message_channel (admin_id, email, since) select id, '{system}', now() from auth_admin where username = 'county1'`,
  );
  const notices = async () => (await messagesOf('county1', 'view_sent')).length;
  const before = await notices();
  // asked for several times at once, it is made once
  for (const sent of await Promise.all([1, 2, 3].map(() => county.post(`${at}/sendNow`, { ids: [id] })))) ok(sent);
  await expect.poll(() => post.arrived.length, { timeout: 60_000 }).toBe(1);
  const [letter] = post.arrived;
  expect(letter?.to).toEqual(['one@example.com']);
  expect(letter?.raw).toContain('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  await copyInboxMessages(app.engine);
  const again = await app.db.row(
    sql`select count(*)::int as n from message_email where template_code = 'notice_copy' and content like '%饭店%'`,
  );
  expect([await notices(), again], 'not copied to the same address too').toEqual([before + 1, { n: 0 }]);
  await app.db.query(`delete from message_channel`);
  ok(await county.del(`${at}/del`, { ids: [id] }));

  const entering = await subscribe(county, { kind: 'entering', address: 'ent_type.eq=scenic', by_mail: '1' });
  await app.db.query(`insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, status)
    values ('翠湖', 'S9', 'scenic', '王', '1', '王', '1', '530102', '路', 'active')`);
  expect(await notifySubscribersOfNewRows(app.engine)).toBe(1);
  expect(await notifySubscribersOfNewRows(app.engine)).toBe(0);
  await expect.poll(() => post.arrived.length, { timeout: 60_000 }).toBe(2);

  // while the message is unread, the next e-mail is sent an hour later, and the inbox has the one message
  const mails = async () =>
    (
      await app.db.row<{ n: number }>(
        sql`select count(*)::int as n from message_email where template_code = 'view_entered'`,
      )
    )?.n;
  const inbox = async () => (await messagesOf('county1', 'view_entered')).length;
  await app.db.query(`insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, status)
    values ('大观楼', 'S10', 'scenic', '王', '1', '王', '1', '530102', '路', 'active')`);
  const had = await inbox();
  expect([await notifySubscribersOfNewRows(app.engine), await mails()]).toEqual([0, 1]);
  await app.db.query(`update auth_subscription_baseline set mailed_at = now() - interval '61 minutes'`);
  expect([await notifySubscribersOfNewRows(app.engine), await mails(), await inbox()]).toEqual([1, 2, had]);
  ok(await county.del(`${at}/del`, { ids: [entering] }));
});

test('a subscription follows its view, and ends with it', async () => {
  const view = async (body: object) =>
    ok(await city.post<{ id: number }>('/admin/auth.view/add', { list, name: '市里的', audience: 'below', ...body }))
      .id;
  const shared = await view({ address: 'ent_type.eq=hotel' });
  await subscribe(county, { kind: 'entering', view_id: shared });
  const own = (address: string) =>
    county.post('/admin/preference/save', { key: `views:${list}`, value: [{ name: '我的', address }] });
  ok(await own('ent_type.eq=agency'));
  await subscribe(county, { ...regular, name: '我的', own_view: '我的' });
  expect((await subscribed(county)).map(({ address }) => address)).toEqual(['ent_type.eq=hotel', 'ent_type.eq=agency']);
  expect(
    (await city.post(`${at}/add`, { list, name: 'x', kind: 'entering', language: 'en', own_view: '我的' })).code,
  ).toBe(0);

  // rows that a changed view has from then on are no new rows
  ok(await city.post('/admin/auth.view/edit', { id: shared, address: 'status.eq=active' }));
  ok(await own('ent_type.eq=scenic'));
  expect((await subscribed(county)).map(({ address }) => address)).toEqual(['status.eq=active', 'ent_type.eq=scenic']);
  expect(await notifySubscribersOfNewRows(app.engine)).toBe(0);

  // other columns, another order: the rows are the same, and what is new among them is reported
  ok(
    await city.post('/admin/auth.view/edit', {
      id: shared,
      address: 'status.eq=active&order=name,asc&table=small.name',
    }),
  );
  await app.db.query(`insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, status)
    values ('新来的', 'S11', 'hotel', '王', '1', '王', '1', '530102', '路', 'active')`);
  expect(await notifySubscribersOfNewRows(app.engine)).toBe(1);

  ok(await city.del('/admin/auth.view/del', { ids: [shared] }));
  ok(await county.post('/admin/preference/save', { key: `views:${list}`, value: [] }));
  await notifySubscribersOfNewRows(app.engine);
  await app.db.query(sql`update auth_subscription set next_at = now(), version = version + 1 where kind = 'regular'`);
  expect(await queueDueFilesOfViews(app.engine)).toBe(1);
  await expect.poll(async () => (await messagesOf('county1', 'view_ended')).length, { timeout: 60_000 }).toBe(2);
  expect(await subscribed(county)).toEqual([]);
  expect((await messagesOf('county1', 'view_ended')).map(({ content }) => content)).toEqual([
    '您对企业的视图“饭店”的订阅已结束：视图已删除或不再共享给您',
    '您对企业的视图“我的”的订阅已结束：视图已删除或不再共享给您',
  ]);
});

test('subscriptions end with the right to the list', async () => {
  await subscribe(county, { kind: 'entering', address: 'ent_type.eq=hotel' });
  await subscribe(county, { ...regular, address: 'ent_type.eq=hotel' });
  const withhold = (nodes: string) =>
    app.db.query(sql`update auth_group set rules = array(select id from auth_menu where id = any(rules) and name !~ ${nodes})
      where id = any((select group_arr from auth_admin where username = 'county1')::bigint[])`);
  await withhold('^enterprise/enterprise/export$');
  await app.db.query(sql`update auth_subscription set next_at = now(), version = version + 1 where kind = 'regular'`);
  expect(await queueDueFilesOfViews(app.engine)).toBe(1);
  const ended = async () => (await messagesOf('county1', 'view_ended')).map(({ content }) => content);
  const before = (await ended()).length;
  await expect.poll(async () => (await ended()).length, { timeout: 60_000 }).toBe(before + 1);
  // nor without the right to subscribe; but everybody may end what is their own
  const own = await subscribe(county, { kind: 'entering', address: 'ent_type.eq=hotel' });
  await withhold('^auth/subscription/(add|edit|del)$');
  expect((await city.del(`${at}/del`, { ids: [own] })).code).not.toBe(1);
  ok(await county.del(`${at}/del`, { ids: [own] }));
  await withhold('^enterprise/enterprise/index$');
  await notifySubscribersOfNewRows(app.engine);
  expect((await ended()).slice(before)).toEqual(
    Array.from({ length: 2 }, () => '您对企业的视图“饭店”的订阅已结束：您已无权查看或导出该列表，或无权订阅视图'),
  );
  expect(await app.db.row(sql`select count(*)::int as n from auth_subscription`)).toEqual({ n: 0 });
});

test('subscriptions end with the right to subscribe', async () => {
  await subscribe(city, { kind: 'entering', address: 'ent_type.eq=hotel' });
  await subscribe(city, { ...regular, address: 'ent_type.eq=hotel' });
  await app.db.query(`update auth_group set rules = array(select id from auth_menu where id = any(rules) and name !~ '^auth/subscription/')
    where id = any((select group_arr from auth_admin where username = 'city')::bigint[])`);
  await app.db.query(sql`update auth_subscription set next_at = now(), version = version + 1 where kind = 'regular'`);
  expect(await notifySubscribersOfNewRows(app.engine)).toBe(0);
  expect(await queueDueFilesOfViews(app.engine)).toBe(1);
  await expect.poll(async () => (await messagesOf('city', 'view_ended')).length, { timeout: 60_000 }).toBe(2);
});
