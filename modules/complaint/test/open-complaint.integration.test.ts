import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { ComplaintFixture, errorsOf, ok } from './complaint-fixture.ts';

let on: ComplaintFixture;
beforeAll(async () => {
  on = await ComplaintFixture.start();
});
afterAll(() => on.app.close());

const call = (name: string, body: object) => on.anybody.post<{ no: string }>(`/api/complaint.open/${name}`, body);

/** What a tourist fills in on the page. */
const form = (more: object = {}) => {
  const { complainant_name, respondent_name, category, event_at, event_area, facts, demands, people } = on.form();
  return { complainant_name, respondent_name, category, event_at, event_area, facts, demands, people, ...more };
};
const digitsOf = (mobile: string) => mobile.slice(-4);

test('a tourist complains with a verified mobile, supplies what is missing, and sees whose turn it is', async () => {
  const agency = await on.agency();
  const mobile = on.newMobile();
  const found = ok(
    await on.anybody.get<{ list: { id: number; name: string }[] }>('/api/complaint.open/respondents', {
      quick: agency.name.slice(0, 6),
    }),
  );
  expect(found.list.map(({ id }) => id)).toContain(agency.id);
  expect((await call('file', form({ ticket: 'x' }))).data, 'not without a code').toMatchObject({ ticket: 'expired' });
  const ticket = await on.ticket(mobile);
  const { no } = ok(await call('file', form({ ticket, respondent_enterprise_id: agency.id })));
  const row = await on.app.db.row<{ id: number; channel: string; area_code: string; mobile: string }>(
    sql`select id, channel, area_code, mobile from complaint where no = ${no}`,
  );
  expect(row).toMatchObject({ channel: 'web', area_code: '530102', mobile });
  const progress = (digits = digitsOf(mobile)) => call('progress', { no, digits });
  expect(ok(await progress())).toMatchObject({ no, status: 'registered', turn: 'office', respondent: agency.name });
  expect((await progress('0000')).data).toEqual({ reason: 'not_found' });
  expect((await call('progress', { no: 'TS2026010100001', digits: digitsOf(mobile) })).data).toEqual({
    reason: 'not_found',
  });
  const id = row?.id ?? 0;
  ok(await on.move(id, 'needMaterial', { material_wanted: '请提交合同照片' }));
  expect(ok(await progress())).toMatchObject({ turn: 'complainant', material_wanted: '请提交合同照片' });
  const other = await on.ticket(on.newMobile());
  expect((await call('supplement', { ticket: other, no, supplement: '冒充' })).data).toEqual({ reason: 'not_found' });
  ok(await call('supplement', { ticket, no, supplement: '合同照片见附件' }));
  expect(ok(await progress())).toMatchObject({ status: 'registered', turn: 'office' });
  ok(await on.move(id, 'accept'));
  const { settlement } = await on.clocks(id);
  const sms = await on.app.db.row<{ content: string }>(
    sql`select content from message_sms where row_id = ${id} and template_code = 'complaint_accepted'`,
  );
  expect(sms?.content, 'the day of the settlement, not of the next step').toContain(settlement);
  const tooMany = Array.from({ length: 21 }, (_, n) => `/storage/private/x${n}.png`);
  expect(errorsOf(await call('file', form({ ticket, files: tooMany }))).files).toEqual(['证据材料至多 20 个']);
  expect(ok(await progress())).toMatchObject({ status: 'accepted', article: expect.any(String) });
  ok(await call('withdraw', { ticket, no, reason: '已经与旅行社和解' }));
  expect(ok(await progress())).toMatchObject({ status: 'withdrawn' });
  const told = JSON.stringify(ok(await progress()));
  for (const secret of [mobile, '张三']) expect(told).not.toContain(secret);
});

test('nobody refers to the files of another, or files more a day than people do', async () => {
  const [mobile, other] = [on.newMobile(), on.newMobile()];
  const ticket = await on.ticket(mobile);
  await on.app.db.query(sql`insert into routine_attachment (url, name, size, mimetype, sha1, sha256, private, user_id, topic)
    values ('/storage/private/foreign.png', 'p.png', 1, 'image/png', 'f', 'f', true, 0, ${`of ${other}`})`);
  const foreign = await call('file', form({ ticket, files: ['/storage/private/foreign.png'] }));
  expect(errorsOf(foreign).files).toEqual(['文件不存在或不是您上传的']);
  for (let n = 0; n < 5; n += 1) ok(await call('file', form({ ticket })));
  expect((await call('file', form({ ticket }))).data).toMatchObject({ reason: 'too_frequent' });
  const wrong = await call('file', form({ ticket: await on.ticket(other), facts: '太短', event_area: '999999' }));
  expect(Object.keys(errorsOf(wrong)).toSorted()).toEqual(['event_area', 'facts']);
});

test('four digits cannot be tried through', async () => {
  const { id } = ok(await on.add());
  const { no } = await on.row(id);
  let answer = await call('progress', { no, digits: '0000' });
  for (let n = 0; n < 25 && (answer.data as { reason?: string }).reason === 'not_found'; n += 1)
    answer = await call('progress', { no, digits: String(5000 + n) });
  expect(answer.data).toMatchObject({ reason: 'too_frequent' });
});

test('a merged complaint shows where the other one stands, by its own number', async () => {
  const agency = await on.agency();
  const mobile = on.newMobile();
  const first = ok(await on.add({ respondent_enterprise_id: agency.id }));
  const second = ok(await on.add({ respondent_enterprise_id: agency.id, mobile }));
  expect((await on.move(second.id, 'merge', { merged_into: second.id, reason: '同一事由的投诉' })).code).toBe(0);
  ok(await on.move(second.id, 'merge', { merged_into: first.id, reason: '同一事由的投诉' }));
  ok(await on.move(first.id, 'accept'));
  const { no } = await on.row(second.id);
  expect(ok(await call('progress', { no, digits: digitsOf(mobile) }))).toMatchObject({ no, status: 'accepted' });
});

test('an enterprise that is not registered yet is neither accepted nor named', async () => {
  const ticket = await on.ticket(on.newMobile());
  const hidden = await on.app.db.row<{ id: number }>(sql`
    insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, status)
    values ('尚未登记的企业', '91530100MA6KTEST0X', 'agency', '王一', '13800138000', '王一', '13800138000', '530102', '盘龙路 1 号', 'draft') returning id`);
  const answer = await call('file', form({ ticket, respondent_enterprise_id: hidden?.id }));
  expect(errorsOf(answer)).toHaveProperty('respondent_name');
  expect(JSON.stringify(answer.data)).not.toContain('尚未登记');
});
