import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isAccountName } from '#kernel/check/account-and-password.ts';
import type { RoleInRow } from '#kernel/declaration/account-types-and-member-role-names.ts';
import { hashPassword } from '#server/auth/hash-and-verify-password.ts';
import { sql } from '#server/db/sql.ts';
import { callWhileLocked } from '../../../test/support/call-while-locked.ts';
import { type Client, startApp, type TestApp, testPassword } from '../../../test/support/test-engine.ts';
import { addEnterprise, uploadMaterials } from './form.ts';
import { placePerson } from './people.ts';

let app: TestApp;
let city: Client;
beforeAll(async () => {
  app = await startApp();
  await uploadMaterials(app.engine);
  city = await app.client({ officer: 'admin' });
});
afterAll(() => app.close());
beforeEach(() => app.db.query('delete from attempt'));

const at = (action: string, area = 'api') => `/${area}/enterprise.person/${action}`;
let serial = 0;

interface Somebody {
  readonly id: number;
  readonly name: string;
  readonly mobile: string;
  readonly client: Client;
}

/** A member with a new mobile. */
async function somebody(): Promise<Somebody> {
  serial += 1;
  const name = `person_${serial}`;
  const mobile = `137${String(serial).padStart(8, '0')}`;
  const { id } = await app.member(name);
  await app.db.query(sql`update member set mobile = ${mobile} where id = ${id}`);
  return { id, name, mobile, client: await app.client({ member: name }) };
}

/** An enterprise with persons in these roles. */
async function enterpriseOf(...held: readonly RoleInRow[]) {
  const id = await addEnterprise(app.engine, await app.officer('admin'), { ent_type: 'shop' });
  const people = [];
  for (const role of held) {
    const one = await somebody();
    people.push({ ...one, person: await placePerson(app.db, id, one, role) });
  }
  return { id, people: people as [(typeof people)[0], ...typeof people] };
}

/** The newest code in a message to a mobile. */
const codeTo = (mobile: string): string =>
  /码(?:是)? (\d{6})/.exec(app.engine.smsSink?.list().find((one) => one.mobile === mobile)?.text ?? '')?.[1] ?? '';

async function invite(
  owner: Somebody,
  enterpriseId: number,
  mobile: string,
  role: RoleInRow = 'operator',
): Promise<number> {
  const form = { enterprise_id: enterpriseId, name: '受邀人', mobile, role };
  const answer = await owner.client.post<{ id: number }>(at('add'), form);
  expect([answer.code, answer.msg]).toEqual([1, '添加成功!']);
  return answer.data.id;
}

const rolesIn = async (id: number): Promise<Record<string, string>> =>
  Object.fromEntries(
    (
      await app.db.rows<{ name: string; role: string }>(sql`select m.username as name, p.role from enterprise_person p
        join member m on m.id = p.user_id where p.enterprise_id = ${id} and p.status = 'active' order by p.id`)
    ).map(({ name, role }) => [name, role]),
  );
const statusOf = async (person: number) =>
  (await app.db.row<{ status: string }>(sql`select status from enterprise_person where id = ${person}`))?.status;

