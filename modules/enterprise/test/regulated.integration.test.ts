import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client, WireAnswer } from '../../../test/support/test-engine.ts';
import { applyForEnterprise, type Counter, forgetLimits, openCounter, signInMember } from './applicant.ts';

let counter: Counter;
let county: Client;
let city: Client;
beforeAll(async () => {
  counter = await openCounter();
  county = await counter.app.client({ officer: 'county1' });
  city = await counter.app.client({ officer: 'city' });
}, 120_000);
afterAll(() => counter.close());

const own = (name: string) => `/api/enterprise.enterprise/${name}`;
const office = (name: string) => `/admin/enterprise.enterprise/${name}`;

async function applicant(more: Record<string, unknown> = {}) {
  const made = await applyForEnterprise(counter, {
    area_code: (await counter.app.officer('county1')).areaCode,
    ...more,
  });
  await forgetLimits(counter);
  const member = await counter.app.client({ token: await signInMember(counter, made.form.username), area: 'api' });
  const read = async () => (await member.get<{ row: Record<string, unknown> }>(own('edit'), { id: made.id })).data.row;
  return { ...made, member, read };
}
async function activated() {
  const one = await applicant({ ent_type: 'shop' });
  await county.post(office('firstPass'), { id: one.id, checked: '1' });
  return one;
}
const errorsOf = (answer: WireAnswer) => (answer.data as { errors?: Record<string, string[]> } | null)?.errors ?? {};

/** A value different from the stored one for each registered field. */
const other: Readonly<Record<string, unknown>> = {
  name: '另一个名字',
  uscc: '91440300708461136T',
  ent_type: 'restaurant',
  grade: '5a',
  parent_id: 1,
  reg_capital: '9999999.00',
  reg_date: '1999-01-01',
  biz_scope: '无所不包',
  legal_person: '王强',
  legal_id_type: 'passport',
  legal_id_no: '11010519491231002X',
  legal_mobile: '13800009999',
  contact_mobile: '13800009998',
  reg_area_code: '530103',
  area_code: '530103',
  address: '五华区别处一号大厦',
  place: { lng: 102.9, lat: 25.2 },
  photo_front: '/storage/x.png',
  business_license: '/storage/y.png',
  license_expire: '2099-12-31',
};

