import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import { callWhileLocked } from '../../../test/support/call-while-locked.ts';
import type { Client, WireAnswer } from '../../../test/support/test-engine.ts';
import { watchWrites } from '../../../test/support/watch-writes.ts';
import { licence } from '../contract/licence.ts';
import { applyForEnterprise, type Counter, forgetLimits, openCounter, signInMember } from './applicant.ts';

/** Licences submitted and renewed by their enterprise, and confirmed by the bureau. */
let counter: Counter;
let county: Client;
beforeAll(async () => {
  counter = await openCounter();
  county = await counter.app.client({ officer: 'county1' });
  await watchWrites(counter.db, [licence]);
}, 120_000);
afterAll(() => counter.close());

const own = (action: string) => `/api/enterprise.licence/${action}`;
const office = (action: string) => `/admin/enterprise.licence/${action}`;
const errorsOf = (answer: WireAnswer) => (answer.data as { errors?: Record<string, string[]> } | null)?.errors ?? {};

let made = 0;
/** An operating enterprise, its owner, and an uploaded picture. */
async function business() {
  const area_code = (await counter.app.officer('county1')).areaCode;
  const one = await applyForEnterprise(counter, { area_code, ent_type: 'shop' });
  await forgetLimits(counter);
  const passed = await county.post('/admin/enterprise.enterprise/firstPass', { id: one.id, checked: '1' });
  expect(passed.code, passed.msg).toBe(1);
  const member = await counter.app.client({ token: await signInMember(counter, one.form.username), area: 'api' });
  const picture = async () => {
    made += 1;
    const url = `/storage/private/licence-${one.id}-${made}.png`;
    await counter.db.query(sql`insert into routine_attachment (url, name, size, mimetype, sha1, sha256, private, user_id)
      select ${url}, 'p.png', 1, 'image/png', ${url}, ${url}, true, user_id from enterprise_person
      where enterprise_id = ${one.id} and status = 'active' limit 1`);
    return url;
  };
  return { ...one, member, picture };
}
const paper = (more: object = {}) => ({
  kind: 'food',
  license_no: `JY${Date.now()}${++made}`,
  issued_by: '五华区市场监督管理局',
  issue_date: '2024-01-01',
  expire_date: addDays(shanghaiToday(), 20),
  ...more,
});
const stored = (id: number) =>
  counter.db.row<{
    status: string;
    validity: string | null;
    license_no: string;
    expire_date: string;
    verify_status: string;
  }>(
    sql`select status, validity, license_no, expire_date::text, verify_status from enterprise_licence where id = ${id}`,
  );
const publicNumbers = async (enterprise: number) => {
  const row = await counter.db.row<{ sup_code: string }>(sql`select sup_code from enterprise where id = ${enterprise}`);
  const shown = await counter.get<{ licences: { license_no: string }[] }>('/api/enterprise/verifyCode', {
    code: row?.sup_code,
  });
  return shown.data.licences.map((one) => one.license_no);
};

