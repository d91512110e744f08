import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RoleInRow } from '#kernel/declaration/account-types-and-member-role-names.ts';
import { checkMemberHome } from '#kernel/module/member-home-page-declaration.ts';
import { text } from '#kernel/text/text.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { findResource } from '#modules/registry.ts';
import { sql } from '#server/db/sql.ts';
import { notifyExpiry } from '#server/message/notify-holders-and-officers-of-expiring-documents.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { activeEnterprise, uploadMaterials } from './form.ts';
import { placePerson } from './people.ts';

let app: TestApp;
let chief: Client;
beforeAll(async () => {
  app = await startApp();
  await uploadMaterials(app.engine);
  chief = await app.client({ officer: 'admin' });
});
afterAll(() => app.close());

interface Home {
  todo: { resource: string; title: string; count: number; path: string }[];
  standings: { id: number; role: RoleInRow; state: string }[];
  decided: { label: string }[];
  begins: { to: string }[];
}
const home = async (who: Client) => (await who.get<Home>('/api/account/overview')).data;

let made = 0;
async function somebody() {
  made += 1;
  const name = `home${made}`;
  const mobile = `1382000${String(made).padStart(4, '0')}`;
  const { id } = await app.member(name);
  await app.db.query(sql`update member set mobile = ${mobile} where id = ${id}`);
  return { id, name, mobile, client: await app.client({ member: name }) };
}

async function licenceOf(enterprise_id: number, days: number): Promise<number> {
  made += 1;
  const answer = await chief.post<{ id: number }>('/admin/enterprise.licence/add', {
    enterprise_id,
    kind: 'agency',
    tourism_scope: ['domestic'],
    license_no: `L-HOME-${made}`,
    issued_by: '昆明市文化和旅游局',
    issue_date: '2020-01-01',
    expire_date: addDays(shanghaiToday(), days),
  });
  expect(answer.code, answer.msg).toBe(1);
  return answer.data.id;
}

test('shows first steps without holdings, and pending invitations', async () => {
  const [guest, owner] = [await somebody(), await somebody()];
  expect(await home(guest.client)).toMatchObject({ todo: [], standings: [], decided: [] });
  expect((await home(guest.client)).begins.map(({ to }) => to)).toContain('/enterprise/register');
  const id = await activeEnterprise(app.engine, await app.officer('admin'), { ent_type: 'shop' });
  await placePerson(app.db, id, owner);
  const form = { enterprise_id: id, name: '受邀人', mobile: guest.mobile, role: 'viewer' };
  expect((await owner.client.post('/api/enterprise.person/add', form)).code).toBe(1);
  const { todo, decided } = await home(guest.client);
  expect(todo).toMatchObject([{ title: '待答复的企业邀请', count: 1, path: '/user/enterprise/invitation' }]);
  expect(decided).toMatchObject([{ label: '企业成员邀请' }]);
});

test('shows what applies to the trade, and opens where something is pending', async () => {
  const [hotelier, carrier, applicant, guest] = [
    await somebody(),
    await somebody(),
    await somebody(),
    await somebody(),
  ];
  const chiefs = await app.officer('admin');
  await placePerson(app.db, await activeEnterprise(app.engine, chiefs), hotelier, 'viewer');
  await placePerson(app.db, await activeEnterprise(app.engine, chiefs, { ent_type: 'coach' }), carrier);
  const waits = await activeEnterprise(app.engine, chiefs, { ent_type: 'coach' });
  await app.db.query(sql`update enterprise set status = 'submitted' where id = ${waits}`);
  await placePerson(app.db, waits, applicant);
  interface Rule {
    name: string;
    type: string;
    children?: Rule[];
  }
  const flat = (rules: readonly Rule[]): string[] =>
    rules.flatMap(({ name, type, children = [] }) => (type === 'menu' ? [name, ...flat(children)] : flat(children)));
  const boot = async ({ client }: typeof guest) => {
    const { menus, opens } = (await client.get<{ menus: Rule[]; opens: string }>('/api/user/index')).data;
    const pages = ['enterprise/licence', 'travel/product', 'travel/dispatch', 'crew/vehicle', 'insurance/coverage'];
    return [pages.filter((name) => flat(menus).includes(name)), opens];
  };
  expect(await boot(hotelier)).toEqual([['enterprise/licence'], '']);
  expect(await boot(carrier)).toEqual([['enterprise/licence', 'travel/dispatch', 'crew/vehicle'], '']);
  expect((await boot(applicant))[1]).toBe('enterprise/enterprise');
  expect(await boot(guest)).toEqual([[], '']);
  await app.db.query(sql`insert into crew_guide (name, mobile, card_no, level, valid_to, area_code, user_id, id_no, languages)
    values ('段小燕', ${guest.mobile}, 'DZG2026HOME', 'junior', '2031-01-01', '530102', ${guest.id}, '{}', '{}')`);
  expect((await boot(guest))[1]).toBe('travel/road');
});

