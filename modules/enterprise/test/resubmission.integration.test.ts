import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client, WireAnswer } from '../../../test/support/test-engine.ts';
import { applyForEnterprise, type Counter, forgetLimits, openCounter, signInMember } from './applicant.ts';
import { enterpriseForm, uploadMaterials } from './form.ts';

let counter: Counter;
let county: Client;
let city: Client;
let admin: Client;
beforeAll(async () => {
  counter = await openCounter();
  await uploadMaterials(counter.app.engine);
  [county, city, admin] = await Promise.all([
    counter.app.client({ officer: 'county1' }),
    counter.app.client({ officer: 'city' }),
    counter.app.client({ officer: 'admin' }),
  ]);
}, 120_000);
afterAll(() => counter.close());

const own = (name: string) => `/api/enterprise.enterprise/${name}`;
const office = (name: string) => `/admin/enterprise.enterprise/${name}`;
const errorsOf = (answer: WireAnswer) => (answer.data as { errors?: Record<string, string[]> } | null)?.errors ?? {};
interface Correction {
  field: string;
  remark: string;
  changed: boolean;
  before: { value: string } | null;
  explanation: string | null;
}

async function returned(marks: { key: string; value: string }[]) {
  const made = await applyForEnterprise(counter, { area_code: (await counter.app.officer('county1')).areaCode });
  await forgetLimits(counter);
  const member = await counter.app.client({ token: await signInMember(counter, made.form.username), area: 'api' });
  const back = await county.post(office('return'), { id: made.id, cause: 'mismatch', reason: '请逐项核对', marks });
  expect(back.code).toBe(1);
  const corrections = async (who: Client = county, at = office('corrections')) =>
    (await who.get<{ list: Correction[] }>(at, { id: made.id })).data.list;
  return { ...made, member, corrections };
}
const marks = [
  { key: 'address', value: '与执照不一致' },
  { key: 'place', value: '偏离地址' },
  { key: 'legal_mobile', value: '打不通' },
];

