import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberHomeOf } from '#kernel/module/member-home-page-declaration.ts';
import { activeEnterprise, addEnterprise, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { placePerson } from '#modules/enterprise/test/people.ts';
import { sendDailyDigests } from '#modules/identity/server/workbench/send-daily-digest-email.ts';
import { serverModules } from '#modules/server.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import type { OwnNotificationChannels } from '../contract/notification-channels.ts';
import { copyInboxMessages } from '../server/copy-inbox-messages-to-chosen-channels.ts';

let app: TestApp;
let county: Client;
let id: number;
beforeAll(async () => {
  app = await startApp();
  county = await app.client({ officer: 'county1' });
  ({ id } = await app.officer('county1'));
});
afterAll(() => app.close());

const digests = () => sendDailyDigests(() => memberHomeOf(serverModules(() => undefined)))(app.engine);
const at = (action: string, side: 'admin' | 'api' = 'admin') => `/${side}/message.channel/${action}`;
const usual = { email: [], sms: [], wechat: [], muted: [], digest: false, digest_hour: 8 };
const own = async () => (await county.get<OwnNotificationChannels>(at('index'))).data;
const address = (column: 'email' | 'mobile', value: string | null) =>
  app.db.query(sql`update auth_admin set ${sql.id(column)} = ${value} where id = ${id}`);
const prove = (email: string) =>
  app.db.query(sql`insert into message_proven_email (admin_id, email) values (${id}, ${email})`);
const send = (kind: string, template = 'test') =>
  app.db.query(sql`insert into message_notice (admin_id, kind, template_code, label, label_en, content, content_en)
    values (${id}, ${kind}, ${template}, '标题', 'Subject', '内容。', 'Content.')`);
const queued = (table: 'message_sms' | 'message_email', template = 'notice_copy') =>
  app.db.rows<{ content: string }>(
    sql`select content from ${sql.id(table)} where template_code = ${template} order by id`,
  );

test('other channels than the inbox are used only by choice, and only with an address on record', async () => {
  await address('email', null);
  await address('mobile', null);
  expect(await own()).toEqual({
    ...usual,
    addresses: { email: null, mobile: null, proven: false, wechat: false, wechat_bound: false },
  });
  const refused = await county.post<{ errors: object }>(at('save'), { ...usual, email: ['todo'], sms: ['legal'] });
  expect([refused.code, Object.keys(refused.data.errors)]).toEqual([0, ['email', 'sms']]);
  expect((await county.post<{ errors: object }>(at('save'), { ...usual, digest: true })).data.errors).toHaveProperty(
    'email',
  );
  for (const wrong of [
    { email: 'todo' },
    { email: ['none'] },
    { muted: ['legal'] },
    { digest: '1' },
    { digest_hour: 24 },
    { digest_hour: 7.5 },
    { sms: [{}] },
  ])
    expect((await county.post(at('save'), { ...usual, ...wrong })).data, JSON.stringify(wrong)).toMatchObject({
      reason: 'invalid',
    });
  const member = await app.client({ member: 'channelled' });
  expect((await member.get<OwnNotificationChannels>(at('index', 'api'))).data).toMatchObject(usual);
  expect((await member.post(at('save', 'api'), usual)).code).toBe(1);
});

test('a message is forwarded once, a legal one without its content, and one already read not at all', async () => {
  await address('email', 'county1@example.com');
  await address('mobile', '13800138001');
  await send('todo');
  const early = await county.post<{ errors: object }>(at('save'), { ...usual, email: ['todo'] });
  expect(early.data.errors, 'nobody proved that address').toHaveProperty('email');
  await prove('County1@example.com');
  const chosen = { ...usual, email: ['legal', 'todo'], sms: ['legal'] };
  expect((await county.post(at('save'), chosen)).code).toBe(1);
  expect(await own()).toMatchObject({
    email: ['legal', 'todo'],
    addresses: { email: 'c***@example.com', mobile: '138****8001', proven: true },
  });
  for (const kind of ['legal', 'todo', 'system']) await send(kind);
  await send('todo');
  await app.db.query(sql`update message_notice set read_at = now() where id = (select max(id) from message_notice)`);
  await Promise.all([copyInboxMessages(app.engine), copyInboxMessages(app.engine)]);
  await copyInboxMessages(app.engine);
  expect((await queued('message_email')).map(({ content }) => content)).toEqual([
    '标题：请登录平台查看。',
    '标题：内容。请登录平台查看。',
  ]);
  expect((await queued('message_sms')).map(({ content }) => content)).toEqual(['标题：请登录平台查看。']);
});

test('a muted message is in the inbox and does not count at the bell', async () => {
  expect((await county.post('/admin/message.notice/read', {})).code).toBe(1);
  await uploadMaterials(app.engine);
  const row = await addEnterprise(app.engine, await app.officer('admin'));
  const chief = await app.client({ officer: 'admin' });
  const mention = (content: string) =>
    chief.post('/admin/message.comment/add', { resource: 'enterprise/enterprise', row, content, mentions: [id] });
  expect((await county.post(at('save'), { ...usual, muted: ['mention'] })).code).toBe(1);
  expect((await mention('先看一下')).code).toBe(1);
  const unread = async () => (await county.get<{ todo: number }>('/admin/message.notice/unread')).data.todo;
  const listed = async () =>
    (await county.get<{ total: number }>('/admin/message.notice/index', { quick_search: '@' })).data.total;
  expect([await unread(), await listed()]).toEqual([0, 1]);
  expect((await county.post(at('save'), usual)).code).toBe(1);
  expect((await mention('再看一下')).code).toBe(1);
  expect([await unread(), await listed()]).toEqual([1, 2]);
});

test('of several messages stored together only those of a muted topic to its reader count as read', async () => {
  expect((await county.post(at('save'), { ...usual, muted: ['system'] })).code).toBe(1);
  const { id: other } = await app.officer('admin');
  const stored = await app.db.rows<{ id: number }>(sql`
    insert into message_notice (admin_id, kind, template_code, label, label_en, content, content_en)
    select m.admin, m.kind, m.code, '标题', 'Subject', '内容。', 'Content.'
    from unnest(${[id, id, id, other]}::bigint[], ${['system', 'legal', 'todo', 'system']}::text[],
      ${['test', 'test', 'comment_mentioned', 'test']}::text[]) m (admin, kind, code) returning id`);
  const ids = stored.map((one) => one.id);
  const found = await app.db.rows<{ read: boolean }>(
    sql`select read_at = createtime as read from message_notice where id = any(${ids}::bigint[]) order by id`,
  );
  expect(found.map(({ read }) => read)).toEqual([true, null, null, null]);
  expect((await county.post(at('save'), usual)).code).toBe(1);
  await app.db.query(sql`delete from message_notice where id = any(${ids}::bigint[])`);
});

test('a digest is sent once a day after its hour, and not at all without content', async () => {
  const hour =
    (await app.db.row<{ h: number }>(`select extract(hour from now() at time zone 'Asia/Shanghai')::int as h`))?.h ?? 0;
  const choose = (digest_hour: number) => county.post(at('save'), { ...usual, digest: true, digest_hour });
  if (hour < 23) {
    expect((await choose(23)).code).toBe(1);
    await digests();
    expect(await queued('message_email', 'daily_digest')).toEqual([]);
  }
  expect((await choose(0)).code).toBe(1);
  await Promise.all([digests(), digests()]);
  await digests();
  const sent = await queued('message_email', 'daily_digest');
  expect(sent).toEqual([{ content: expect.stringMatching(/^您在平台的待办与未读：.*待签收文书 1 件.*。$/) }]);
  await county.post('/admin/message.notice/read', {});
  await app.db.query(sql`update message_channel set digest_on = null`);
  await app.db.query(sql`update message_notice set signed_at = now(), read_at = now()`);
  await app.db.query(sql`update auth_admin set group_arr = '{}' where id = ${id}`);
  await digests();
  expect(await queued('message_email', 'daily_digest'), 'nothing to say').toHaveLength(1);
  expect(
    await app.db.row(`select digest_on is not null as noted from message_channel where admin_id is not null`),
  ).toEqual({ noted: true });
});

test("a member's digest lists the work on their home page; an address that is no longer verified gets none", async () => {
  const member = await app.client({ member: 'digested' });
  const { id: user } = await app.member('digested');
  await app.db.query(sql`update member set email = 'digested@example.com', mobile = '13820000001' where id = ${user}`);
  await uploadMaterials(app.engine);
  const row = await activeEnterprise(app.engine, await app.officer('admin'), { ent_type: 'agency' });
  await placePerson(app.db, row, { id: user, name: 'digested' });
  expect((await member.post(at('save', 'api'), { ...usual, digest: true, digest_hour: 0 })).code).toBe(1);
  await app.db.query(sql`update auth_admin set email = 'elsewhere@example.com' where id = ${id}`);
  await app.db.query(sql`update message_channel set digest = true, digest_hour = 0, digest_on = null`);
  await send('legal');
  const before = (await queued('message_email', 'daily_digest')).length;
  await digests();
  const sent = (await queued('message_email', 'daily_digest')).slice(before);
  expect(sent).toEqual([{ content: expect.stringContaining('旅行社业务经营许可证尚未登记，请添加：1 件') }]);
});
