import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Agency, openAgency } from '#modules/travel/test/agency.ts';
import { dayTrip } from '#modules/travel/test/team.ts';
import { sql } from '#server/db/sql.ts';
import { pathOfStoredFile } from '#server/files/storage/find-and-remove-stored-files-by-address.ts';
import { readSheetFile } from '#server/sheets/read-sheets-of-xlsx-or-csv-file.ts';
import { startApp, type TestApp, type WireAnswer } from '../../../test/support/test-engine.ts';
import type { SharedViewsAndSubscriptions } from '../contract/shared-list-view.ts';
import { queueDueFilesOfViews } from '../server/saved-view/make-and-send-files-of-view-subscriptions.ts';
import { notifySubscribersOfNewRows } from '../server/saved-view/notify-subscribers-of-new-rows.ts';

/** Members follow views of their lists, in their own sight. */
let app: TestApp;
let one: Agency;
let other: Agency;
beforeAll(async () => {
  app = await startApp();
  [one, other] = [await openAgency(app), await openAgency(app)];
});
afterAll(() => app.close());

const list = 'travel/itinerary';
const at = '/api/auth.subscription';
const ok = <T>(answer: WireAnswer<T>): T => {
  expect(answer.code, `${answer.msg} ${JSON.stringify(answer.data)}`).toBe(1);
  return answer.data;
};
const subscribe = async ({ owner }: Agency, more: object = {}) =>
  ok(await owner.post<{ id: number }>(`${at}/add`, { list, name: '我的团队', language: 'zh-cn', ...more })).id;
const addTeam = async (agency: Agency) =>
  ok(await agency.owner.post<{ id: number }>('/api/travel.itinerary/add', await dayTrip(app, agency))).id;
const messagesOf = ({ username }: Agency, template: string) =>
  app.db.rows<{ content: string; opens: string }>(
    sql`select n.content, n.opens from message_notice n join member m on m.id = n.user_id
      where m.username = ${username} and n.template_code = ${template} order by n.id`,
  );
const subscribed = async ({ owner }: Agency) =>
  ok(await owner.get<SharedViewsAndSubscriptions>('/api/auth.view/mine', { list }));

test('members are told of rows that enter their views, each of their own', async () => {
  for (const agency of [one, other]) await subscribe(agency, { kind: 'entering', address: 'status.eq=draft' });
  expect(await subscribed(one)).toMatchObject({ shared: [], subscribed: [{ name: '我的团队', kind: 'entering' }] });
  await addTeam(one);
  await notifySubscribersOfNewRows(app.engine);
  expect(await messagesOf(one, 'view_entered')).toMatchObject([
    { content: expect.stringContaining('视图“我的团队”新增 1 条'), opens: 'travel/itinerary?status.eq=draft' },
  ]);
  expect(await messagesOf(other, 'view_entered')).toEqual([]);
  // not again while it is unread
  await addTeam(one);
  await notifySubscribersOfNewRows(app.engine);
  expect(await messagesOf(one, 'view_entered')).toHaveLength(1);
});

test('the file of a view is sent to a member with their rows, and by e-mail to a bound address only', async () => {
  const regular = { kind: 'regular', every: 'day', hour: '8', format: 'xlsx' };
  const refused = await one.owner.post<{ errors: object }>(`${at}/add`, {
    list,
    name: '报表',
    language: 'zh-cn',
    ...regular,
    by_mail: '1',
  });
  expect([refused.code, Object.keys(refused.data.errors)]).toEqual([0, ['by_mail']]);
  await app.db.query(sql`update member set email = 'agency@example.com' where username = ${one.username}`);
  // of the columns of the list, as rows within a row have lines of their own
  const address = 'table=small.team_no.status';
  const id = await subscribe(one, { ...regular, name: '报表', by_mail: '1', address });
  await app.db.query(
    sql`update auth_subscription set next_at = now() - interval '1 day', version = version + 1 where id = ${id}`,
  );
  expect(await queueDueFilesOfViews(app.engine)).toBe(1);
  interface Sent {
    readonly outcome: string;
    readonly rows: number;
    readonly file: string;
  }
  const sentTo = async ({ owner }: Agency) => ok(await owner.get<{ list: Sent[] }>('/api/auth.sentView/index')).list;
  await expect.poll(async () => (await sentTo(one)).length, { timeout: 60_000 }).toBe(1);
  const [sent] = await sentTo(one);
  expect(sent).toMatchObject({ outcome: 'sent', rows: 2 });
  const bytes = fs.readFileSync(
    pathOfStoredFile(path.join(app.config.dataDir, 'storage'), sent?.file.split('?')[0] ?? ''),
  );
  expect([...(await readSheetFile(bytes)).rows]).toHaveLength(2);
  expect(await messagesOf(one, 'view_sent')).toMatchObject([{ opens: `auth/subscription/${id}` }]);
  expect(await app.db.rows(sql`select email from message_email where template_code = 'view_sent'`)).toEqual([
    { email: 'agency@example.com' },
  ]);
  // it is nobody else's
  expect(await sentTo(other)).toEqual([]);
  expect((await other.owner.post(`${at}/edit`, { id, hour: '3' })).code).toBe(0);
  expect((await other.owner.del(`${at}/del`, { ids: [id] })).code).toBe(0);
  ok(await one.owner.del(`${at}/del`, { ids: [id] }));
});

test('lists of the office, and those of nobody, are not followed; subscriptions end with the rules of the group', async () => {
  for (const of of ['auth/admin', 'enforcement/case', 'no/thing']) {
    const answer = await one.owner.post<{ errors: object }>(`${at}/add`, {
      list: of,
      name: '别人的',
      kind: 'entering',
      language: 'zh-cn',
    });
    expect([answer.code, Object.keys(answer.data.errors)], of).toEqual([0, ['list']]);
  }
  await app.db.query(sql`with made as (insert into user_group (name, rules) select '无订阅', array_agg(id) from user_rule where name <> 'auth/subscription' returning id)
    update member set group_id = made.id from made where member.username = ${other.username}`);
  await notifySubscribersOfNewRows(app.engine);
  expect(await messagesOf(other, 'view_ended')).toHaveLength(1);
  expect((await subscribed(one)).subscribed).toHaveLength(1);
});
