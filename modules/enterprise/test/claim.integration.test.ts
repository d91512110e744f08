import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { removeAgedRows } from '#server/retention/remove-aged-rows.ts';
import { refreshDocumentValidity } from '#server/write/row-set/refresh-document-validity.ts';
import { callWhileLocked } from '../../../test/support/call-while-locked.ts';
import type { Client } from '../../../test/support/test-engine.ts';
import {
  applyForEnterprise,
  type Counter,
  forgetLimits as forgetAll,
  newCreditCode,
  newMobile,
  openCounter,
  signInMember,
  verifyMobile,
} from './applicant.ts';
import { ownersOf } from './people.ts';

let counter: Counter;
let county: Client;
let area: string;

beforeAll(async () => {
  counter = await openCounter();
  county = await counter.app.client({ officer: 'county1' });
  area = (await counter.app.officer('county1')).areaCode;
}, 120_000);
afterAll(() => counter.close());

const forgetLimits = () => forgetAll(counter);
let accounts = 0;
function account() {
  accounts += 1;
  return { username: `claimer${accounts}`, password: 'Secret-1', password_confirm: 'Secret-1' };
}

interface Claimed {
  state: string;
  account: { username: string; created: boolean };
  reason?: string;
  errors?: Record<string, string[]>;
}

/** An enterprise entered by an officer, without an account. */
async function onRecord(contact = newMobile()) {
  const uscc = newCreditCode();
  const made = await county.post<{ id: number }>('/admin/enterprise.enterprise/add', {
    name: `在册商店${uscc.slice(-4)}`,
    uscc,
    ent_type: 'shop',
    legal_person: '王建国',
    legal_mobile: '13800002222',
    contact_name: '李明',
    contact_mobile: contact,
    area_code: area,
    address: '五华区东风西路1号',
    place: { lng: 102.7, lat: 25.04 },
  });
  if (made.code !== 1) throw new Error(`${made.msg} ${JSON.stringify(made.data)}`);
  return { id: made.data.id, uscc, contact };
}

const send = (body: Record<string, unknown>) =>
  counter.post<Claimed>('/api/enterprise/claim', {
    ent_type: 'shop',
    applicant: '李明',
    reason: '我是该店负责人',
    ...body,
  });

