import { afterAll, beforeAll, expect, test } from 'vitest';
import { activeEnterprise, addEnterprise, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { placePerson } from '#modules/enterprise/test/people.ts';
import { sql } from '#server/db/sql.ts';
import type { Timeline } from '#server/history/read-timeline-of-record.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { waitForSubscribers } from '../../../test/support/wait-for-subscribers.ts';
import { watchWrites, withoutWatch } from '../../../test/support/watch-writes.ts';
import { comment } from '../contract/comment-on-record.ts';

let app: TestApp;
let chief: Client;
let id: number;
beforeAll(async () => {
  app = await startApp();
  await uploadMaterials(app.engine);
  await watchWrites(app.db, [comment]);
  chief = await app.client({ officer: 'admin' });
  id = await activeEnterprise(app.engine, await app.officer('admin'));
});
afterAll(() => app.close());

const resource = 'enterprise/enterprise';
const at = (action: string, side: 'admin' | 'api' = 'admin') => `/${side}/message.comment/${action}`;
const story = async (who: Client, side: 'admin' | 'api' = 'admin', query: object = {}) =>
  (await who.get<Timeline>(`/${side}/enterprise.enterprise/timeline`, { id, ...query })).data;
const comments = async (who: Client, side: 'admin' | 'api' = 'admin') =>
  (await story(who, side)).list.flatMap(({ kind, told: notices }) => (kind === 'comment' ? [notices] : []));

let made = 0;
/** An officer of an area with these nodes of enterprises. */
async function officerOf(area: string, ...actions: string[]) {
  made += 1;
  const username = `talk${made}_${Date.now() % 100_000_000}`;
  const nodes = actions.map((one) => `enterprise/enterprise/${one}`);
  await app.db.query(sql`with g as (insert into auth_group (name, rules)
      values (${username}, (select array_agg(id) from auth_menu where name = any(${nodes}::text[]))) returning id)
    insert into auth_admin (username, nickname, password, group_arr, area_code) select ${username}, ${`姓名${username}`}, '', array[g.id], ${area} from g`);
  const caller = await app.officer(username);
  return { ...(await app.client({ officer: username })), caller };
}

test('officers comment among themselves, and mention only colleagues who see the record', async () => {
  const [county, elsewhere, blind] = [
    await officerOf('530102', 'index'),
    await officerOf('530300', 'index'),
    await officerOf('530102', 'add'),
  ];
  const offered = await chief.get<{ list: { id: number }[] }>(at('officers'), { resource, id, quick_search: 'talk' });
  expect(offered.data.list.map((one) => one.id)).toEqual([county.caller.id]);
  for (const other of [elsewhere, blind]) {
    const refused = await chief.post(at('add'), { resource, row: id, content: '请看', mentions: [other.caller.id] });
    expect([refused.code, refused.data]).toEqual([0, { reason: 'invalid' }]);
    expect((await other.get(at('officers'), { resource, id })).code).not.toBe(1);
    expect((await other.post(at('add'), { resource, row: id, content: '我也说' })).code).not.toBe(1);
  }
  const content = '请核对经营场所\n<b>@姓名</b>';
  const added = await chief.post<{ id: number }>(at('add'), {
    resource,
    row: id,
    content,
    mentions: [county.caller.id, county.caller.id],
  });
  expect(added.code, added.msg).toBe(1);
  expect(await comments(county)).toEqual([{ content, edited: false, withdrawn: false, mine: false }]);
  expect(await comments(chief)).toMatchObject([{ content, mine: true }]);
  const notices = await county.get<{ list: object[] }>('/admin/message.notice/index');
  expect(notices.data.list).toMatchObject([{ kind: 'todo', label: '有人 @ 您', subject: { resource, id } }]);
  expect(notices.text).not.toContain('经营场所');
  expect((await county.post(at('change'), { id: added.data.id, content: '冒充' })).data).toMatchObject({
    reason: 'not_found',
  });
});

test('can be edited for ten minutes, notifies mentioned people once, and is withdrawn only by its author', async () => {
  const county = await officerOf('530102', 'index');
  const add = async (content: string) => {
    const answer = await county.post<{ id: number }>(at('add'), { resource, row: id, content });
    expect(answer.code, answer.msg).toBe(1);
    return answer.data.id;
  };
  const [fresh, old] = [await add('初稿'), await add('旧批注')];
  const [other] = [await officerOf('530102', 'index')];
  for (let n = 0; n < 2; n++) {
    const change = { id: fresh, content: `二稿${n}`, mentions: [other.caller.id] };
    expect((await county.post(at('change'), change)).code).toBe(1);
  }
  expect((await other.get<{ total: number }>('/admin/message.notice/index')).data.total).toBe(1);
  await withoutWatch(app.db, (tx) =>
    tx.query(`update message_comment set createtime = createtime - interval '11 minutes' where id = ${old}`),
  );
  expect((await county.post(at('change'), { id: old, content: '太晚' })).data).toMatchObject({
    reason: 'bad_transition',
  });
  expect((await chief.post(at('withdraw'), { id: old })).data).toMatchObject({ reason: 'not_found' });
  for (const one of [fresh, old]) expect((await county.post(at('withdraw'), { id: one })).code).toBe(1);
  expect((await county.post(at('withdraw'), { id: old })).code, 'once').toBe(0);
  const mine = (await comments(county)).filter((one) => one?.mine);
  expect(mine, 'what was withdrawn at once was never said').toEqual([
    { content: null, edited: false, withdrawn: true, mine: true },
  ]);
});

test("members comment among the holders of the record, and officers and members do not see each other's comments", async () => {
  const holder = await app.member(`talker${id}`);
  await placePerson(app.db, id, holder, 'viewer');
  const member = await app.client({ member: holder.name });
  const added = await member.post(at('add', 'api'), { resource, row: id, content: '内部沟通' });
  expect(added.code, added.msg).toBe(1);
  expect((await comments(member, 'api')).map((one) => one?.content)).toEqual(['内部沟通']);
  expect((await comments(chief)).map((one) => one?.content)).not.toContain('内部沟通');
  expect((await story(member, 'api')).list.some(({ kind }) => kind !== 'change' && kind !== 'comment')).toBe(false);
  const calls = await member.post(at('add', 'api'), { resource, row: id, content: 'x', mentions: [1] });
  expect(calls.data).toMatchObject({ reason: 'parameter' });
  const foreign = await addEnterprise(app.engine, await app.officer('admin'));
  expect((await member.post(at('add', 'api'), { resource, row: foreign, content: 'x' })).data).toMatchObject({
    reason: 'not_found',
  });
});

test.each([
  [{ content: '' }, 'content'],
  [{ content: '字'.repeat(2001) }, 'content'],
  [{ content: { a: 1 } }, 'content'],
  [{ mentions: 'x' }, undefined],
  [{ mentions: [0] }, undefined],
  [{ mentions: Array.from({ length: 21 }, (_, n) => n + 1) }, undefined],
  [{ resource: 'message/notice' }, undefined],
  [{ resource: 'security/revealLog' }, undefined],
  [{ resource: '__proto__' }, undefined],
  [{ row: 'x' }, undefined],
])('refuses %j', async (wrong, field) => {
  const answer = await chief.post<{ errors?: object }>(at('add'), { resource, row: id, content: '好', ...wrong });
  expect([answer.status, answer.code]).toEqual([200, 0]);
  if (field) expect(answer.data.errors).toHaveProperty(field);
});

test('the timeline names people, rows and areas, and includes child rows and messages about the record', async () => {
  const licence = await chief.post<{ id: number }>('/admin/enterprise.licence/add', {
    enterprise_id: id,
    kind: 'agency',
    tourism_scope: ['domestic'],
    issued_by: '昆明市文化和旅游局',
    verify_status: 'unverified',
    license_no: `W-${id}`,
    issue_date: '2020-01-01',
    expire_date: '2030-01-01',
  });
  expect(licence.code, licence.msg).toBe(1);
  const order = { id, document_no: `昆文旅停字〔2026〕${id}号`, reason: '整改期间停业' };
  const holder = await app.member(`held${id}`);
  await placePerson(app.db, id, holder, 'owner');
  expect((await chief.post('/admin/enterprise.enterprise/suspend', order)).code).toBe(1);
  const { list } = await story(chief);
  const kinds = new Set(list.map(({ kind }) => kind));
  expect([...kinds].filter((one) => ['change', 'part', 'notice', 'message'].includes(one)).toSorted()).toEqual([
    'change',
    'message',
    'notice',
    'part',
  ]);
  expect(list.find(({ move }) => move === 'suspend')).toMatchObject({
    kind: 'change',
    from: 'active',
    to: 'suspended',
    note: expect.stringContaining('整改期间停业'),
    actor_name: expect.not.stringMatching(/^$/),
    actor_role: expect.not.stringMatching(/^$/),
  });
  expect(list.filter(({ kind }) => kind === 'part').map(({ of }) => of?.resource)).toContain('enterprise/licence');
  const sent = list.filter(({ kind }) => kind === 'message');
  expect(sent[0]?.told).toMatchObject({ by: 'mobile', to: expect.stringMatching(/^1\d{2}\*{4}\d{4}$/) });
  expect(JSON.stringify(sent), 'nowhere whole').not.toMatch(/(?<!\d)1\d{10}"/);
  for (const entry of list)
    for (const noise of ['due_at', 'due_unit', 'updatetime', 'version', 'weigh'])
      expect(entry.changes).not.toHaveProperty(noise);
  const areas = { id, area_code: '530103' };
  // what the suspension entails is in the timeline, too
  await waitForSubscribers(app.db);
  await withoutWatch(app.db, (tx) =>
    tx.query(sql`insert into history (resource, row_id, action, actor_type, actor_id, actor_name, changes)
      values (${resource}, ${id}, 'edit', 'admin', 1, 'admin', ${JSON.stringify({ area_code: ['530102', areas.area_code] })}::jsonb)`),
  );
  expect((await story(chief)).list[0]?.names?.area_code?.[1]).toContain('盘龙区');
});

test('pages of a timeline continue without gaps or repetitions, even within one moment', async () => {
  await withoutWatch(app.db, (tx) =>
    tx.query(sql`insert into history (resource, row_id, action, actor_type, actor_name, note, createtime)
      select ${resource}, ${id}, 'edit', 'admin', 'x', n::text, now() - (n / 40) * interval '1 minute' from generate_series(1, 130) n`),
  );
  const seen: string[] = [];
  let before: string | null | undefined;
  do {
    const page = await story(chief, 'admin', before ? { before } : {});
    seen.push(
      ...page.list.map(({ kind, id: key, of, told: notices }) => `${kind} ${of?.resource ?? notices?.by ?? ''} ${key}`),
    );
    before = page.next;
  } while (before);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.filter((one) => one.startsWith('change')).length).toBeGreaterThanOrEqual(130);
});