test('is submitted with its picture, returned with a reason, corrected and confirmed; until then it has no effect', async () => {
  const { id: enterprise_id, member, picture } = await business();
  const form = paper({ enterprise_id });
  expect(errorsOf(await member.post(own('add'), form))).toHaveProperty('file');
  const forged = await member.post(own('add'), {
    ...form,
    file: await picture(),
    verify_status: 'verified',
    validity: 'valid',
    status: 'recorded',
  });
  expect(forged.code).toBe(0);
  const added = await member.post<{ id: number }>(own('add'), { ...form, file: await picture() });
  expect(added.code, added.msg).toBe(1);
  const { id } = added.data;
  expect(await stored(id)).toMatchObject({ status: 'submitted', validity: null, verify_status: 'unverified' });
  expect(await publicNumbers(enterprise_id)).toEqual([]);
  const bench = await county.get<{ todo: { resource: string; count: number }[] }>('/admin/dashboard/dashboard');
  expect(bench.data.todo.find((one) => one.resource === 'enterprise/licence')?.count).toBeGreaterThan(0);
  expect((await member.post(own('edit'), { id, license_no: 'OTHER' })).code).toBe(0);
  expect((await county.post(office('return'), { id, reason: '照片不清，请重拍' })).code).toBe(1);
  const inbox = async () =>
    (await member.get<{ list: { label: string; read_at: number | null }[] }>('/api/message.notice/index')).data.list;
  expect((await inbox())[0]).toMatchObject({ label: '许可证未予核准', read_at: null });
  const chief = await counter.app.client({ officer: 'admin' });
  const offered = (await chief.get<{ row: { _moves: string[] } }>(office('edit'), { id })).data.row._moves;
  expect(offered, 'theirs to submit, as long as somebody owns the enterprise').not.toContain('submit');
  expect((await chief.post(office('submit'), { id })).code).toBe(0);
  expect((await member.post(own('submit'), { id })).code).toBe(1);
  expect((await inbox()).find((one) => one.label === '许可证未予核准')?.read_at, 'done').not.toBeNull();
  expect((await member.post(own('confirm'), { id })).status).toBe(404);
  expect((await county.post(office('confirm'), { id })).code).toBe(1);
  expect(await stored(id)).toMatchObject({ status: 'recorded', validity: 'expiring', verify_status: 'verified' });
  expect(await publicNumbers(enterprise_id)).toEqual([form.license_no]);
  expect((await inbox())[0]?.label).toBe('许可证已核准');
});

test("states an agency's kinds of business; scope text alone is parsed if unambiguous, else they are required", async () => {
  const { id: enterprise_id, member, picture } = await business();
  const chosen = async (id: number) =>
    (
      await counter.db.row<{ tourism_scope: string[] | null }>(
        sql`select tourism_scope from enterprise_licence where id = ${id}`,
      )
    )?.tourism_scope;
  const permit = (more: object) => paper({ enterprise_id, kind: 'agency', ...more });
  for (const scope of [undefined, '全部', '国内旅游业务、入境旅游业务、出境旅游业务除外'])
    expect(errorsOf(await county.post(office('add'), permit({ scope }))), scope).toEqual({
      tourism_scope: ['请按许可证所载勾选旅游业务范围'],
    });
  expect(errorsOf(await county.post(office('add'), permit({ tourism_scope: ['abroad'] })))).toHaveProperty(
    'tourism_scope',
  );
  const add = async (more: object) => {
    const answer = await county.post<{ id: number }>(office('add'), permit(more));
    expect(answer.code, answer.msg).toBe(1);
    return answer.data.id;
  };
  const read = await add({ scope: '国内旅游业务、入境旅游业务（出境旅游业务除外）' });
  expect(await chosen(read)).toEqual(['domestic', 'inbound']);
  const id = await add({ scope: '全部', tourism_scope: ['domestic', 'outbound'] });
  expect(await chosen(id), 'the choice, whatever the words').toEqual(['domestic', 'outbound']);
  expect((await county.post(office('edit'), { id, scope: '国内旅游业务' })).code).toBe(1);
  expect(await chosen(id)).toEqual(['domestic', 'outbound']);
  expect(errorsOf(await county.post(office('edit'), { id, scope: '全部', tourism_scope: [] }))).toHaveProperty(
    'tourism_scope',
  );
  const renewal = { id, file: await picture(), tourism_scope: ['domestic'] };
  expect((await member.post(own('renew'), renewal)).code).toBe(1);
  expect((await county.post(office('confirmRenewal'), { id })).code).toBe(1);
  expect(await chosen(id)).toEqual(['domestic']);
  // other permits have none
  expect(await chosen((await county.post<{ id: number }>(office('add'), paper({ enterprise_id }))).data.id)).toBeNull();
});