describe('claiming', () => {
  test('by the recorded mobile succeeds at once', async () => {
    const { id, uscc, contact } = await onRecord();
    expect(await counter.get('/api/enterprise/lookup', { uscc, ent_type: 'shop' })).toMatchObject({
      data: { state: 'claimable' },
    });
    const { ticket } = await verifyMobile(counter, contact);
    const made = await send({ ticket, uscc, ...account() });
    expect(made).toMatchObject({
      code: 1,
      msg: '认领成功，请登录查看',
      data: { state: 'bound', account: { created: true } },
    });
    const token = await signInMember(counter, made.data.account.username);
    const member = await counter.app.client({ token, area: 'api' });
    expect(await member.get('/api/enterprise.enterprise/index')).toMatchObject({ data: { total: 1, list: [{ id }] } });
    expect(await send({ ticket, uscc })).toMatchObject({ code: 0, msg: '该企业已在您的账号名下，请登录查看' });
    expect(
      await counter.db.rows(
        `select action, actor_name from history where resource = 'enterprise/person'
           and row_id = (select p.id from enterprise_person p where p.enterprise_id = $1)`,
        [id],
      ),
    ).toMatchObject([{ action: 'add', actor_name: made.data.account.username }]);
    await forgetLimits();
  });

  test("a claim by another mobile waits for an officer's approval", async () => {
    const { id, uscc } = await onRecord();
    const { ticket, mobile } = await verifyMobile(counter);
    const made = await send({ ticket, uscc, ...account() });
    expect(made).toMatchObject({ code: 1, data: { state: 'submitted' } });
    expect(await send({ ticket, uscc })).toMatchObject({ code: 0, msg: '您已申请认领该企业，请等待核实' });
    const list = await county.get<{ list: { id: number; mobile: string; status: string }[] }>(
      '/admin/enterprise.claim/index',
    );
    const claim = list.data.list[0];
    expect(claim).toMatchObject({ status: 'submitted', mobile: `${mobile.slice(0, 3)}****${mobile.slice(7)}` });
    const city = await counter.app.client({ officer: 'city' });
    expect((await city.post('/admin/enterprise.claim/approve', { id: claim?.id })).code).toBe(1);
    expect(await ownersOf(counter.db, id)).toEqual([mobile]);
    const token = await signInMember(counter, made.data.account.username);
    const member = await counter.app.client({ token, area: 'api' });
    expect(await member.get('/api/enterprise.claim/index')).toMatchObject({
      data: { list: [{ status: 'approved', mobile }] },
    });
    expect((await member.post('/api/enterprise.claim/edit', { id: claim?.id, applicant: '改名' })).code).toBe(0);
    await forgetLimits();
  });

  test('of three claimants of one enterprise the approved one gets it, and the others are notified', async () => {
    const shop = await onRecord();
    const claims: number[] = [];
    for (const n of [1, 2, 3]) {
      const user = await counter.app.member(`rival${n}-${shop.id}`);
      const made = await counter.db.row<{ id: number }>(sql`insert into enterprise_claim
        (enterprise_id, applicant, mobile, reason, user_id, status)
        values (${shop.id}, ${`申请人${'甲乙丙'[n - 1]}`}, ${newMobile()}, '我是该店负责人', ${user.id}, 'submitted') returning id`);
      claims.push(made?.id ?? 0);
    }
    const city = await counter.app.client({ officer: 'city' });
    // other affected claims are shown beforehand
    const preview = await city.post<{ messages: { by: string; words: string }[]; rows: Record<string, unknown>[] }>(
      '/admin/enterprise.claim/foresee',
      {
        move: 'approve',
        id: claims[0],
      },
    );
    expect(preview.code, preview.msg).toBe(1);
    const refusals = preview.data.messages.filter(({ words }) => words.includes('该企业已由其他申请人认领'));
    expect(refusals.filter(({ by }) => by === 'sms')).toHaveLength(2);
    const rival = { resource: 'enterprise/claim', from: 'submitted', to: 'refused' };
    expect(preview.data.rows).toEqual([
      { ...rival, id: claims[1], title: '申请人乙' },
      { ...rival, id: claims[2], title: '申请人丙' },
    ]);
    expect(
      await counter.db.rows(
        sql`select id from enterprise_claim where id = any(${claims}::bigint[]) and status <> 'submitted'`,
      ),
    ).toEqual([]);
    const { answers, locked } = await callWhileLocked(counter.app, {
      row: sql`select from enterprise where id = ${shop.id}`,
      rows: sql`select id from enterprise_claim where id = any(${claims}::bigint[])`,
      calls: claims.map((id) => () => city.post('/admin/enterprise.claim/approve', { id })),
    });
    expect(locked, 'they queue at the enterprise, with none of their own rows locked').toBe(0);
    expect(answers.map(({ code }) => code).toSorted(), JSON.stringify(answers.map(({ msg }) => msg))).toEqual([
      0, 0, 1,
    ]);
    const states = await counter.db.rows<{ status: string }>(
      sql`select status from enterprise_claim where id = any(${claims}::bigint[]) order by status`,
    );
    expect(states.map(({ status }) => status)).toEqual(['approved', 'refused', 'refused']);
    // the reason is the platform's: each reader sees it in their language
    const refused = await counter.db.row<{ id: number }>(
      sql`select id from enterprise_claim where id = any(${claims}::bigint[]) and status = 'refused' limit 1`,
    );
    for (const [locale, reason] of [
      ['zh-cn', '该企业已由其他申请人认领'],
      ['en', 'The enterprise was claimed by another applicant'],
    ] as const) {
      const reader = await counter.app.client({ officer: 'city' }, locale);
      const { data } = await reader.get<{ list: { note: string | null }[] }>('/admin/enterprise.claim/timeline', {
        id: refused?.id,
      });
      expect(data.list.map(({ note }) => note)).toContain(reason);
    }
    const notice = await counter.db.row<{ content: string; content_en: string }>(
      sql`select content, content_en from message_notice where resource = 'enterprise/claim' and row_id = ${refused?.id ?? 0}
        and template_code = 'claim_refused'`,
    );
    expect(notice?.content).toContain('该企业已由其他申请人认领');
    expect(notice?.content_en).toContain('The enterprise was claimed by another applicant');
    const owners = await counter.db.rows(
      sql`select id from enterprise_person where enterprise_id = ${shop.id} and role = 'owner' and status = 'active'`,
    );
    expect(owners).toHaveLength(1);
  });

  test('a refused claim leaves the enterprise unchanged and states the reason', async () => {
    const first = await applyForEnterprise(counter, { area_code: area, ent_type: 'shop' });
    const { ticket, mobile } = await verifyMobile(counter);
    expect(await send({ ticket, uscc: first.form.uscc, ...account() })).toMatchObject({
      code: 1,
      data: { state: 'submitted' },
    });
    const city = await counter.app.client({ officer: 'city' });
    const row = await counter.db.row<{ id: number }>('select id from enterprise_claim where mobile = $1', [mobile]);
    expect(
      (await city.post('/admin/enterprise.claim/refuse', { id: row?.id, reason_refused: '证明材料不足' })).code,
    ).toBe(1);
    expect(await ownersOf(counter.db, first.id)).toEqual([first.mobile]);
    const sms = await counter.db.row(
      `select content from message_sms where mobile = $1 and template_code = 'claim_refused'`,
      [mobile],
    );
    expect(sms?.content).toContain('证明材料不足');
    await forgetLimits();
  });

  test('an enterprise with an account is not transferred by its recorded mobile alone', async () => {
    const first = await applyForEnterprise(counter, { area_code: area, ent_type: 'shop' });
    const { ticket } = await verifyMobile(counter, '13800001111');
    expect(await send({ ticket, uscc: first.form.uscc, ...account() })).toMatchObject({
      code: 1,
      data: { state: 'submitted' },
    });
    await forgetLimits();
  });

  test('invalid input is named; an unknown enterprise must be registered', async () => {
    const { ticket } = await verifyMobile(counter);
    const { uscc } = await onRecord();
    const answer = await send({ ticket, uscc, applicant: '', reason: '短', username: '9', password: '1' });
    expect(answer.data.errors).toMatchObject({
      applicant: ['必填'],
      reason: ['至少 5 个字符'],
      username: [expect.any(String)],
      password: [expect.any(String)],
    });
    expect(await send({ ticket, uscc: newCreditCode(), ...account() })).toMatchObject({
      code: 0,
      data: { state: 'free' },
    });
    expect(await send({ ticket: 'x', uscc })).toMatchObject({ code: 0, data: { ticket: 'expired' } });
    expect(await counter.db.row('select count(*)::int as n from member where username like $1', ['9%'])).toEqual({
      n: 0,
    });
  });

  test('of two concurrent claims by the recorded mobile one account gets the enterprise', async () => {
    const { id, uscc, contact } = await onRecord();
    const { ticket } = await verifyMobile(counter, contact);
    const answers = await Promise.all([send({ ticket, uscc, ...account() }), send({ ticket, uscc, ...account() })]);
    expect(answers.map((answer) => answer.code).sort()).toEqual([0, 1]);
    expect(await counter.db.row('select count(*)::int as n from member where mobile = $1', [contact])).toEqual({
      n: 1,
    });
    expect(await ownersOf(counter.db, id)).toEqual([contact]);
    await forgetLimits();
  });
});