describe('an invitation', () => {
  test('is sent to a mobile, waits for its account, and is accepted with its code', async () => {
    const { id, people } = await enterpriseOf('owner');
    const [owner] = people;
    const guest = await somebody();
    const person = await invite(owner, id, guest.mobile);
    const [first] = (await guest.client.get<{ list: object[] }>(at('invitations'))).data.list;
    expect(first).toMatchObject({ id: person, role: 'operator', enterprise: { id } });
    expect((await guest.client.get<{ total: number }>('/api/enterprise.enterprise/index')).data.total).toBe(0);
    const stored = await app.db.row<{ content: string }>(
      sql`select content from message_sms where mobile = ${guest.mobile}`,
    );
    expect(stored?.content).toMatch(/邀请您担任其经办人，邀请码 ••••••，7 天内有效/);
    const inAddress = await guest.client.post(`${at('accept')}?code=${codeTo(guest.mobile)}`, { id: person });
    expect(inAddress.data, 'addresses are logged: a code counts in the body only').toMatchObject({
      errors: { code: ['验证码错误或已过期'] },
    });
    const accepted = await guest.client.post<{ enterprise_id: number }>(at('accept'), {
      id: person,
      code: codeTo(guest.mobile),
    });
    expect([accepted.code, accepted.data]).toEqual([1, { enterprise_id: id }]);
    expect(await rolesIn(id)).toEqual({ [owner.name]: 'owner', [guest.name]: 'operator' });
    const { data } = await guest.client.get<{ list: { _moves: string[]; _actions: string[] }[] }>(
      '/api/enterprise.enterprise/index',
    );
    expect(data.list.map((row) => [row._moves, row._actions])).toEqual([[['submit'], ['edit']]]);
    const logged = await app.db.row(sql`select actor_type, actor_name, move from history
      where resource = 'enterprise/person' and row_id = ${person} order by id desc limit 1`);
    expect(logged).toEqual({ actor_type: 'system', actor_name: guest.name, move: 'accept' });
  });

  test('to a mobile without an account gets the same answer; nobody is invited twice, or as an owner', async () => {
    const { id, people } = await enterpriseOf('owner', 'operator');
    const [owner, operator] = people;
    await invite(owner, id, '13700000999');
    const again = await owner.client.post(at('add'), {
      enterprise_id: id,
      name: '受邀人',
      mobile: '13700000999',
      role: 'viewer',
    });
    expect(again.data).toMatchObject({ reason: 'duplicate', errors: { mobile: [expect.any(String)] } });
    const to = (mobile: string | undefined, role: RoleInRow) =>
      owner.client.post(at('add'), { enterprise_id: id, name: '受邀人', mobile, role });
    expect((await to('13700000998', 'owner')).data).toMatchObject({
      errors: { role: [expect.stringContaining('转让')] },
    });
    expect((await to(operator?.mobile, 'viewer')).data).toMatchObject({ errors: { mobile: ['该手机号已是企业成员'] } });
  });

  test('is closed to others, to wrong codes, after expiry, and after five attempts', async () => {
    const { id, people } = await enterpriseOf('owner');
    const [guest, stranger] = [await somebody(), await somebody()];
    const person = await invite(people[0], id, guest.mobile);
    const code = codeTo(guest.mobile);
    const wrong = code === '000000' ? '111111' : '000000';
    const tried = async (who: Somebody, typed: string) =>
      (await who.client.post(at('accept'), { id: person, code: typed })).data;
    const refused = { errors: { code: ['验证码错误或已过期'] } };
    expect(await tried(stranger, code)).toMatchObject(refused);
    const other = await invite(people[0], id, stranger.mobile);
    expect(
      (await stranger.client.post(at('accept'), { id: person, code: codeTo(stranger.mobile) })).data,
    ).toMatchObject(refused);
    expect((await stranger.client.post(at('decline'), { id: person })).data).toMatchObject({ reason: 'not_found' });
    expect((await stranger.client.post(at('decline'), { id: other })).code).toBe(1);
    for (let time = 0; time < 5; time += 1) expect(await tried(guest, wrong)).toMatchObject(refused);
    expect(await tried(guest, code)).toMatchObject(refused);
    expect((await people[0].client.post(at('again'), { id: person })).code).toBe(1);
    await app.db.query(sql`update message_code set expiretime = now() where address = ${guest.mobile}`);
    expect(await tried(guest, codeTo(guest.mobile))).toMatchObject(refused);
    expect((await people[0].client.post(at('again'), { id: person })).code).toBe(1);
    expect(await tried(guest, code), 'the code before').toMatchObject(refused);
    expect(await tried(guest, codeTo(guest.mobile))).toEqual({ enterprise_id: id });
  });

  test('is accepted once when it is accepted twice at a time, and not when it was withdrawn', async () => {
    const { id, people } = await enterpriseOf('owner');
    const guest = await somebody();
    const person = await invite(people[0], id, guest.mobile);
    const code = codeTo(guest.mobile);
    const both = await Promise.all([1, 2].map(() => guest.client.post(at('accept'), { id: person, code })));
    expect(both.map((one) => one.code).toSorted()).toEqual([0, 1]);
    const late = await somebody();
    const second = await invite(people[0], id, late.mobile);
    expect((await people[0].client.post(at('remove'), { id: second })).code).toBe(1);
    const refused = await late.client.post(at('accept'), { id: second, code: codeTo(late.mobile) });
    expect(refused.data).toMatchObject({ reason: 'bad_transition' });
    expect(Object.keys(await rolesIn(id))).toEqual([people[0].name, guest.name]);
  });

  test('is sent to one mobile five times a day, by however many at once', async () => {
    const { id, people } = await enterpriseOf('owner');
    const guest = await somebody();
    const person = await invite(people[0], id, guest.mobile);
    const answers = await Promise.all(
      Array.from({ length: 7 }, () => people[0].client.post<{ reason: string }>(at('again'), { id: person })),
    );
    expect(answers.filter((one) => one.code === 1).length).toBeLessThanOrEqual(4);
    for (let time = 0; time < 4; time += 1) await people[0].client.post(at('again'), { id: person });
    expect((await people[0].client.post(at('again'), { id: person })).data).toMatchObject({ reason: 'too_frequent' });
    const sent = await app.db.row<{ n: number }>(
      sql`select count(*)::int as n from message_sms where mobile = ${guest.mobile}`,
    );
    expect(sent?.n).toBe(5);
  });
});