test("counts pending work of an enterprise's members, each count opening its rows", async () => {
  const [owner, viewer] = [await somebody(), await somebody()];
  const id = await activeEnterprise(app.engine, await app.officer('admin'));
  await placePerson(app.db, id, owner);
  await placePerson(app.db, id, viewer, 'viewer');
  for (const days of [-3, 6, 6, 300]) await licenceOf(id, days);
  const staff = { name: '沈听澜', job: 'guide', mobile: '13888001234', contract_from: '2024-01-01' };
  const added = await owner.client.post('/api/enterprise.staff/add', {
    ...staff,
    enterprise_id: id,
    id_no: '530102199003072476',
    contract_to: addDays(shanghaiToday(), 10),
    employment: 'employed',
  });
  expect(added.code, added.msg).toBe(1);
  const { todo, standings, begins } = await home(owner.client);
  expect(todo.map(({ title, count }) => [title, count])).toEqual([
    ['旅行社业务经营许可证已过期', 1],
    ['旅行社业务经营许可证将到期', 2],
    // of a hotel without licences
    ['住宿、卫生、食品与消防证照尚未登记，请添加', 1],
    ['合同将到期的从业人员', 1],
  ]);
  for (const { resource, path, count } of todo.filter((one) => !one.path.includes('form=add'))) {
    const search = [...new URLSearchParams(path.split('?')[1])].map(([name, val]) => {
      const [field, slug] = name.split('.');
      return { field, operator: { eq: '=', in: 'IN', le: '<=' }[slug as 'eq'], val };
    });
    const address = `/api/${resource.replace('/', '.')}/index`;
    expect((await owner.client.get<{ total: number }>(address, { search })).data.total, path).toBe(count);
  }
  expect([standings, begins]).toMatchObject([[{ id, role: 'owner', state: '正常经营' }], []]);
  expect(await home(viewer.client)).toMatchObject({ todo: [], standings: [{ id, role: 'viewer' }] });
});

type Inbox = { list: { label_en: string; subject: { resource: string; id: number } }[] };
const noticesAbout = async (client: Client, resource: string, row: number) =>
  (await client.get<Inbox>('/api/message.notice/index')).data.list
    .filter(({ subject }) => subject.resource === resource && subject.id === row)
    .map(({ label_en }) => label_en);

test("a licence's expiry is announced once a month, a week and a day ahead, and when expired", async () => {
  const [owner, viewer] = [await somebody(), await somebody()];
  const id = await activeEnterprise(app.engine, await app.officer('admin'));
  await placePerson(app.db, id, owner);
  await placePerson(app.db, id, viewer, 'viewer');
  const licence = await licenceOf(id, 20);
  const noticesTo = ({ client }: typeof owner) => noticesAbout(client, 'enterprise/licence', licence);
  const after = (days: number) => notifyExpiry(app.engine, addDays(shanghaiToday(), days));
  for (const days of [0, 0, 5, 14, 15, 19, 21, 22]) await after(days);
  expect(await noticesTo(owner)).toEqual([
    'Document expired',
    ...Array.from({ length: 3 }, () => 'Document expiring soon'),
  ]);
  expect(await noticesTo(viewer), 'who looks on has nothing to renew').toEqual([]);
  const sent = await app.db.rows<{ template_code: string }>(
    sql`select template_code from message_sms where resource = 'enterprise/licence' and row_id = ${licence} order by id`,
  );
  expect(
    sent.map((one) => one.template_code),
    'a week and a day before',
  ).toEqual(['paper_ending', 'paper_ending']);
});

