import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RoleInRow } from '#kernel/declaration/account-types-and-member-role-names.ts';
import { activeEnterprise, addEnterprise, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { placePerson } from '#modules/enterprise/test/people.ts';
import type { Caller } from '#server/caller.ts';
import { databaseWithinTransaction } from '#server/db/database-within-transaction.ts';
import { sql } from '#server/db/sql.ts';
import { removeAgedRows } from '#server/retention/remove-aged-rows.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { watchWrites, withoutWatch } from '../../../test/support/watch-writes.ts';
import { type InboxNotice, inboxNotice } from '../contract/inbox-notice.ts';

let app: TestApp;
let chief: Client;
beforeAll(async () => {
  app = await startApp();
  await uploadMaterials(app.engine);
  await watchWrites(app.db, [inboxNotice]);
  chief = await app.client({ officer: 'admin' });
});
afterAll(() => app.close());

interface Page {
  list: InboxNotice[];
  total: number;
}
const at = (action: string, side: 'admin' | 'api' = 'api') => `/${side}/message.notice/${action}`;

let made = 0;
/** A member of an enterprise, signed in. */
async function someoneOf(enterpriseId: number, role: RoleInRow): Promise<Client & { caller: Caller }> {
  made += 1;
  const caller = await app.member(`told${made}`);
  await app.db.query(
    sql`update member set mobile = ${`1381000${String(made).padStart(4, '0')}`} where id = ${caller.id}`,
  );
  await placePerson(app.db, enterpriseId, caller, role);
  return { ...(await app.client({ member: caller.name })), caller };
}
const readAll = async (who: Client, query = {}) => (await who.get<Page>(at('index'), query)).data;

test('a decision is in the inbox of everybody concerned, in both languages, and of nobody else', async () => {
  const id = await activeEnterprise(app.engine, await app.officer('admin'));
  const [owner, viewer] = [await someoneOf(id, 'owner'), await someoneOf(id, 'viewer')];
  const stranger = await someoneOf(await addEnterprise(app.engine, await app.officer('admin')), 'owner');
  const before = { document_no: '昆文旅停字〔2026〕1号', reason: '整改期间停业' };
  expect((await chief.post('/admin/enterprise.enterprise/suspend', { id, ...before })).code).toBe(1);
  const answer = await readAll(owner);
  expect(answer.list).toMatchObject([
    {
      kind: 'system',
      label: '责令停业整顿',
      label_en: 'Suspension of business ordered',
      read_at: null,
      content: expect.stringContaining(before.document_no),
      content_en: expect.stringMatching(/^昆明测试饭店\d+ has been ordered to suspend/),
      subject: { resource: 'enterprise/enterprise', id },
    },
  ]);
  expect([(await readAll(viewer)).total, (await readAll(stranger)).total, (await readAll(chief)).list]).toEqual([
    1,
    0,
    undefined,
  ]);
  expect((await readAll(owner, { quick_search: before.document_no })).total).toBe(1);
  expect((await readAll(owner, { quick_search: '查无此事' })).total).toBe(0);
});

test('the bell counts unread messages; a message is read once, and only by its recipient', async () => {
  const id = await activeEnterprise(app.engine, await app.officer('admin'));
  const [owner, operator] = [await someoneOf(id, 'owner'), await someoneOf(id, 'operator')];
  const order = { id, document_no: '昆文旅停字〔2026〕2号', reason: '整改期间停业' };
  for (const move of ['suspend', 'resume'])
    expect((await chief.post(`/admin/enterprise.enterprise/${move}`, order)).code).toBe(1);
  expect((await owner.get(at('unread'))).data).toEqual({ legal: 0, todo: 0, system: 2 });
  const [first] = (await readAll(owner)).list;
  expect((await operator.post(at('read'), { ids: [first?.id] })).data).toEqual({ read: 0 });
  expect((await owner.post(at('read'), { ids: [first?.id] })).data).toEqual({ read: 1 });
  expect((await owner.post(at('read'), { ids: [first?.id] })).data).toEqual({ read: 0 });
  expect((await owner.get(at('unread'))).data).toEqual({ legal: 0, todo: 0, system: 1 });
  expect((await owner.post(at('read'), { kind: 'system' })).data).toEqual({ read: 1 });
  expect((await operator.get(at('unread'))).data).toEqual({ legal: 0, todo: 0, system: 2 });
  for (const body of [{ ids: [] }, { ids: 'x' }, { ids: [0] }, { kind: 'toString' }, { ids: [{}] }])
    expect((await owner.post(at('read'), body)).code, JSON.stringify(body)).toBe(0);
  expect(
    (await owner.get<Page>(at('index'), { search: [{ field: 'read_at', operator: 'NULL', val: '' }] })).data.total,
  ).toBe(0);
});

test('every officer has an inbox without a permission, and nobody reads another one, not even a super administrator', async () => {
  const county = await app.client({ officer: 'county1' });
  const { id } = await app.officer('county1');
  await app.db.query(sql`insert into message_notice (admin_id, kind, template_code, label, label_en, content, content_en)
    values (${id}, 'todo', 'test', '待办', 'To do', '有一件事', 'There is something')`);
  const own = await county.get<Page>(at('index', 'admin'));
  expect([own.code, own.data.total, own.data.list[0]?.content]).toEqual([1, 1, '有一件事']);
  expect((await chief.get<Page>(at('index', 'admin'))).data.total).toBe(0);
  expect((await chief.get(at('edit', 'admin'), { id: own.data.list[0]?.id })).code).toBe(0);
  expect((await chief.post(at('read', 'admin'), { ids: [own.data.list[0]?.id] })).data).toEqual({ read: 0 });
  expect((await county.get(at('unread', 'admin'))).data).toEqual({ legal: 0, todo: 1, system: 0 });
});

test('a legal message is signed for once, by the first person of the party, and the receipt says who and when', async () => {
  const id = await activeEnterprise(app.engine, await app.officer('admin'));
  const [owner, operator] = [await someoneOf(id, 'owner'), await someoneOf(id, 'operator')];
  await app.db.query(sql`insert into message_notice (user_id, kind, template_code, label, label_en, content, content_en, party, service)
    select u, 'legal', 'test', '文书', 'Paper', '请签收', 'Sign', '某饭店', 'test ' || ${id}::text from unnest(${[owner.caller.id, operator.caller.id]}::bigint[]) u`);
  const [mine] = (await readAll(owner)).list;
  const [theirs] = (await readAll(operator)).list;
  expect((await operator.post(at('sign'), { id: mine?.id })).data).toMatchObject({ reason: 'not_found' });
  expect((await owner.post(at('read'), { ids: [mine?.id] })).data, 'read is not signed').toEqual({ read: 1 });
  expect((await owner.get(at('unread'))).data).toMatchObject({ legal: 1 });
  const answers = await Promise.all([
    owner.post(at('sign'), { id: mine?.id }),
    operator.post(at('sign'), { id: theirs?.id }),
  ]);
  expect(answers.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect(answers.find(({ code }) => code === 0)?.data).toMatchObject({ reason: 'repeated' });
  const by = answers[0].code === 1 ? owner.caller.name : operator.caller.name;
  for (const who of [owner, operator]) {
    const [row] = (await readAll(who)).list;
    expect(row).toMatchObject({ signed_by: by, party: '某饭店', signed_at: expect.any(Number) });
    expect((await who.get(at('unread'))).data).toMatchObject({ legal: 0 });
  }
  const notices = await app.db.rows(
    `select name from event where resource = 'message/notice' and row_id = any($1) and name like '%signed'`,
    [[mine?.id, theirs?.id]],
  );
  expect(notices).toHaveLength(1);
});

test('an invitation is in the inbox of the invited number, and is removed with the answer', async () => {
  const id = await activeEnterprise(app.engine, await app.officer('admin'), { ent_type: 'shop' });
  const owner = await someoneOf(id, 'owner');
  const guest = await someoneOf(await addEnterprise(app.engine, await app.officer('admin')), 'owner');
  const { mobile } =
    (await app.db.row<{ mobile: string }>(sql`select mobile from member where id = ${guest.caller.id}`)) ?? {};
  const form = { enterprise_id: id, name: '受邀人', mobile, role: 'operator' };
  const invited = await owner.post<{ id: number }>('/api/enterprise.person/add', form);
  expect(invited.code, invited.msg).toBe(1);
  const [notices] = (await readAll(guest)).list;
  expect(notices).toMatchObject({
    kind: 'todo',
    opens: 'enterprise/invitation',
    content_en: expect.stringContaining('as its Operator'),
  });
  expect(notices?.content).not.toMatch(/\d{6}/);
  expect((await guest.post('/api/enterprise.person/decline', { id: invited.data.id })).code).toBe(1);
  expect((await guest.get(at('unread'))).data).toEqual({ legal: 0, todo: 0, system: 0 });
});

test('read messages are deleted, news late and completed work earlier; legal and unread messages stay', async () => {
  const { id } = await app.member('aged');
  await app.db.query(sql`insert into message_notice (user_id, kind, template_code, label, label_en, content, content_en, read_at, createtime)
    select ${id}, kind, 'test', kind || days, '', '', '', case when days > 0 then now() - make_interval(days => days) end, now() - make_interval(days => days + 1)
    from unnest(array['system', 'todo', 'legal']) kind, unnest(array[0, 20, 40, 200]) days`);
  const retentionRules = app.engine.retentionRules.filter(({ table }) => table === 'message_notice');
  await withoutWatch(app.db, (tx) =>
    removeAgedRows({ ...app.engine, retentionRules, db: databaseWithinTransaction(app.db, tx).db }, app),
  );
  const left = await app.db.rows<{ label: string }>(sql`select label from message_notice where user_id = ${id}`);
  expect(left.map(({ label }) => label).sort()).toEqual([
    'legal0',
    'legal20',
    'legal200',
    'legal40',
    'system0',
    'system20',
    'system40',
    'todo0',
    'todo20',
  ]);
});