describe('people', () => {
  test('act by role: owners invite, change and remove; others read', async () => {
    const { id, people } = await enterpriseOf('owner', 'operator', 'viewer');
    const other = await enterpriseOf('owner');
    const [owner, operator, viewer] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]];
    for (const who of [operator, viewer]) {
      expect((await who.client.get<{ total: number }>(at('index'))).data.total).toBe(3);
      const row = (await who.client.get<{ row: { mobile: string } }>(at('edit'), { id: owner.person })).data.row;
      expect(row.mobile).toBe(`${owner.mobile.slice(0, 3)}****${owner.mobile.slice(7)}`);
      for (const [action, body] of [
        ['add', { enterprise_id: id, name: '受邀人', mobile: '13700000997', role: 'viewer' }],
        ['edit', { id: viewer.person, role: 'operator' }],
        ['remove', { id: viewer.person }],
        ['again', { id: viewer.person }],
        ['transferCodes', { id: viewer.person }],
        ['transfer', { id: viewer.person, code: '1', successor_code: '2' }],
      ] as const)
        expect([action, (await who.client.post(at(action), body)).code]).toEqual([action, expect.not.toBeOneOf([1])]);
    }
    const foreign = await owner.client.post(at('add'), {
      enterprise_id: other.id,
      name: '受邀人',
      mobile: '13700000996',
      role: 'viewer',
    });
    expect(foreign.data).toMatchObject({ errors: { enterprise_id: ['选项无效，请从列表中选择'] } });
    expect((await owner.client.post(at('remove'), { id: other.people[0].person })).data).toMatchObject({
      reason: 'not_found',
    });
    for (const move of ['accept', 'appoint', 'dismiss'])
      expect((await owner.client.post(at(move), { id: operator.person, reason: '自行任命他人' })).code).not.toBe(1);

    expect((await owner.client.post(at('edit'), { id: viewer.person, role: 'operator' })).code).toBe(1);
    expect((await owner.client.post(at('edit'), { id: viewer.person, role: 'owner' })).data).toMatchObject({
      errors: { role: [expect.any(String)] },
    });
    expect((await owner.client.post(at('edit'), { id: owner.person, role: 'viewer' })).data).toMatchObject({
      errors: { role: [expect.any(String)] },
    });
    expect((await owner.client.post(at('remove'), { id: operator.person })).code).toBe(1);
    expect((await operator.client.get('/api/enterprise.enterprise/edit', { id })).data).toMatchObject({
      reason: 'not_found',
    });
    expect((await viewer.client.post(at('leave'), { enterprise_id: id })).code).toBe(1);
    expect(await rolesIn(id)).toEqual({ [owner.name]: 'owner' });
  });

  test('always include an owner, however many leave at once', async () => {
    const { id, people } = await enterpriseOf('owner', 'owner');
    const [one, two] = people as [(typeof people)[0], (typeof people)[0]];
    // moves that would be refused are not offered: owners leave themselves or are removed by the authority
    expect(await one.client.post(at('remove'), { id: two.person })).toMatchObject({
      code: 0,
      msg: '负责人只能自行退出，或由主管部门移出',
      data: { reason: 'bad_transition' },
    });
    const shown = await one.client.get<{ row: { _moves: string[] } }>(at('edit'), { id: two.person });
    expect(shown.data.row._moves).not.toContain('remove');
    const answers = await Promise.all([
      one.client.post<{ reason?: string } | null>(at('leave'), { enterprise_id: id }),
      two.client.post<{ reason?: string } | null>(at('leave'), { enterprise_id: id }),
      city.post<{ reason?: string } | null>(at('dismiss', 'admin'), { id: two.person, reason: '身份不实，责令移出' }),
    ]);
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1);
    expect(Object.values(await rolesIn(id))).toEqual(['owner']);
  });

  test('are visible to officers of the area, who appoint an owner with a reason', async () => {
    const { id, people } = await enterpriseOf('owner', 'operator');
    const [owner, operator] = people as [(typeof people)[0], (typeof people)[0]];
    const search = [{ field: 'enterprise_id', operator: '=', val: id }];
    expect((await city.get<{ total: number }>(at('index', 'admin'), { search })).data.total).toBe(2);
    const far = await app.client({ officer: 'county2' });
    expect((await far.get<{ total: number }>(at('index', 'admin'), { search })).data).toMatchObject({ total: 0 });
    expect((await city.post(at('appoint', 'admin'), { id: operator.person })).data).toMatchObject({
      errors: { reason: ['必填'] },
    });
    expect((await city.post(at('appoint', 'admin'), { id: operator.person, reason: '原负责人失联' })).code).toBe(1);
    // an office cannot add persons to an enterprise outside its area
    const named = { enterprise_id: id, name: '外人', mobile: '13700000777', role: 'owner' };
    expect((await city.post(at('add', 'admin'), named)).code).toBe(1);
    const { data: inbox } = await owner.client.get<{ list: { content: string }[] }>('/api/message.notice/index');
    expect(inbox.list.map(({ content }) => content)).toEqual([
      expect.stringMatching(/^主管部门将外人列为.*的负责人。/),
      expect.stringMatching(new RegExp(`^主管部门将${operator.name}列为.*的负责人。`)),
    ]);
    expect((await city.post(at('dismiss', 'admin'), { id: owner.person, reason: '原负责人失联' })).code).toBe(1);
    expect(
      (await city.post(at('dismiss', 'admin'), { id: operator.person, reason: '原负责人失联' })).data,
    ).toMatchObject({ reason: 'last_owner' });
    expect(await rolesIn(id)).toEqual({ [operator.name]: 'owner' });
    expect((await owner.client.get<{ total: number }>('/api/enterprise.enterprise/index')).data.total).toBe(0);
  });
});