describe('progress without signing in', () => {
  test('answers every wrong pair alike, and locks a number after ten', async () => {
    const { query_no, mobile, form } = await applyForEnterprise(counter, { area_code: area, ent_type: 'shop' });
    await forgetLimits();
    const wrong = [
      { query_no, mobile: newMobile() },
      { query_no: 'QY20260101999999', mobile },
      { query_no: 'x', mobile },
      { query_no, mobile: '' },
    ];
    for (const pair of wrong)
      expect(await counter.post('/api/enterprise/progress', pair)).toMatchObject({
        code: 0,
        msg: '查询编号与手机号不匹配',
      });
    const right = await counter.post<{ steps: { key: string; state: string }[] }>('/api/enterprise/progress', {
      query_no: query_no.toLowerCase(),
      mobile: `+86 ${mobile}`,
    });
    expect(right.data).toMatchObject({ name: form.name, status: 'submitted', status_label: '待受理', returned: null });
    expect(right.data.steps.map((step) => `${step.key} ${step.state}`)).toEqual([
      'submitted done',
      'accepted current',
      'first waiting',
      'done waiting',
    ]);
    expect((await counter.post('/api/enterprise/progress', { query_no, mobile: form.legal_mobile })).code).toBe(1);
    for (let time = 0; time < 9; time += 1)
      await counter.post('/api/enterprise/progress', { query_no, mobile: newMobile() });
    expect(await counter.post('/api/enterprise/progress', { query_no, mobile })).toMatchObject({
      code: 0,
      data: { reason: 'too_frequent' },
    });
    await forgetLimits();
  });

  test('of sixty concurrent guesses ten are checked, with or without key; a mobile appears in no URL', async () => {
    const { query_no, mobile } = await applyForEnterprise(counter, { area_code: area, ent_type: 'shop' });
    await forgetLimits();
    const guesses = await Promise.all(
      Array.from({ length: 60 }, (_, place) =>
        counter.post<{ reason: string }>(
          '/api/enterprise/progress',
          { query_no, mobile: newMobile() },
          { 'x-forwarded-for': `10.8.0.${place}`, 'idempotency-key': `guess-${place}` },
        ),
      ),
    );
    expect(guesses.filter((one) => one.data.reason === 'not_found')).toHaveLength(10);
    expect(guesses.filter((one) => one.data.reason === 'too_frequent')).toHaveLength(50);
    await forgetLimits();
    const right = await Promise.all(
      Array.from({ length: 30 }, () => counter.post('/api/enterprise/progress', { query_no, mobile })),
    );
    expect(
      right.every((one) => one.code === 1),
      'correct queries do not count',
    ).toBe(true);
    expect((await counter.get('/api/enterprise/progress', { query_no, mobile })).code).toBe(0);
    await forgetLimits();
  });

  test('follows the audit station by station', async () => {
    const { id, query_no, mobile } = await applyForEnterprise(counter, { area_code: area });
    await forgetLimits();
    const states = async () =>
      (
        await counter.post<{ steps: { state: string }[] }>('/api/enterprise/progress', { query_no, mobile })
      ).data.steps.map((step) => step.state);
    const officer = '/admin/enterprise.enterprise/';
    await county.post(`${officer}accept`, { id });
    expect(await states()).toEqual(['done', 'done', 'current', 'waiting', 'waiting']);
    await county.post(`${officer}firstPass`, { id, checked: '1' });
    expect(await states()).toEqual(['done', 'done', 'done', 'current', 'waiting']);
    const city = await counter.app.client({ officer: 'city' });
    await city.post(`${officer}return`, { id, cause: 'other', reason: '补充经营范围说明' });
    expect(await states()).toEqual(['done', 'done', 'done', 'returned', 'waiting']);
  });
});

