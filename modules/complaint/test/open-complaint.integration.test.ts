import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import { sharedAddressLimit } from '#server/limit/attempt-limit.ts';
import type { ComplaintProgress } from '../contract/complaint-page-path-title-and-moves-of-complainant.ts';
import { complainantTicket } from '../server/two-hour-ticket-and-own-uploads-of-verified-complainant.ts';
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
const progressOf = async (no: string | null, mobile: string) =>
  on.anybody.post<ComplaintProgress>('/api/complaint.open/progress', { no, digits: digitsOf(mobile) });
const todayPlus = (days: number) => addDays(shanghaiToday(), days);
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
  const event_place = { lng: 102.712, lat: 25.041, from: 'device', accuracy: 12 };
  const { no } = ok(await call('file', form({ ticket, respondent_enterprise_id: agency.id, event_place })));
  const row = await on.app.db.row<{ id: number; channel: string; area_code: string; mobile: string }>(
    sql`select id, channel, area_code, mobile from complaint where no = ${no}`,
  );
  expect(row).toMatchObject({ channel: 'web', area_code: '530102', mobile });
  expect((await on.row(row?.id ?? 0)).event_place, 'with its accuracy').toMatchObject(event_place);
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

test('a number abroad is told which numbers get a code', async () => {
  const english = await on.app.client('nobody', 'en');
  for (const mobile of ['+49 151 23456789', '0044 7700 900123', '4915123456789', '']) {
    const refused = await english.post<object>('/api/Sms/send', { mobile, template_code: 'complaint_file' });
    expect([refused.code, errorsOf(refused)], mobile).toEqual([
      0,
      { mobile: [expect.stringMatching(/mainland China \(11 digits/)] },
    ]);
  }
});

test('nobody refers to the files of another, or files more a day than people do', async () => {
  const [mobile, other] = [on.newMobile(), on.newMobile()];
  const ticket = await on.ticket(mobile);
  await on.app.db.query(sql`insert into routine_attachment (url, name, size, mimetype, sha1, sha256, private, user_id, topic)
    values ('/storage/private/foreign.png', 'p.png', 1, 'image/png', 'f', 'f', true, 0, ${`of ${other}`})`);
  const foreign = await call('file', form({ ticket, files: ['/storage/private/foreign.png'] }));
  expect(errorsOf(foreign).files).toEqual(['文件不存在或不是您上传的']);
  const code = /\d{6}/.exec(on.lastText(mobile))?.[0];
  expect(errorsOf(await call('verify', { mobile, code })), 'a code is good once').toHaveProperty('code');
  const filed = await Promise.all(Array.from({ length: 40 }, () => call('file', form({ ticket }))));
  expect(filed.filter((one) => one.code === 1)).toHaveLength(5);
  expect(filed.find((one) => one.code === 0)?.data).toMatchObject({ reason: 'too_frequent' });
  const wrong = await call('file', form({ ticket: await on.ticket(other), facts: '太短', event_area: '999999' }));
  expect(Object.keys(errorsOf(wrong)).toSorted()).toEqual(['event_area', 'facts']);
});

test('a complaint that is sent again under its key is one complaint, and counts once', async () => {
  const mobile = on.newMobile();
  const ticket = await on.ticket(mobile);
  const filled = form({ ticket });
  const file = (key: string) =>
    on.anybody.post<{ no: string }>('/api/complaint.open/file', filled, { 'idempotency-key': key });
  const [first, meanwhile] = (await Promise.all([file('first'), file('first')])).map(ok);
  expect([meanwhile, ok(await file('first'))]).toEqual([first, first]);
  for (let n = 2; n <= 5; n += 1) ok(await file(`other ${n}`));
  expect((await file('sixth')).data).toMatchObject({ reason: 'too_frequent' });
  expect(ok(await file('first')), 'also when no more may be filed').toEqual(first);
  const stored = await on.app.db.row<{ n: number }>(
    sql`select count(*)::int as n from complaint where mobile = ${mobile}`,
  );
  expect(stored?.n).toBe(5);
});

test('four digits cannot be tried through, and who has the right ones looks as often as they like', async () => {
  const mobile = on.newMobile();
  const { id } = ok(await on.add({ mobile }));
  const { no } = await on.row(id);
  for (let n = 0; n < 25; n += 1) ok(await progressOf(no, mobile));
  let answer = await call('progress', { no, digits: '0000' });
  for (let n = 0; n < 25 && (answer.data as { reason?: string }).reason === 'not_found'; n += 1)
    answer = await call('progress', { no, digits: String(5000 + n) });
  expect(answer.data).toMatchObject({ reason: 'too_frequent' });
  // whoever guessed keeps out neither others at another address nor the complainant who proves the mobile
  const elsewhere = { 'x-forwarded-for': '10.41.0.1' };
  ok(await on.anybody.post('/api/complaint.open/progress', { no, digits: digitsOf(mobile) }, elsewhere));
  expect((await progressOf(no, mobile)).code).toBe(0);
  expect(ok(await call('progress', { no, ticket: await on.ticket(mobile) }))).toMatchObject({ no });
});

test('guesses from many addresses close a number to digits for everybody alike, and to nobody with a code', async () => {
  const mobile = on.newMobile();
  const { id } = ok(await on.add({ mobile }));
  const { no } = await on.row(id);
  const unknown = 'TS2026010199999';
  for (const one of [no ?? '', unknown])
    await on.app.db.query(sql`insert into attempt (name, subject, at, expiretime) select 'complaint_progress_no', ${one},
      array_agg(clock_timestamp() - make_interval(secs => n)), now() + interval '1 day' from generate_series(0, 99) n`);
  const [owner, stranger] = [await progressOf(no, mobile), await call('progress', { no: unknown, digits: '0000' })];
  expect([owner.code, owner.data]).toEqual([0, { reason: 'too_frequent', retry_after: expect.any(Number) }]);
  expect([stranger.code, stranger.data]).toEqual([0, { reason: 'too_frequent', retry_after: expect.any(Number) }]);
  const ticket = await on.ticket(mobile);
  expect(ok(await call('progress', { no, ticket }))).toMatchObject({ no, status: 'registered' });
  const foreign = await on.ticket(on.newMobile());
  for (const wrong of [
    { no, ticket: foreign },
    { no: unknown, ticket },
  ])
    expect((await call('progress', wrong)).data).toEqual({ reason: 'not_found' });
  expect((await call('progress', { no, ticket: 'x' })).data).toMatchObject({ ticket: 'expired' });
  expect(errorsOf(await call('progress', { no }))).toHaveProperty('digits');
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
  const shown = ok(await progressOf(no, mobile));
  expect(shown).toMatchObject({ no, status: 'accepted', merged: true, moves: [] });
  // its own filing and merging, then what happened to the other one since
  expect(shown.steps.map(({ status }) => status)).toEqual(['registered', 'merged', 'accepted']);
  expect(JSON.stringify(shown), 'nothing of the other complainant').not.toContain((await on.row(first.id)).no);
});

test('the complainant answers an invitation, denies and confirms fulfilment, and reopens once with new facts', async () => {
  const agency = await on.agency();
  const mobile = on.newMobile();
  const id = await on.notified(agency, { mobile });
  const { no } = await on.row(id);
  const ticket = await on.ticket(mobile);
  const movesNow = async () => ok(await progressOf(no, mobile)).moves;
  expect(await movesNow()).toEqual(['withdraw']);
  const early = await call('answerInvitation', { ticket, no, session_answer: 'attends' });
  expect(early.data).toMatchObject({ reason: 'bad_transition' });
  ok(await on.move(id, 'answer', { answer: '购物店是游客自愿前往的' }, agency.owner, 'api'));
  ok(await on.move(id, 'mediate'));
  expect(await movesNow(), 'not before there is an invitation').toEqual(['withdraw']);
  const session = { session_mode: 'onsite', session_place: '盘龙区旅游投诉中心' };
  const past = await on.move(id, 'invite', { ...session, session_at: Math.floor(Date.now() / 1000) - 60 });
  expect(errorsOf(past)).toHaveProperty('session_at');
  ok(await on.move(id, 'invite', { ...session, session_at: Math.floor(Date.now() / 1000) + 86_400 }));
  expect(await on.texts(id)).toContain('complaint_mediation_invited');
  expect(ok(await progressOf(no, mobile))).toMatchObject({
    moves: ['answerInvitation', 'withdraw'],
    session_place: '盘龙区旅游投诉中心',
    session_answer: null,
  });
  expect(errorsOf(await call('answerInvitation', { ticket, no, session_answer: 'perhaps' }))).toHaveProperty(
    'session_answer',
  );
  ok(await call('answerInvitation', { ticket, no, session_answer: 'other_time', session_remark: '周末到昆明' }));
  const invited = ok(await progressOf(no, mobile));
  expect(invited.session_answer).toBe('other_time');
  // what does not change the state is no step: nor does it tell of being passed to enforcement
  ok(await on.move(id, 'toEnforcement', { reason: '涉嫌强迫购物' }));
  expect(ok(await progressOf(no, mobile)).steps).toEqual(invited.steps);
  expect(invited.steps.filter(({ status }) => status === 'mediating')).toHaveLength(1);
  const theirs = await agency.owner.get<{ row: Record<string, unknown> }>('/api/complaint.complaint/edit', { id });
  expect(JSON.stringify(theirs.data), 'the remark is for the office').not.toContain('周末到昆明');
  ok(await on.move(id, 'agree', on.agreement));
  expect(await movesNow()).toEqual(['fulfil', 'denyFulfilment']);
  const stranger = await on.ticket(on.newMobile());
  const paid = { paid_amount: '600.00', fulfilled_on: '2026-11-01' };
  expect((await call('fulfil', { ticket: stranger, no, ...paid })).data).toEqual({ reason: 'not_found' });
  ok(await call('denyFulfilment', { ticket, no, reason: '到期没有收到退款' }));
  const told = await on.app.db.row<{ n: number }>(
    sql`select count(*)::int as n from message_notice where template_code = 'complaint_fulfilment_denied' and row_id = ${id}`,
  );
  expect(told?.n).toBeGreaterThan(0);
  expect(errorsOf(await call('fulfil', { ticket, no, ...paid, fulfilled_on: '2099-01-01' }))).toHaveProperty(
    'fulfilled_on',
  );
  ok(await call('fulfil', { ticket, no, ...paid }));
  expect(await movesNow()).toEqual([]);
  expect((await call('fulfil', { ticket, no, ...paid })).data, 'twice').toMatchObject({ reason: 'bad_transition' });
  ok(await on.move(id, 'close', { responsibility: 'respondent', result: '退款已到账' }));
  expect(await movesNow()).toEqual(['reopen']);
  ok(await call('reopen', { ticket, no, new_facts: '又发现合同中的自费项目没有退还' }));
  expect(ok(await progressOf(no, mobile))).toMatchObject({ status: 'investigating', moves: ['withdraw'] });
  ok(await on.move(id, 'mediate'));
  ok(await on.move(id, 'terminate', { reason: '双方不能达成一致' }));
  ok(await on.move(id, 'close', { responsibility: 'respondent', result: '终止调解后办结' }));
  expect(await movesNow(), 'once only').toEqual([]);
  expect((await call('reopen', { ticket, no, new_facts: '再次提出同样的事实请求处理' })).data).toMatchObject({
    reason: 'bad_transition',
  });
});

test('the page shows the clock that waits for the complainant, and who opened their contact and why', async () => {
  const mobile = on.newMobile();
  const { id } = ok(await on.add({ mobile, channel: 'hotline_12345', ext_no: `W${mobile}`, ext_due_on: todayPlus(1) }));
  const { no } = await on.row(id);
  ok(await on.move(id, 'needMaterial', { material_wanted: '请提交合同照片' }));
  const { material, referral } = await on.clocks(id);
  expect(referral, 'the day of the referring office is earlier').not.toBe(material);
  expect(ok(await progressOf(no, mobile))).toMatchObject({ turn: 'complainant', due_on: material, openings: [] });
  ok(await on.clerk.post('/admin/complaint.complaint/reveal', { id, fields: ['mobile'], reason: '电话核实情况' }));
  const { openings } = ok(await progressOf(no, mobile));
  expect(openings).toEqual([
    {
      id: expect.any(Number),
      subject: '旅游投诉',
      at: expect.any(Number),
      role: expect.any(String),
      office: expect.any(String),
      fields: ['手机'],
      reason: '电话核实情况',
    },
  ]);
  expect(openings[0]?.role).not.toBe('');
  expect(JSON.stringify(openings)).not.toContain('county1');
});

test('a complainant abroad proves an e-mail address, and nobody gets in by the mobile they only typed', async () => {
  const email = 'anna@example.org';
  const mobile = '+4915112345678';
  const ticket = await complainantTicket.issue(on.app.db, { content: { email } });
  expect(errorsOf(await call('file', form({ ticket }))), 'the mobile is still needed').toHaveProperty('mobile');
  const { no } = ok(await call('file', form({ ticket, mobile })));
  const row = await on.app.db.row<{ id: number; email: string; contact_by: string }>(
    sql`select id, email, contact_by from complaint where no = ${no}`,
  );
  expect(row).toMatchObject({ email, contact_by: 'email' });
  const letters = await on.app.db.rows<{ email: string }>(
    sql`select email from message_email where row_id = ${row?.id ?? 0} and template_code = 'complaint_registered'`,
  );
  expect(letters).toEqual([{ email }]);
  expect(await on.texts(row?.id ?? 0)).toEqual([]);
  const typed = await complainantTicket.issue(on.app.db, { content: { mobile } });
  const reason = '不再需要处理了';
  expect((await call('withdraw', { ticket: typed, no, reason })).data).toEqual({ reason: 'not_found' });
  ok(await call('withdraw', { ticket, no, reason }));
});

test('files are sent in pieces with the ticket, by its holder only, and keep the hash of the picture they were made from', async () => {
  const mobile = on.newMobile();
  const ticket = await on.ticket(mobile);
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a40' } })
    .png()
    .toBuffer();
  const send = (path: string, method: string, who: string, headers: Record<string, string>, body?: Buffer) =>
    fetch(new URL(path, on.app.address), {
      method,
      headers: { 'tus-resumable': '1.0.0', server: 'true', 'x-upload-ticket': who, ...headers },
      ...(body ? { body: new Uint8Array(body) } : {}),
    });
  const begin = (name: string, who = ticket) =>
    send('/api/ajax/resumable', 'POST', who, {
      'upload-length': String(picture.length),
      'upload-metadata': `filename ${btoa(name)},reduced_from ${btoa('a'.repeat(64))}`,
    });
  const piece = { 'content-type': 'application/offset+octet-stream' };
  expect((await begin('p.png', 'x')).status, 'no ticket').toBe(404);
  expect((await begin('p.exe')).status, 'a type that is no evidence').toBe(422);
  const begun = await begin('p.png');
  expect(begun.status).toBe(201);
  const path = begun.headers.get('location') ?? '';
  const first = await send(path, 'PATCH', ticket, { ...piece, 'upload-offset': '0' }, picture.subarray(0, 40));
  expect(first.status).toBe(204);
  const other = await on.ticket(on.newMobile());
  expect((await send(path, 'HEAD', other, {})).status, 'of another complainant').toBe(404);
  expect((await send(path, 'HEAD', ticket, {})).headers.get('upload-offset')).toBe('40');
  const last = await send(path, 'PATCH', ticket, { ...piece, 'upload-offset': '40' }, picture.subarray(40));
  const { data } = (await last.json()) as { data: { file: { url: string } } };
  const { url } = data.file;
  expect(url).toMatch(/^\/storage\/private\//);
  expect((await fetch(new URL(url, on.app.address))).status, 'no link opens it').toBe(403);
  const stored = await on.app.db.row<{ private: boolean; reduced_from: string; user_id: number }>(
    sql`select private, reduced_from, user_id from routine_attachment where url = ${url}`,
  );
  expect(stored).toMatchObject({ private: true, reduced_from: 'a'.repeat(64), user_id: 0 });
  expect(errorsOf(await call('file', form({ ticket: other, files: [url] })))).toHaveProperty('files');
  ok(await call('file', form({ ticket, files: [url] })));
  // one complainant does not use up what others may begin
  for (let n = 0; n < 20; n += 1) expect((await begin(`${n}.png`)).status).toBe(201);
  expect((await begin('more.png')).status).toBe(422);
  expect((await begin('p.png', other)).status).toBe(201);
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

test('one network address files no more a day than the people behind it would, whatever mobiles it proves', async () => {
  const { most } = sharedAddressLimit(
    { name: 'complaint_address', most: 20, seconds: 86_400, forgets: 'each' },
    on.app.engine.config.captcha,
  );
  const tickets = await Promise.all(
    Array.from({ length: most + 10 }, (_, n) =>
      complainantTicket.issue(on.app.db, { content: { mobile: `137${String(n).padStart(8, '0')}` } }),
    ),
  );
  const script = await on.app.client('nobody');
  const answers = await Promise.all(
    tickets.map((ticket) => script.post<{ reason?: string }>('/api/complaint.open/file', form({ ticket }))),
  );
  const filed = answers.filter(({ code }) => code === 1).length;
  expect(filed).toBeLessThanOrEqual(most);
  const refused = answers.filter(({ code }) => code === 0).map(({ status, data }) => [status, data.reason]);
  expect(refused).toEqual(Array.from({ length: answers.length - filed }, () => [200, 'too_frequent']));
});