describe('an account that is deleted', () => {
  async function deleteAccount({ id, client }: Somebody) {
    await app.db.query(sql`update member set password = ${await hashPassword(testPassword)} where id = ${id}`);
    return client.post('/api/account/remove', { password: testPassword });
  }

  test('loses its roles, and its mobile may be invited again', async () => {
    const { id, people } = await enterpriseOf('owner', 'operator', 'viewer');
    const [owner, operator, viewer] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]];
    for (const one of [operator, viewer]) {
      expect((await deleteAccount(one)).code).toBe(1);
      expect(await statusOf(one.person)).toBe('left');
      await invite(owner, id, one.mobile);
    }
    const logged = await app.db.row(sql`select action, move, actor_name from history
      where resource = 'enterprise/person' and row_id = ${operator.person} order by id desc limit 1`);
    expect(logged).toEqual({ action: 'move', move: 'leave', actor_name: operator.name });
    const stored = await app.db.row<{ username: string }>(
      sql`select username, lastloginip, joinip from member where id = ${operator.id}`,
    );
    expect(stored).toEqual({ username: expect.any(String), lastloginip: null, joinip: null });
    expect(isAccountName(stored?.username ?? ''), 'nobody can register its name').toBe(false);
  });

  test('cannot become an owner, and neither can a disabled account', async () => {
    const { id, people } = await enterpriseOf('owner', 'operator');
    const [owner, operator] = people as [(typeof people)[0], (typeof people)[0]];
    await owner.client.post(at('transferCodes'), { id: operator.person });
    const codes = { code: codeTo(owner.mobile), successor_code: codeTo(operator.mobile) };
    await app.db.query(sql`update member set status = 'disable' where id = ${operator.id}`);
    const closed = { code: 0, data: { reason: 'forbidden' } };
    expect(await city.post(at('appoint', 'admin'), { id: operator.person, reason: '原负责人失联' })).toMatchObject(
      closed,
    );
    expect(await owner.client.post(at('transfer'), { id: operator.person, ...codes })).toMatchObject(closed);
    const claim = await app.db.row<{
      id: number;
    }>(sql`insert into enterprise_claim (enterprise_id, applicant, mobile, reason, user_id)
      values (${id}, '王建国', '13700000998', '本人为法定代表人', ${(await somebody()).id}) returning id`);
    await app.db.query(
      sql`update member m set status = 'disable' from enterprise_claim c where m.id = c.user_id and c.id = ${claim?.id ?? 0}`,
    );
    expect(await city.post('/admin/enterprise.claim/approve', { id: claim?.id })).toMatchObject(closed);
    expect(await rolesIn(id)).toEqual({ [owner.name]: 'owner', [operator.name]: 'operator' });
  });
});