describe('the supervision code', () => {
  test('shows public data, and prints as an image', async () => {
    const { id, form } = await applyForEnterprise(counter, { area_code: area, ent_type: 'shop' });
    await forgetLimits();
    expect((await county.get('/admin/enterprise.enterprise/qr', { id })).code).toBe(0);
    await county.post('/admin/enterprise.enterprise/firstPass', { id, checked: '1' });
    await county.post('/admin/enterprise.licence/add', {
      enterprise_id: id,
      kind: 'food',
      license_no: `SP${id}`,
      issued_by: '市监局',
      issue_date: '2024-01-01',
    });
    const row = await counter.db.row<{ sup_code: string }>('select sup_code from enterprise where id = $1', [id]);
    const shown = await counter.get<Record<string, unknown>>('/api/enterprise/verifyCode', { code: row?.sup_code });
    expect(shown.data).toMatchObject({
      name: form.name,
      ent_type: 'shop',
      status: 'active',
      licences: [{ kind: 'food', license_no: `SP${id}`, validity: 'valid' }],
    });
    expect(JSON.stringify(shown.data)).not.toMatch(/mobile|legal|contact/);
    expect(await counter.get('/api/enterprise/verifyCode', { code: 'f'.repeat(32) })).toMatchObject({
      code: 0,
      msg: '记录不存在',
    });
    const picture = await county.get('/admin/enterprise.enterprise/qr', { id });
    expect(picture.headers['content-type']).toContain('image/svg+xml');
    expect(picture.text).toContain('<svg');
    const stranger = await counter.app.client({ officer: 'county2' });
    expect(await stranger.get('/admin/enterprise.enterprise/qr', { id })).toMatchObject({ code: 0, msg: '记录不存在' });
    expect((await counter.get('/admin/enterprise.enterprise/qr', { id })).code).toBe(302);
  });
});

