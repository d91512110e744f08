import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { write } from '#server/write/write-pipeline.ts';
import type { Client } from '../../../test/support/test-engine.ts';
import {
  applyForEnterprise,
  type Counter,
  forgetLimits as forgetAll,
  openCounter,
  sendPicture,
  signInMember,
  verifyMobile,
} from './applicant.ts';

let counter: Counter;
let county: Client;
let city: Client;

interface Row {
  id: number;
  version: number;
  status: string;
  contact_mobile: string;
  legal_id_no: string;
  legal_mobile: string;
  address: string;
  marks: { key: string; value: string }[] | null;
  audit_remark: string | null;
  pending: { key: string; value: string }[] | null;
  sup_code: string | null;
  business_license: string;
  _moves: string[];
  _actions: string[];
}

beforeAll(async () => {
  counter = await openCounter();
  county = await counter.app.client({ officer: 'county1' });
  city = await counter.app.client({ officer: 'city' });
}, 120_000);
afterAll(() => counter.close());

const own = (name = '') => `/api/enterprise.enterprise/${name}`;
const office = (name = '') => `/admin/enterprise.enterprise/${name}`;
const ofEnterprise = (id: number) => ({ search: [{ field: 'enterprise_id', operator: '=', val: id }] });
const forgetLimits = () => forgetAll(counter);

async function applicant(more: Record<string, unknown> = {}) {
  const made = await applyForEnterprise(counter, {
    area_code: (await counter.app.officer('county1')).areaCode,
    ...more,
  });
  await forgetLimits();
  const token = await signInMember(counter, made.form.username);
  const member = await counter.app.client({ token, area: 'api' });
  const read = async () => (await member.get<{ row: Row }>(own('edit'), { id: made.id })).data.row;
  return { ...made, token, member, read };
}

describe('the owner', () => {
  test('sees only their own data, contacts unmasked, the ID number masked, and their own moves', async () => {
    const [one, other] = [await applicant(), await applicant()];
    const list = await one.member.get<{ list: Row[]; total: number }>(own('index'));
    expect(list.data.list.map((row) => row.id)).toEqual([one.id]);
    expect(list.data.total).toBe(1);
    const row = await one.read();
    expect(row).toMatchObject({
      status: 'submitted',
      contact_mobile: one.mobile,
      legal_mobile: '13800001111',
      legal_id_no: '5301**********001X',
      _moves: [],
    });
    for (const answer of [
      await one.member.get(own('edit'), { id: other.id }),
      await one.member.post(own('edit'), { id: other.id, address: '别人的地址不能改' }),
      await one.member.post(own('submit'), { id: other.id }),
      await one.member.get(own('timeline'), { id: other.id }),
      await one.member.get(own('edit'), { id: 999_999_999 }),
    ]) {
      expect(answer).toMatchObject({ code: 0, msg: '记录不存在', data: { reason: 'not_found' } });
    }
    const licences = await one.member.get('/api/enterprise.licence/index', ofEnterprise(other.id));
    expect(licences).toMatchObject({ code: 1, data: { list: [], total: 0 } });
    expect(
      await one.member.get(own('index'), { search: [{ field: 'id', val: other.id, operator: '=' }] }),
    ).toMatchObject({ data: { total: 0 } });
  });

  test('cannot use calls of officers', async () => {
    const { member, id } = await applicant();
    for (const action of [
      'accept',
      'firstPass',
      'finalPass',
      'return',
      'suspend',
      'revoke',
      'add',
      'del',
      'export',
      'import',
      'reveal',
      'undo',
    ]) {
      expect((await member.post(own(action), { id })).status, action).toBe(404);
    }
    expect((await counter.get(own('index'))).code).toBe(302);
    expect(await member.get(office('edit'), { id })).toMatchObject({ code: 302 });
  });

  test('cannot edit while it is audited', async () => {
    const { member, id } = await applicant();
    expect(await member.post(own('edit'), { id, address: '五华区新地址一号' })).toMatchObject({
      code: 0,
      data: { reason: 'bad_transition', from: 'submitted' },
    });
    expect(await member.post(own('submit'), { id })).toMatchObject({
      code: 0,
      data: { reason: 'bad_transition', from: 'submitted', allowed: [] },
    });
  });

  test('opens the uploaded files; nobody else does', async () => {
    const [one, other] = [await applicant(), await applicant()];
    const { business_license: url } = await one.read();
    const open = async (who: Client, area: 'admin' | 'api') => {
      const { list } = (await who.get<{ list: { link: string }[] }>(`/${area}/ajax/fileLinks`, { urls: [url] })).data;
      return list[0] ? (await fetch(`${counter.address}${list[0].link}`)).status : 'none';
    };
    expect(await open(one.member, 'api')).toBe(200);
    expect(await open(other.member, 'api')).toBe('none');
    expect(await open(county, 'admin')).toBe(200);
    expect((await fetch(`${counter.address}${url}`)).status).toBe(403);
  });
});