describe('an active enterprise', () => {
  test('keeps its registered details, whoever sends changes, one by one or all at once', async () => {
    const { id, member, read } = await activated();
    const before = await read();
    const admin = await counter.app.client({ officer: 'admin' });
    for (const [who, at] of [
      [member, own('edit')],
      [county, office('edit')],
      [admin, office('edit')],
    ] as const) {
      for (const [name, value] of Object.entries(other)) {
        const answer = await who.post(at, { id, [name]: value });
        expect([name, answer.code, Object.keys(errorsOf(answer))]).toEqual([name, 0, [name]]);
      }
      expect(Object.keys(errorsOf(await who.post(at, { id, ...other, short_name: '简称' }))).sort()).toEqual(
        Object.keys(other).sort(),
      );
    }
    expect(await read()).toEqual(before);
    const refused = await member.post(own('edit'), { id, grade: '5a', uscc: other.uscc });
    expect(errorsOf(refused)).toEqual({
      grade: ['“正常经营”状态下不能直接修改，请通过“申请变更”办理'],
      uscc: ['“正常经营”状态下不能修改'],
    });
    expect(errorsOf(await member.post(own('edit'), { id, parent_id: 1 }))).toEqual({
      parent_id: ['“正常经营”状态下不能直接修改，请通过“申请变更”办理'],
    });
    const english = await counter.app.client({ officer: 'county1' }, 'en');
    expect(errorsOf(await english.post(office('edit'), { id, grade: '5a' }))).toEqual({
      grade: ['Cannot be edited directly in status “In operation”; use “Apply for change”'],
    });
  });

  test('accepts unchanged details, and whole rows as posted by stock clients', async () => {
    const { id, member, read } = await activated();
    const { data } = await county.get<{ row: Record<string, unknown> }>(office('edit'), { id });
    expect(data.row, 'shown masked, and taken as unchanged').toMatchObject({ legal_mobile: '138****1111' });
    expect((await county.post(office('edit'), { ...data.row, short_name: '老街坊' })).code).toBe(1);
    expect((await member.post(own('edit'), { ...(await read()), contact_name: '新联系人' })).code).toBe(1);
    expect(await read()).toMatchObject({ short_name: '老街坊', contact_name: '新联系人', legal_mobile: '13800001111' });
  });

  test('cannot lose them either', async () => {
    const { id, member, read } = await activated();
    const before = await read();
    for (const name of ['license_expire', 'reg_capital', 'place', 'legal_mobile', 'business_license']) {
      const answer = await member.post(own('edit'), { id, [name]: null });
      expect([name, answer.code]).toEqual([name, before[name] === null ? 1 : 0]);
    }
    for (const name of ['license_expire', 'reg_capital', 'place', 'legal_mobile', 'business_license'])
      expect((await read())[name]).toEqual(before[name]);
  });

  test('changes all of them by a change request, sealed while it is pending', async () => {
    const { id, member, read } = await activated();
    const changes = {
      grade: 'none',
      reg_capital: '120000.00',
      legal_mobile: '13800009999',
      contact_mobile: '13800009998',
      legal_id_no: '11010519491231002X',
      place: { lng: 102.9, lat: 25.2 },
      license_expire: '2099-12-31',
    };
    expect(await member.post(own('change'), { id, ...changes, reason: '换了负责人和场所' })).toMatchObject({ code: 1 });
    const waiting = await read();
    expect(waiting).toMatchObject({ status: 'change_pending', contact_mobile: expect.not.stringMatching('9998') });
    expect(waiting.pending).toEqual(
      expect.arrayContaining([
        { key: 'grade', value: 'none' },
        { key: 'legal_mobile', value: '138****9999' },
        { key: 'legal_id_no', value: '1101**********002X' },
      ]),
    );
    const stored = await counter.db.row<{ text: string }>(
      `select (select string_agg(changes::text, '') from history where row_id = $1) || (select to_jsonb(e)::text from enterprise e where id = $1) as text`,
      [id],
    );
    expect(stored?.text).not.toContain('11010519491231002X');
    expect(stored?.text).not.toContain('13800009998');
    expect(await city.post(office('changePass'), { id })).toMatchObject({ code: 1 });
    expect(await read()).toMatchObject({
      ...changes,
      legal_id_no: '1101**********002X',
      status: 'active',
      pending: null,
    });
  });

  test('moves to another county only if the approving officer is responsible there', async () => {
    const { id, member, read } = await activated();
    expect((await member.post(own('change'), { id, area_code: '530302', reason: '迁址到另一个市' })).code).toBe(1);
    expect((await city.post(office('changePass'), { id })).code).toBe(401);
    expect((await read()).status).toBe('change_pending');
    const chief = await counter.app.client({ officer: 'admin' });
    expect((await chief.post(office('changePass'), { id })).code).toBe(1);
    expect(await read()).toMatchObject({ area_code: '530302', status: 'active' });
  });

  test('does not change its parent agency outside the request', async () => {
    const agency = await applicant();
    await counter.db.query(`update enterprise set status = 'active' where id = $1`, [agency.id]);
    const second = await applicant();
    await counter.db.query(`update enterprise set status = 'active' where id = $1`, [second.id]);
    const branch = await applicant({ ent_type: 'agency_outlet', parent_uscc: agency.form.uscc });
    await counter.db.query(`update enterprise set status = 'active' where id = $1`, [branch.id]);
    const body = { id: branch.id, parent_uscc: second.form.uscc };
    expect((await branch.member.post(own('rehang'), body)).code).toBe(0);
    expect(await branch.read()).toMatchObject({ parent_id: agency.id });
    expect((await branch.member.post(own('change'), { ...body, reason: '改由另一家旅行社管理' })).code).toBe(1);
    expect((await city.post(office('changePass'), { id: branch.id })).code).toBe(1);
    expect(await branch.read()).toMatchObject({ parent_id: second.id });
    const shop = await activated();
    const refused = await shop.member.post(own('change'), { ...body, id: shop.id, reason: '不是分社也填了' });
    expect(errorsOf(refused)).toHaveProperty('parent_uscc');
  });
});

test('a returned registration stays in the county that returned it, unless officers move it', async () => {
  const { id, member, read } = await applicant();
  await county.post(office('return'), { id, cause: 'mismatch', reason: '地址与执照不符' });
  const refused = await member.post(own('edit'), { id, area_code: '530103', address: '五华区东风西路99号' });
  expect(errorsOf(refused)).toEqual({ area_code: ['“已退回”状态下不能修改'] });
  expect((await member.post(own('edit'), { id, area_code: '530102', address: '五华区东风西路99号' })).code).toBe(1);
  expect((await city.post(office('edit'), { id, area_code: '530103' })).code).toBe(1);
  expect(await read()).toMatchObject({ area_code: '530103', address: '五华区东风西路99号' });
});