describe('daily work', () => {
  test("licences become expiring, then expired, and keep an authority's decision", async () => {
    const { id } = await onRecord();
    const put = (no: string, validity: string, expire: string | null) =>
      counter.db.query(
        `insert into enterprise_licence (enterprise_id, kind, license_no, issued_by, issue_date, expire_date, validity, status) values ($1, 'food', $2, 'x', '2020-01-01', $3, $4, 'recorded')`,
        [id, no, expire, validity],
      );
    await put('D1', 'valid', '2026-12-31');
    await put('D2', 'expiring', '2026-11-20');
    await put('D3', 'expired', '2030-01-01');
    await put('D4', 'suspended', '2020-01-01');
    await put('D5', 'valid', null);
    expect(await refreshDocumentValidity(counter.app.engine, '2026-11-21')).toBe(3);
    expect(
      await counter.db.rows(
        `select license_no, validity from enterprise_licence where license_no like 'D_' order by 1`,
      ),
    ).toEqual(
      ['expiring', 'expired', 'valid', 'suspended', 'valid'].map((validity, place) => ({
        license_no: `D${place + 1}`,
        validity,
      })),
    );
    expect(await refreshDocumentValidity(counter.app.engine, '2026-11-21')).toBe(0);
    expect(
      (
        await counter.db.rows(
          `select name from event where name like 'enterprise/licence.%' and name not like '%.added' order by name`,
        )
      ).map((event) => event.name),
    ).toEqual(['expired', 'expiring', 'valid'].map((fact) => `enterprise/licence.${fact}`));
  });

  test('drafts of eight days ago are removed', async () => {
    await counter.db.query(
      `insert into enterprise_draft (mobile, data, updatetime) values ('13911112222', '{}', now() - interval '8 days'), ('13911113333', '{}', now())`,
    );
    await removeAgedRows(counter.app.engine, counter.app);
    const left = await counter.db.rows(`select mobile from enterprise_draft where mobile like '1391111%'`);
    expect(left).toEqual([{ mobile: '13911113333' }]);
  });
});