describe('return and correct', () => {
  test('marked fields are shown, corrected, resubmitted and approved twice', async () => {
    const { id, member, read, mobile, query_no } = await applicant();
    const marks = [
      { key: 'address', value: '与执照不一致' },
      { key: 'business_license', value: '照片模糊' },
    ];
    const back = await county.post<{ row: Row }>(office('return'), {
      id,
      cause: 'mismatch',
      reason: '地址与执照不符，请更正',
      marks,
    });
    expect(back).toMatchObject({ code: 1, data: { row: { status: 'returned' } } });
    const row = await read();
    expect(row).toMatchObject({
      status: 'returned',
      audit_remark: '信息不符：地址与执照不符，请更正',
      marks,
      _moves: ['submit'],
      _actions: ['edit'],
    });
    const progress = await counter.post('/api/enterprise/progress', { query_no, mobile });
    expect(progress.data).toMatchObject({
      status: 'returned',
      returned: {
        reason: '信息不符：地址与执照不符，请更正',
        marks: [
          { field: 'address', label: '经营地址', remark: '与执照不一致' },
          { field: 'business_license', label: '营业执照', remark: '照片模糊' },
        ],
      },
    });
    const sms = await counter.db.row(
      `select content from message_sms where mobile = $1 and template_code = 'enterprise_returned'`,
      [mobile],
    );
    expect(sms?.content).toContain('地址与执照不符');

    expect(
      await member.post(own('edit'), { id, version: row.version - 1, address: '五华区东风西路99号' }),
    ).toMatchObject({ code: 0, data: { reason: 'stale_version', row: { id } } });
    expect(await member.post(own('edit'), { id, version: row.version, address: '短' })).toMatchObject({
      code: 0,
      data: { errors: { address: ['至少 5 个字符'] } },
    });
    expect(await member.post(own('edit'), { id, version: row.version, address: '五华区东风西路99号' })).toMatchObject({
      code: 1,
    });
    expect(await member.post(own('submit'), { id }), 'the licence is marked too').toMatchObject({
      code: 0,
      data: { errors: { business_license: ['请更正，或说明为何不作更正'] } },
    });
    const explanations = [{ key: 'business_license', value: '执照原件如此，已重新核对' }];
    expect((await member.post(own('submit'), { id, explanations })).code).toBe(1);
    expect(await read()).toMatchObject({ status: 'submitted', marks: null, explanations });

    expect((await county.post(office('accept'), { id })).code).toBe(1);
    expect((await county.post(office('firstPass'), { id, checked: '1' })).code).toBe(1);
    expect((await county.post(office('finalPass'), { id })).code).toBe(401);
    expect((await city.post(office('finalPass'), { id })).code).toBe(1);
    const active = await read();
    expect(active).toMatchObject({ status: 'active', marks: null });
    expect(active.sup_code).toMatch(/^[\da-f]{32}$/);

    const timeline = await member.get<{
      list: { action: string; move: string | null; actor_type: string; actor_name: string; note: string | null }[];
    }>(own('timeline'), { id });
    expect(timeline.data.list.map((entry) => entry.move ?? entry.action)).toEqual([
      'finalPass',
      'firstPass',
      'accept',
      'submit',
      'edit',
      'return',
      'submit',
      'add',
    ]);
    for (const entry of timeline.data.list) if (entry.actor_type === 'admin') expect(entry.actor_name).toBe('主管部门');
    expect(timeline.data.list.find((entry) => entry.move === 'return')?.note).toContain('地址与执照不符');
  });

  test('more than three returns in thirty days close it for a day', async () => {
    const { id, member } = await applicant();
    for (let time = 0; time < 4; time += 1) {
      expect((await county.post(office('return'), { id, cause: 'unclear', reason: '照片不清楚请重拍' })).code).toBe(1);
      if (time < 3) expect((await member.post(own('submit'), { id })).code).toBe(1);
    }
    const locked = await member.post<{ hours: number }>(own('submit'), { id });
    expect(locked).toMatchObject({ code: 0, data: { reason: 'locked' } });
    expect(locked.data.hours).toBeGreaterThan(20);
    await counter.db.query(
      `update history set createtime = createtime - interval '25 hours' where row_id = $1 and move = 'return'`,
      [id],
    );
    expect((await member.post(own('submit'), { id })).code).toBe(1);
  });

  test('a rejected registration waits a day; then it may be corrected and sent again', async () => {
    const { id, member, form, query_no, mobile } = await applicant();
    expect((await county.post(office('reject'), { id, reason: '不具备经营条件' })).code).toBe(1);
    expect(await counter.get('/api/enterprise/lookup', { uscc: form.uscc, ent_type: 'agency' })).toMatchObject({
      data: { state: 'waiting', hours: 24 },
    });
    expect(await counter.post('/api/enterprise/progress', { query_no, mobile })).toMatchObject({
      data: { status: 'rejected', next: '24 小时后可更正并再次提交' },
    });
    expect(await member.post(own('submit'), { id })).toMatchObject({ code: 0, data: { reason: 'locked', hours: 24 } });
    await counter.db.query(
      `update history set createtime = createtime - interval '25 hours' where row_id = $1 and move = 'reject'`,
      [id],
    );
    expect(await counter.get('/api/enterprise/lookup', { uscc: form.uscc, ent_type: 'agency' })).toMatchObject({
      data: { state: 'registered' },
    });
    expect((await member.post(own('edit'), { id, address: '五华区人民中路10号' })).code).toBe(1);
    expect((await member.post(own('submit'), { id })).code).toBe(1);
  });

  test('a name on the barred list is shown to officers, not to the applicant', async () => {
    await counter.db.query(
      `insert into enterprise_barred_person (name, until, basis) values ('赵被禁', current_date + 30, '旅行社条例第六十四条')`,
    );
    const { id, member } = await applicant({ legal_person: '赵被禁' });
    const officers = await county.get<{ list: { note: string | null }[] }>(office('timeline'), { id });
    expect(officers.data.list.some((entry) => entry.note?.includes('从业限制名单'))).toBe(true);
    const theirs = await member.get<{ list: { note: string | null }[] }>(own('timeline'), { id });
    expect(theirs.data.list.some((entry) => entry.note?.includes('从业限制名单'))).toBe(false);
  });

  test('a type with one level of audit is active after the first', async () => {
    const { id, read } = await applicant({ ent_type: 'shop' });
    expect(await county.post(office('firstPass'), { id, checked: '1' })).toMatchObject({ code: 1 });
    expect(await read()).toMatchObject({ status: 'active' });
  });
});

