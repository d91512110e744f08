import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { watchWrites } from '../../../test/support/watch-writes.ts';
import { type CannedReply, cannedReply } from '../contract/canned-reply-for-lifecycle-move.ts';

let app: TestApp;
let chief: Client;
let county: Client;
beforeAll(async () => {
  app = await startApp();
  await watchWrites(app.db, [cannedReply]);
  chief = await app.client({ officer: 'admin' });
  county = await app.client({ officer: 'county1' });
});
afterAll(() => app.close());

const at = (action: string) => `/admin/message.reply/${action}`;
const move = 'enterprise/enterprise.return';
interface Offered {
  id: number;
  label: string;
  content: string;
  mine: boolean;
}
const offered = async (who: Client, of = move) =>
  (await who.get<{ list: Offered[] }>(at('offered'), { move: of })).data?.list;

test('shipped replies are offered with their move, in the language of the caller, the most used first', async () => {
  const list = (await offered(county)) ?? [];
  expect(list.map(({ label }) => label)).toContain('执照不清');
  const last = list.at(-1) as Offered;
  expect((await county.post(at('used'), { id: last.id })).code).toBe(1);
  expect((await offered(county))?.[0]).toEqual(last);
  const english = await app.client({ officer: 'county1' }, 'en');
  expect((await offered(english))?.every(({ content }) => /^[\x20-\x7e“”’]+$/.test(content))).toBe(true);
  expect((await offered(chief, 'enterprise/enterprise.reject'))?.length).toBeGreaterThan(2);
});

test('phrases of the library that suit the move follow the replies: published ones of the area', async () => {
  await app.db.query(sql`insert into library_phrase (code, kind, title, content, area_code, revision, status) values
    ('CY9001', 'complaint_answer', '告知受理', '您的投诉已受理。', '530000', 1, 'published'),
    ('CY9002', 'complaint_answer', '外地用语', '外地', '310000', 1, 'published'),
    ('CY9003', 'complaint_answer', '草稿', '草稿', '530000', 1, 'draft'),
    ('CY9004', 'check_record', '检查用语', '检查', '530000', 1, 'published'),
    ('CY9005', 'opinion', '审核用语', '材料不清', '530000', 1, 'published')`);
  const labelsFor = async (move: string, as = county) => {
    const { data } = await as.get<{ phrases: { label: string }[] }>(at('offered'), { move });
    return data.phrases.map(({ label }) => label);
  };
  const labels = await labelsFor('complaint/complaint.reject');
  expect(labels).toContain('告知受理');
  for (const other of ['外地用语', '草稿', '检查用语']) expect(labels).not.toContain(other);
  // what is written on site is no opinion on whether to go there
  expect(await labelsFor('enforcement/check.submit')).toContain('检查用语');
  expect(await labelsFor('enforcement/check.approve')).not.toContain('检查用语');
  // an opinion suits what waits for an office, and no other step
  expect(await labelsFor('enterprise/enterprise.return')).toContain('审核用语');
  for (const move of ['enterprise/enterprise.suspend', 'incident/incident.close', 'complaint/complaint.accept'])
    expect(await labelsFor(move, chief), move).not.toContain('审核用语');
  expect(await labelsFor('complaint/complaint.accept')).not.toContain('告知受理');
});

test('are offered only to those who may make the move', async () => {
  await app.db.query(sql`with g as (insert into auth_group (name, rules)
      values ('只看企业', (select array_agg(id) from auth_menu where name = 'enterprise/enterprise/index')) returning id)
    insert into auth_admin (username, nickname, password, group_arr, area_code) select 'looker', '看客', '', array[g.id], '530102' from g`);
  const looker = await app.client({ officer: 'looker' });
  expect((await looker.get(at('offered'), { move })).code).toBe(401);
  expect((await looker.post(at('keep'), { move, content: '随手一句话' })).code).toBe(401);
  for (const wrong of ['', 'x', 'enterprise/enterprise.none', 'enterprise/enterprise', '__proto__.a'])
    expect((await chief.get(at('offered'), { move: wrong })).data, wrong).toMatchObject({
      reason: wrong === '' ? 'invalid' : 'parameter',
    });
});

test("an officer's own replies are theirs: nobody else is offered them, uses them, or deletes them", async () => {
  const saved = await county.post<{ id: number }>(at('keep'), { move, content: '  请补充法定代表人身份证正反面。 ' });
  expect(saved.code, saved.msg).toBe(1);
  const { id } = saved.data;
  expect((await offered(county))?.find((one) => one.id === id)).toMatchObject({
    mine: true,
    content: '请补充法定代表人身份证正反面。',
    label: '请补充法定代表人身份证正',
  });
  expect((await offered(chief))?.some((one) => one.id === id)).toBe(false);
  expect((await chief.post(at('used'), { id })).code).toBe(1);
  expect(await app.db.row(sql`select from message_reply_use where reply_id = ${id}`)).toBeUndefined();
  expect((await chief.post(at('forget'), { id })).data).toMatchObject({ reason: 'not_found' });
  expect((await chief.post(at('edit'), { id, label: '改掉' })).code).toBe(401);
  expect((await county.post(at('forget'), { id })).code).toBe(1);
  expect((await county.post(at('forget'), { id })).code).toBe(0);
});

test('replies of the bureau are for its area, and only insert values that everybody reads unmasked', async () => {
  const form = { move, label: '西山专用', content: '“{name}”请到西山窗口核验。', area_code: '530112' };
  const added = await chief.post<{ id: number }>(at('add'), form);
  expect(added.code, added.msg).toBe(1);
  expect((await offered(county))?.some(({ label }) => label === form.label)).toBe(false);
  const all = await chief.get<{ list: CannedReply[] }>(at('index'), { quick_search: '西山专用' });
  expect(all.data.list).toMatchObject([{ label: form.label, area_code: '530112' }]);
  for (const place of ['{contact_mobile}', '{none}', '{constructor}', '{legal_id_number}']) {
    const refused = await chief.post<{ errors: object }>(at('add'), { ...form, content: `请核对 ${place}` });
    expect([place, refused.code, Object.keys(refused.data.errors)]).toEqual([place, 0, ['content']]);
  }
});