describe('each mark', () => {
  test('requires a change or an explanation, with the error at its field', async () => {
    const { id, member } = await returned(marks);
    const untouched = await member.post(own('submit'), { id });
    expect(errorsOf(untouched)).toEqual(
      Object.fromEntries(marks.map(({ key }) => [key, ['请更正，或说明为何不作更正']])),
    );
    // saving the same value, or another field, does not count as a correction
    await member.post(own('edit'), { id, short_name: '好运', place: { lat: 25.04, lng: 102.7 } });
    expect(Object.keys(errorsOf(await member.post(own('submit'), { id })))).toHaveLength(3);
    // neither does changing a value and restoring it
    await member.post(own('edit'), { id, address: '五华区东风西路99号' });
    await member.post(own('edit'), { id, address: '五华区东风西路1号好运大厦3楼' });
    expect(Object.keys(errorsOf(await member.post(own('submit'), { id })))).toContain('address');
    await member.post(own('edit'), { id, address: '五华区东风西路99号', legal_mobile: '13800002222' });
    for (const value of ['', '   ', '无']) {
      const answer = await member.post(own('submit'), { id, explanations: [{ key: 'place', value }] });
      expect([value, Object.keys(errorsOf(answer))]).toEqual([value, ['place']]);
    }
    const wrong = await member.post(own('submit'), { id, explanations: [{ key: 'name', value: '别的字段' }] });
    expect(Object.keys(errorsOf(wrong))).toEqual(['place']);
    const english = await counter.app.client({ token: member.token, area: 'api' }, 'en');
    expect(errorsOf(await english.post(own('submit'), { id }))).toEqual({
      place: ['Correct this or explain why it is not corrected'],
    });
    for (const explanations of ['x', 1, {}, [1], [{ key: {} }]])
      expect((await member.post(own('submit'), { id, explanations })).code).toBe(0);
    const done = await member.post(own('submit'), { id, explanations: [{ key: 'place', value: '坐标以大门为准' }] });
    expect(done.code).toBe(1);
  });

  test('shows marks, former values and explanations to the reviewer, with personal data masked', async () => {
    const { id, member, corrections } = await returned(marks);
    expect((await corrections()).map((one) => one.changed)).toEqual([false, false, false]);
    await member.post(own('edit'), { id, address: '五华区东风西路99号', legal_mobile: '13800002222' });
    await member.post(own('submit'), { id, explanations: [{ key: 'place', value: '坐标以大门为准' }] });
    const listed = await corrections();
    expect(listed).toMatchObject([
      { field: 'address', remark: '与执照不一致', changed: true, before: { value: '五华区东风西路1号好运大厦3楼' } },
      { field: 'place', remark: '偏离地址', changed: false, before: null, explanation: '坐标以大门为准' },
      { field: 'legal_mobile', changed: true, before: { value: '138****1111' } },
    ]);
    const theirs = await corrections(member, own('corrections'));
    expect(theirs.find((one) => one.field === 'legal_mobile')?.before?.value).toBe('13800001111');
    const stranger = await counter.app.client({ member: 'stranger_here' });
    expect(await stranger.get(own('corrections'), { id })).toMatchObject({ code: 0, msg: '记录不存在' });
    const elsewhere = await counter.app.client({ officer: 'county2' });
    expect(await elsewhere.get(office('corrections'), { id })).toMatchObject({ code: 0, msg: '记录不存在' });
  });

  test('is compared with the former values even if all was corrected and nothing explained', async () => {
    const { id, member, corrections } = await returned(marks.filter(({ key }) => key !== 'place'));
    await member.post(own('edit'), { id, address: '五华区东风西路99号', legal_mobile: '13800002222' });
    expect((await member.post(own('submit'), { id })).code).toBe(1);
    for (const officer of [county, admin]) {
      const { data } = await officer.get<{ row: object }>(office('edit'), { id });
      expect(data.row).toMatchObject({ marks: null, explanations: [] });
    }
    expect(await corrections()).toMatchObject([
      { field: 'address', changed: true, before: { value: '五华区东风西路1号好运大厦3楼' }, explanation: null },
      { field: 'legal_mobile', changed: true, before: { value: '138****1111' }, explanation: null },
    ]);
  });

  test('an approved registration does not show the comment of an earlier refusal', async () => {
    const { id, member } = await returned([]);
    expect((await member.post(own('submit'), { id })).code).toBe(1);
    const opinion = async () =>
      (await county.get<{ row: { audit_remark: string | null } }>(office('edit'), { id })).data.row.audit_remark;
    expect(await opinion(), 'the next reviewer reads why it was returned').toContain('：');
    expect((await county.post(office('firstPass'), { id, checked: '1' })).code).toBe(1);
    expect(await opinion()).toBeNull();
    expect((await city.post(office('finalPass'), { id })).code).toBe(1);
    expect(await opinion()).toBeNull();
    const other = await returned([]);
    await other.member.post(own('submit'), { id: other.id });
    await county.post(office('firstPass'), { id: other.id, checked: '1', audit_remark: '材料齐全' });
    await city.post(office('finalPass'), { id: other.id });
    const { data } = await county.get<{ row: object }>(office('edit'), { id: other.id });
    expect(data.row, 'nothing added, nothing taken away').toMatchObject({ status: 'active', audit_remark: '材料齐全' });
  });

  test('names a field of the form', async () => {
    const made = await applyForEnterprise(counter, { area_code: (await counter.app.officer('county1')).areaCode });
    await forgetLimits(counter);
    for (const key of ['status', 'nothing', '__proto__', 'user_id'])
      expect(
        errorsOf(
          await county.post(office('return'), {
            id: made.id,
            cause: 'unclear',
            reason: '请逐项核对',
            marks: [{ key, value: '不对' }],
          }),
        ),
      ).toEqual({ marks: ['请选择可以更正的字段'] });
  });
});

describe('submitting', () => {
  test('is up to the owner: no officer is offered it or may do it for them', async () => {
    const { id } = await returned([]);
    for (const officer of [county, city, admin]) {
      const { data } = await officer.get<{ row: { _moves: string[] } }>(office('edit'), { id });
      expect(data.row._moves).not.toContain('submit');
      expect(await officer.post(office('submit'), { id })).toMatchObject({
        code: 0,
        msg: '“提交审核”由其所有人自行办理',
        data: { reason: 'forbidden' },
      });
    }
  });

  test('of a registration entered by an officer is made by another officer than the returning one', async () => {
    const { data: made } = await county.post<{ id: number }>(office('add'), enterpriseForm());
    const id = made.id;
    expect((await county.post(office('submit'), { id })).code).toBe(1);
    expect((await county.post(office('return'), { id, cause: 'unclear', reason: '照片不清楚' })).code).toBe(1);
    const offered = async (who: Client) => {
      const { data } = await who.get<{ list: { id: number; _moves: string[] }[] }>(office('index'), { limit: 50 });
      return data.list.find((row) => row.id === id)?._moves;
    };
    expect([await offered(county), await offered(admin)]).toEqual([[], ['submit']]);
    expect(await county.post(office('submit'), { id })).toMatchObject({ code: 0, data: { reason: 'forbidden' } });
    expect((await admin.post(office('submit'), { id })).code).toBe(1);
  });
});