async function activated() {
  const one = await applicant({ ent_type: 'shop' });
  await county.post(office('firstPass'), { id: one.id, checked: '1' });
  return one;
}

describe('an active enterprise', () => {
  test('requests a change; the old value stays until it is accepted', async () => {
    const { id, member, read } = await activated();
    expect(await member.post(own('edit'), { id, address: '五华区别处一号大厦' })).toMatchObject({
      code: 0,
      data: { errors: { address: [expect.stringContaining('申请变更')] } },
    });
    expect((await member.post(own('edit'), { id, contact_name: '新联系人' })).code).toBe(1);
    expect(await member.post(own('change'), { id, reason: '搬迁到新址经营' })).toMatchObject({
      code: 0,
      data: { errors: { name: [expect.any(String)] } },
    });
    expect(
      (await member.post(own('change'), { id, address: '五华区别处一号大厦', reason: '搬迁到新址经营' })).code,
    ).toBe(1);
    const pending = await read();
    expect(pending).toMatchObject({
      status: 'change_pending',
      address: '五华区东风西路1号好运大厦3楼',
      pending: [{ key: 'address', value: '五华区别处一号大厦' }],
    });
    expect((await city.post(office('changePass'), { id })).code).toBe(1);
    expect(await read()).toMatchObject({ status: 'active', address: '五华区别处一号大厦', pending: null });
  });

  test('is suspended, resumed and cancels itself; its licences end with it', async () => {
    const { id, member, read } = await activated();
    const licence = await county.post<{ id: number }>('/admin/enterprise.licence/add', {
      enterprise_id: id,
      kind: 'food',
      license_no: `F${id}`,
      issued_by: '五华区市场监督管理局',
      issue_date: '2024-01-01',
      expire_date: '2030-01-01',
    });
    expect(licence.code).toBe(1);
    expect((await member.get('/api/enterprise.licence/index', ofEnterprise(id))).data).toMatchObject({
      list: [{ license_no: `F${id}`, validity: 'valid' }],
    });
    expect(
      (await county.post(office('suspend'), { id, document_no: '昆文旅停〔2026〕1号', reason: '存在安全隐患' })).code,
    ).toBe(1);
    expect(await read()).toMatchObject({ status: 'suspended', _moves: ['cancel'] });
    expect(await member.post(own('resume'), { id })).toMatchObject({ status: 404 });
    expect(
      (await county.post(office('resume'), { id, document_no: '昆文旅复〔2026〕1号', reason: '隐患已经消除' })).code,
    ).toBe(1);
    expect((await member.post(own('cancel'), { id, reason: '不再经营该店铺' })).code).toBe(1);
    expect(await read()).toMatchObject({ status: 'cancelled', _moves: [] });
    expect((await member.get('/api/enterprise.licence/index', ofEnterprise(id))).data).toMatchObject({
      list: [{ validity: 'cancelled' }],
    });
  });

  test('does not learn of a revocation that is only proposed', async () => {
    const { id, member, read } = await activated();
    expect((await city.post(office('revoke'), { id, document_no: '罚1号', reason: '严重违法经营' })).code).toBe(1);
    expect(await read()).toMatchObject({ status: 'active' });
    const timeline = await member.get<{ list: { move: string | null }[] }>(own('timeline'), { id });
    expect(timeline.data.list.map((entry) => entry.move)).not.toContain('revoke:propose');
    const admin = await counter.app.client({ officer: 'admin' });
    expect((await admin.post(office('revoke'), { id, document_no: '罚1号', reason: '严重违法经营' })).code).toBe(1);
    expect(await read()).toMatchObject({ status: 'revoked' });
  });

  test('of two concurrent moves one succeeds, and the other learns the current state', async () => {
    const { id, member } = await activated();
    const answers = await Promise.all([
      member.post(own('cancel'), { id, reason: '不再经营该店铺' }),
      county.post(office('suspend'), { id, document_no: '停2号', reason: '存在安全隐患' }),
    ]);
    const codes = answers.map((answer) => answer.code);
    // suspended first, it may still be cancelled; cancelled first, it cannot be suspended
    expect(codes[0]).toBe(1);
    if (codes[1] !== 1) expect(answers[1]).toMatchObject({ data: { reason: 'bad_transition', from: 'cancelled' } });
  });

  test('a branch changes its agency by credit code', async () => {
    const agency = await applicant();
    await counter.db.query(`update enterprise set status = 'active' where id = $1`, [agency.id]);
    const branch = await applicant({ ent_type: 'agency_outlet', parent_uscc: agency.form.uscc });
    await county.post(office('return'), { id: branch.id, cause: 'mismatch', reason: '所属旅行社填写有误' });
    const second = await applicant();
    await counter.db.query(`update enterprise set status = 'active' where id = $1`, [second.id]);
    const name = (id: number, parent_uscc: string) => branch.member.post(own('rehang'), { id, parent_uscc });
    expect(await name(branch.id, branch.form.uscc)).toMatchObject({ code: 0 });
    expect(await name(branch.id, second.form.uscc)).toMatchObject({ code: 1 });
    expect(await branch.read()).toMatchObject({ status: 'returned', parent_id: second.id });
    expect(await name(agency.id, second.form.uscc)).toMatchObject({ code: 0, msg: '记录不存在' });
    await county.post(office('return'), { id: agency.id, cause: 'mismatch', reason: '不是分社的也试一试' });
    expect(await agency.member.post(own('rehang'), { id: agency.id, parent_uscc: second.form.uscc })).toMatchObject({
      code: 0,
    });
  });
});

describe('a new member', () => {
  test('adds no rows except through an application', async () => {
    const caller = await counter.app.member('stranger');
    await expect(
      write(counter.app.engine, enterprise, caller, { operation: 'add', input: { name: 'x' } }),
    ).rejects.toMatchObject({ code: 401 });
  });

  test('uploads pictures with a ticket of the existing account', async () => {
    const { mobile } = await applicant();
    await forgetLimits();
    const { ticket } = await verifyMobile(counter, mobile);
    const url = await sendPicture(counter, ticket);
    expect(
      await counter.db.row(
        'select m.mobile from routine_attachment a join member m on m.id = a.user_id where a.url = $1',
        [url],
      ),
    ).toEqual({ mobile });
  });
});