describe('a transfer', () => {
  async function ready() {
    const { id, people } = await enterpriseOf('owner', 'operator');
    const [owner, heir] = people as [(typeof people)[0], (typeof people)[0]];
    expect((await owner.client.post(at('transferCodes'), { id: heir.person })).code).toBe(1);
    return { id, owner, heir, codes: { code: codeTo(owner.mobile), successor_code: codeTo(heir.mobile) } };
  }
  type Ready = Awaited<ReturnType<typeof ready>>;
  const transfer = ({ owner, heir, codes }: Ready, changes = {}) =>
    owner.client.post<{ errors?: object } | null>(at('transfer'), { id: heir.person, ...codes, ...changes });

  test('requires both codes, and makes the former owner an operator', async () => {
    const made = await ready();
    const { id, owner, heir, codes } = made;
    expect((await transfer(made, { successor_code: codes.code })).data).toMatchObject({
      errors: { successor_code: [expect.any(String)] },
    });
    expect((await transfer(made, { code: codes.successor_code })).data).toMatchObject({
      errors: { code: [expect.any(String)] },
    });
    expect(await rolesIn(id)).toEqual({ [owner.name]: 'owner', [heir.name]: 'operator' });
    expect((await transfer(made)).code).toBe(1);
    expect(await rolesIn(id)).toEqual({ [owner.name]: 'operator', [heir.name]: 'owner' });
    expect((await transfer(made)).data, 'they are no longer the owner').toMatchObject({ reason: 'not_found' });
    const events = await app.db.rows<{ name: string }>(
      sql`select name from event where resource = 'enterprise/person' and row_id = any(${[owner.person, heir.person]}::bigint[]) order by id`,
    );
    expect(events.map(({ name }) => name).toSorted()).toEqual([
      'enterprise/person.edited',
      'enterprise/person.took_over',
    ]);
  });

  test('is valid only for this owner and this person', async () => {
    const made = await ready();
    const { id, owner, heir } = made;
    const third = await somebody();
    const other = await placePerson(app.db, id, third, 'viewer');
    expect((await owner.client.post(at('transfer'), { id: other, ...made.codes })).data).toMatchObject({
      errors: { code: [expect.any(String)], successor_code: [expect.any(String)] },
    });
    expect((await heir.client.post(at('transfer'), { id: owner.person, ...made.codes })).data).toMatchObject({
      reason: 'not_found',
    });
    const [one, two] = await Promise.all([transfer(made), transfer(made)]);
    expect([one.code, two.code].toSorted()).toEqual([0, 1]);
  });

  test('and a simultaneous removal: one of them succeeds, and there is an owner', async () => {
    const made = await ready();
    const [moved, removed] = await Promise.all([
      transfer(made),
      made.heir.client.post(at('leave'), { enterprise_id: made.id }),
    ]);
    expect(Object.values(await rolesIn(made.id))).toContain('owner');
    if (moved.code === 1) expect(removed.data).toMatchObject({ reason: expect.any(String) });
    else expect(await statusOf(made.heir.person)).toBe('left');
  });
});