describe('a recorded licence', () => {
  async function recorded() {
    const holder = await business();
    const form = paper({ enterprise_id: holder.id });
    const { data } = await county.post<{ id: number }>(office('add'), form);
    expect(await stored(data.id), 'entered by an officer').toMatchObject({ status: 'recorded', validity: 'expiring' });
    return { ...holder, form, licence: data.id };
  }

  test('cannot be changed by members without audit: no field, in no state, nor by deleting the row', async () => {
    const { member, licence: id, picture } = await recorded();
    const fields = {
      enterprise_id: 1,
      kind: 'fire',
      license_no: 'X-1',
      scope: '全部',
      issued_by: '别处',
      issue_date: '2020-02-02',
      expire_date: '2099-12-31',
      file: await picture(),
      verify_status: 'verified',
      validity: 'valid',
      status: 'recorded',
    };
    const before = await counter.db.row(sql`select * from enterprise_licence where id = ${id}`);
    const tryAll = async () => {
      for (const [name, value] of Object.entries(fields))
        expect([name, (await member.post(own('edit'), { id, [name]: value })).code]).toEqual([name, 0]);
      expect((await member.del(own('del'), { ids: [id] })).status).toBe(404);
      for (const move of ['confirm', 'confirmRenewal', 'refuseRenewal', 'return'])
        expect((await member.post(own(move), { id })).status, move).toBe(404);
    };
    await tryAll();
    expect(await counter.db.row(sql`select * from enterprise_licence where id = ${id}`)).toEqual(before);
    expect((await member.post(own('renew'), { id, expire_date: '2031-01-01', file: await picture() })).code).toBe(1);
    await tryAll();
    expect(await stored(id)).toMatchObject({
      status: 'renewing',
      license_no: before?.license_no,
      validity: 'expiring',
    });
  });

  test('is renewed: requested while the old one is valid, compared side by side, accepted or refused with a reason', async () => {
    const { member, licence: id, picture, form } = await recorded();
    const file = await picture();
    expect(errorsOf(await member.post(own('renew'), { id, expire_date: '2031-01-01' }))).toHaveProperty('file');
    expect(errorsOf(await member.post(own('renew'), { id, file, expire_date: '2020-01-01' }))).toHaveProperty(
      'expire_date',
    );
    const renew = () => member.post(own('renew'), { id, file, expire_date: '2031-01-01', kind: 'fire' });
    expect((await Promise.all([renew(), renew()])).map((one) => one.code).sort()).toEqual([0, 1]);
    expect(await stored(id)).toMatchObject({ status: 'renewing', validity: 'expiring', expire_date: form.expire_date });
    const { row } = (
      await county.get<{ row: { pending: { key: string; value: string }[]; _moves: string[] } }>(office('edit'), { id })
    ).data;
    expect(row.pending.map(({ key }) => key).sort()).toEqual(['expire_date', 'file']);
    expect(row._moves).toEqual(expect.arrayContaining(['confirmRenewal', 'refuseRenewal']));
    const stranger = await counter.app.client({ officer: 'county2' });
    expect((await stranger.post(office('confirmRenewal'), { id })).data).toMatchObject({ reason: 'not_found' });
    expect((await county.post(office('refuseRenewal'), { id, reason: '照片与编号不符' })).code).toBe(1);
    expect(await stored(id)).toMatchObject({ status: 'recorded', expire_date: form.expire_date });
    expect((await renew()).code).toBe(1);
    expect((await member.post(own('withdrawRenewal'), { id })).code).toBe(1);
    expect((await renew()).code).toBe(1);
    expect((await county.post(office('confirmRenewal'), { id })).code).toBe(1);
    expect(await stored(id)).toMatchObject({ status: 'recorded', expire_date: '2031-01-01', validity: 'valid' });
    const city = await counter.app.client({ officer: 'city' });
    expect((await city.post(office('cancel'), { id, reason: '持证单位申请注销' })).code).toBe(1);
    expect(await stored(id)).toMatchObject({ status: 'ended', validity: 'cancelled' });
    const labels = (await member.get<{ list: { label: string }[] }>('/api/message.notice/index')).data.list.map(
      (one) => one.label,
    );
    expect(labels.slice(0, 3)).toEqual(['许可证已注销', '许可证已核准', '许可证未予核准']);
  });

  test('of two simultaneous decisions on one renewal the first counts, and none is made for an enterprise that ends meanwhile', async () => {
    const { id: holder, member, licence: id, picture, form } = await recorded();
    const renew = async () => member.post(own('renew'), { id, file: await picture(), expire_date: '2031-01-01' });
    expect((await renew()).code).toBe(1);
    const second = await counter.app.client({ officer: 'admin' });
    const decided = await callWhileLocked(counter.app, {
      row: sql`select from enterprise where id = ${holder}`,
      rows: sql`select id from enterprise_licence where id = ${id}`,
      calls: [county, second].map((who) => () => who.post(office('confirmRenewal'), { id })),
    });
    expect([decided.locked, ...decided.answers.map(({ code }) => code).sort()]).toEqual([0, 0, 1]);
    expect((await renew()).code).toBe(1);
    const both = await Promise.all([
      county.post(office('confirmRenewal'), { id }),
      second.post(office('refuseRenewal'), { id, reason: '照片与编号不符' }),
    ]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect((await renew()).code).toBe(1);
    const ended = await callWhileLocked(counter.app, {
      row: sql`select from enterprise where id = ${holder}`,
      rows: sql`select id from enterprise_licence where id = ${id}`,
      calls: [
        () => member.post('/api/enterprise.enterprise/cancel', { id: holder, reason: '不再经营该店铺' }),
        () => county.post(office('confirmRenewal'), { id }),
      ],
    });
    expect([ended.locked, ended.answers[0]?.code]).toEqual([0, 1]);
    expect(await stored(id)).toMatchObject({ validity: 'cancelled', expire_date: '2031-01-01' });
    expect(form.expire_date).not.toBe('2031-01-01');
  });

  test('is renewed without expiry date, and with one again: both are described in words', async () => {
    const { member, licence: id, picture, form } = await recorded();
    const renewUntil = async (expire_date: string) => {
      const file = await picture();
      const answer = await member.post(own('renew'), { id, file, expire_date });
      expect(answer.code, answer.msg).toBe(1);
      const { row } = (await county.get<{ row: { pending: { key: string; value: string }[] } }>(office('edit'), { id }))
        .data;
      expect(row.pending.find(({ key }) => key === 'expire_date')?.value).toBe(
        expire_date === '长期有效' ? '' : expire_date,
      );
      expect((await county.post(office('confirmRenewal'), { id })).code).toBe(1);
    };
    expect(
      errorsOf(await member.post(own('renew'), { id, file: await picture(), expire_date: '长期' })),
    ).toHaveProperty('expire_date');
    await renewUntil('长期有效');
    expect(await stored(id)).toMatchObject({ expire_date: null, validity: 'valid' });
    await renewUntil(form.expire_date);
    expect(await stored(id)).toMatchObject({ expire_date: form.expire_date, validity: 'expiring' });
  });

  test('has a unique number, and an unconfirmed use of it blocks nobody', async () => {
    const [holder, other] = [await recorded(), await business()];
    const claimed = await other.member.post<{ id: number }>(own('add'), {
      ...holder.form,
      enterprise_id: other.id,
      file: await other.picture(),
    });
    expect(claimed.code, claimed.msg).toBe(1);
    expect(await county.post(office('confirm'), { id: claimed.data.id })).toMatchObject({
      code: 0,
      data: { reason: 'duplicate' },
    });
    const foreign = await other.member.post(own('add'), {
      ...paper({ enterprise_id: holder.id }),
      file: await other.picture(),
    });
    expect(foreign.code, "for one's own alone").toBe(0);
    const early = paper();
    await other.member.post(own('add'), { ...early, enterprise_id: other.id, file: await other.picture() });
    expect((await county.post(office('add'), { ...early, enterprise_id: holder.id })).code).toBe(1);
  });

  test('ends with its enterprise: nothing can be renewed or submitted any more', async () => {
    const { id, member, licence: row, picture } = await recorded();
    expect((await member.post('/api/enterprise.enterprise/cancel', { id, reason: '不再经营该店铺' })).code).toBe(1);
    expect(await stored(row)).toMatchObject({ validity: 'cancelled' });
    expect((await member.post(own('renew'), { id: row, expire_date: '2031-01-01', file: await picture() })).code).toBe(
      0,
    );
    expect((await member.post(own('add'), { ...paper({ enterprise_id: id }), file: await picture() })).code).toBe(0);
  });
});