test("a business licence's expiry is announced like that of other licences, and only once if listed twice", async () => {
  const owner = await somebody();
  const { areaCode } = await app.officer('county1');
  const license_expire = addDays(shanghaiToday(), 20);
  const more = { license_expire, ent_type: 'shop', area_code: areaCode } as const;
  const id = await activeEnterprise(app.engine, await app.officer('admin'), more);
  await placePerson(app.db, id, owner);
  const after = (days: number) => notifyExpiry(app.engine, addDays(shanghaiToday(), days));
  await Promise.all([after(0), after(0)]);
  for (const days of [5, 14, 15, 19, 21, 22]) await after(days);
  const expected = ['Document expired', ...Array.from({ length: 3 }, () => 'Document expiring soon')];
  expect(await noticesAbout(owner.client, 'enterprise/enterprise', id)).toEqual(expected);
  const sent = await app.db.rows(
    sql`select template_code from message_sms where row_id = ${id} and template_code like 'paper_%'`,
  );
  expect(sent).toHaveLength(2);
  const county = await app.client({ officer: 'county1' });
  const office = await county.get<{ list: { content: string }[] }>('/admin/message.notice/index');
  for (const phrase of ['件营业执照将于', '件营业执照近 30 日内过期'])
    expect(office.data.list.map((one) => one.content)).toContainEqual(expect.stringContaining(phrase));
  // another expiry date is a separate item; the same document among the licences is not
  const end = addDays(shanghaiToday(), 25);
  await app.db.query(sql`update enterprise set license_expire = ${end} where id = ${id}`);
  const paper = { enterprise_id: id, kind: 'business', license_no: `B-${id}`, issued_by: '昆明市市场监督管理局' };
  const dates = { issue_date: '2020-01-01', expire_date: end };
  expect((await chief.post('/admin/enterprise.licence/add', { ...paper, ...dates })).code).toBe(1);
  await after(0);
  expect(await noticesAbout(owner.client, 'enterprise/enterprise', id)).toEqual(expected);
  await app.db.query(sql`update enterprise set license_expire = ${addDays(end, 1)} where id = ${id}`);
  await after(0);
  expect(await noticesAbout(owner.client, 'enterprise/enterprise', id)).toHaveLength(expected.length + 1);
});

test('county officers get one message a night, whose link opens as many rows as it states', async () => {
  const county = await app.client({ officer: 'county1' });
  const { areaCode } = await app.officer('county1');
  const id = await activeEnterprise(app.engine, await app.officer('admin'), { area_code: areaCode });
  const elsewhere = await app.client({ officer: 'county2' });
  type Notices = { list: { id: number; template_code: string; content: string; opens: string }[] };
  const inbox = async (who: Client) =>
    (await who.get<Notices>('/admin/message.notice/index')).data.list.filter((one) => one.content.includes('件许可证'));
  await notifyExpiry(app.engine);
  const [before, others] = [await inbox(county), await inbox(elsewhere)];
  for (const days of [3, 3, 12, -2]) await licenceOf(id, days);
  await Promise.all([notifyExpiry(app.engine), notifyExpiry(app.engine)]);
  const expected = (await inbox(county)).filter((one) => !before.some((old) => old.id === one.id));
  expect(expected.map((one) => one.template_code).sort()).toEqual(['papers_ended', 'papers_ending']);
  for (const { opens, content } of expected) {
    const [resource = '', query] = opens.split('?');
    const search = [...new URLSearchParams(query)].flatMap(([name, val]) => {
      const [field, slug] = name.split('.');
      return slug ? [{ field, operator: slug === 'in' ? 'IN' : 'RANGE', val }] : [];
    });
    const { total } = (await county.get<{ total: number }>(`/admin/${resource.replace('/', '.')}/index`, { search }))
      .data;
    expect(content).toContain(` ${total} 件`);
  }
  expect((await inbox(elsewhere)).length).toBe(others.length);
});

test('a declared line whose rows nobody could see is refused', () => {
  const line = { label: text('甲', 'A'), tone: 'warning' } as const;
  for (const wrong of [
    { of: 'enterprise/nothing', where: [] },
    { of: 'auth/admin', where: [] },
    { of: 'enterprise/licence', where: [['validty', '=', 'expired']] as const },
    { of: 'enterprise/person', where: [], mobile: 'mobile' },
    { of: 'crew/guide', where: [], own: 'user_id' },
    { of: 'crew/guide', where: [], own: 'account', to: 'travel/road' },
  ])
    expect(() => checkMemberHome({ lines: [{ ...line, ...wrong }] }, findResource), wrong.of).toThrow(/^home/);
});