test('an approved claim makes the applicant the owner and removes former members', async () => {
  const { id, people } = await enterpriseOf('owner', 'operator');
  const [owner, operator] = people as [(typeof people)[0], (typeof people)[0]];
  const guest = await somebody();
  await invite(owner, id, guest.mobile);
  const claim = await app.db.row<{
    id: number;
  }>(sql`insert into enterprise_claim (enterprise_id, applicant, mobile, reason, user_id)
    values (${id}, '王建国', ${operator.mobile}, '本人为法定代表人', ${operator.id}) returning id`);
  const approved = await city.post('/admin/enterprise.claim/approve', { id: claim?.id });
  expect([approved.code, approved.msg]).toEqual([1, '操作成功']);
  expect(await rolesIn(id)).toEqual({ [operator.name]: 'owner' });
  expect((await guest.client.get<{ list: unknown[] }>(at('invitations'))).data.list).toEqual([]);
});

test('the appointment of an owner and the simultaneous approval of a claim wait for each other at the enterprise', async () => {
  const { id, people } = await enterpriseOf('owner', 'operator');
  const [, operator] = people as [(typeof people)[0], (typeof people)[0]];
  const claimant = await somebody();
  const claim = await app.db.row<{
    id: number;
  }>(sql`insert into enterprise_claim (enterprise_id, applicant, mobile, reason, user_id)
    values (${id}, '王建国', ${claimant.mobile}, '本人为法定代表人', ${claimant.id}) returning id`);
  const { answers, locked } = await callWhileLocked(app, {
    row: sql`select from enterprise where id = ${id}`,
    rows: sql`select id from enterprise_person where enterprise_id = ${id}`,
    calls: [
      () => city.post('/admin/enterprise.claim/approve', { id: claim?.id }),
      () => city.post(at('appoint', 'admin'), { id: operator.person, reason: '原负责人失联' }),
    ],
  });
  expect([locked, answers[0]?.code]).toEqual([0, 1]);
  expect(await rolesIn(id), 'whichever came first').toEqual({ [claimant.name]: 'owner' });
});