describe('a suspension', () => {
  interface PreviewedMessage {
    row: { status: string };
    messages: { by: string; to: string | null; people: number; words: string }[];
  }
  const order = {
    document_no: '昆文旅停字〔2026〕7号',
    reason: '存在重大安全隐患',
    suspended_from: '2027-01-04',
    suspended_until: '2027-02-03',
  };

  test('is previewed verbatim, and nothing of it happens before it is made', async () => {
    const { id, form, read } = await activated();
    const admin = await counter.app.client({ officer: 'admin' });
    const queued = async () =>
      (
        await counter.db.rows<{ content: string }>(`select content from message_sms where row_id = ${id} order by id`)
      ).map(({ content }) => content);
    const history = () => counter.db.row(`select count(*)::int as n from history where row_id = ${id}`);
    const before = [await queued(), await history()] as const;
    const { code, data } = await admin.post<PreviewedMessage>(office('foresee'), { id, move: 'suspend', ...order });
    expect([code, data.row.status]).toEqual([1, 'suspended']);
    const content = `${form.name}被责令停业整顿，期限 2027-01-04 至 2027-02-03，文书号 ${order.document_no}。`;
    const to = expect.stringMatching(/^1\d{2}\*{4}\d{4}$/);
    expect(data.messages).toEqual([
      { by: 'sms', to, people: 1, words: content },
      { by: 'inbox', to: null, people: 1, words: content },
    ]);
    expect((await read()).status).toBe('active');
    expect([await queued(), await history()]).toEqual(before);
    expect((await admin.post(office('suspend'), { id, ...order })).code).toBe(1);
    expect((await queued()).at(-1), 'what was foreseen is what was sent').toBe(content);
    const ends = Date.parse('2027-02-03T23:59:59+08:00') / 1000;
    expect(await read()).toMatchObject({
      suspended_until: '2027-02-03',
      due_at: ends,
      _clocks: expect.arrayContaining([expect.objectContaining({ clock: 'suspension', due_at: ends })]),
    });
    await admin.post(office('resume'), { id, document_no: '昆文旅复字〔2027〕1号', reason: '已整改完毕' });
    expect(await read()).toMatchObject({ status: 'active', suspended_from: null, suspended_until: null, due_at: null });
  });

  test('is annulled while in force, or later by its number; the one in force goes on', async () => {
    const { id, form, read } = await activated();
    const annul = (move: string, no: number, given: object = {}) =>
      city.post(office(move), { id, document_no: `昆政复决〔2026〕${no}号`, reason: '复议机关认定违法', ...given });
    const suspend = (number: string) =>
      city.post(office('suspend'), { id, ...order, document_no: `昆文旅停字〔2026〕${number}号` });
    const resume = () =>
      city.post(office('resume'), { id, document_no: '昆文旅复字〔2027〕1号', reason: '已整改完毕' });
    expect((await annul('annulPastSuspension', 1)).data).toMatchObject({ reason: 'bad_transition' });
    expect((await suspend('10')).code).toBe(1);
    expect(errorsOf(await annul('annulPastSuspension', 1))).toEqual({ annulled_no: ['以前的停业决定均已撤销'] });
    for (const answer of [await resume(), await suspend('11'), await resume(), await suspend('12')])
      expect(answer.code).toBe(1);
    // the one in force is annulled by the other move
    const inForce = await annul('annulPastSuspension', 1, { annulled_no: '昆文旅停字〔2026〕12号' });
    expect(errorsOf(inForce).annulled_no?.[0]).toContain('昆文旅停字〔2026〕11号、昆文旅停字〔2026〕10号');
    // brackets and spaces may differ
    const earlier = await annul('annulPastSuspension', 1, { annulled_no: '昆文旅停字[2026] 11号' });
    expect(earlier.code, JSON.stringify(earlier)).toBe(1);
    expect(await read()).toMatchObject({ status: 'suspended', suspended_until: '2027-02-03' });
    expect((await annul('annulSuspension', 2)).code).toBe(1);
    expect((await annul('annulPastSuspension', 3)).code).toBe(1);
    expect(await read()).toMatchObject({
      status: 'active',
      suspended_from: null,
      suspended_until: null,
      due_at: null,
      annulled_suspensions: [
        { key: '昆文旅停字〔2026〕11号', value: '昆政复决〔2026〕1号' },
        { key: '昆文旅停字〔2026〕12号', value: '昆政复决〔2026〕2号' },
        { key: '昆文旅停字〔2026〕10号', value: '昆政复决〔2026〕3号' },
      ],
    });
    const told = await counter.db.rows<{ content: string }>(
      `select content from message_sms where row_id = ${id} and content like '%撤销%' order by id`,
    );
    expect(told.map(({ content }) => content)).toContain(
      `${form.name}的停业整顿决定已被撤销，不再计入风险和信用评分，文书号 昆政复决〔2026〕2号。`,
    );
  });

  test('is previewed only by those who could make it', async () => {
    const { id } = await activated();
    const admin = await counter.app.client({ officer: 'admin' });
    const preview = (who: Client, body: object) => who.post(office('foresee'), { id, ...order, ...body });
    const reason = ({ code, data }: WireAnswer) => [code, (data as { reason?: string } | null)?.reason];
    expect(reason(await preview(admin, { move: 'firstPass' }))).toEqual([0, 'bad_transition']);
    expect(Object.keys(errorsOf(await preview(admin, { move: 'suspend', reason: '' })))).toEqual(['reason']);
    expect(reason(await preview(await counter.app.client({ officer: 'county2' }), { move: 'suspend' }))[0]).toBe(0);
    const seen = ['x', -1, {}, 1.5].map((version) => ({ move: 'suspend', version }));
    for (const wrong of [{ move: 'toString' }, { move: 1 }, { move: 'suspend', step: 2 }, { step: 'x' }, ...seen])
      expect(reason(await preview(admin, wrong)), JSON.stringify(wrong)).toEqual([0, 'parameter']);
  });
});
