import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mobileTicket, readMobileTicket } from '#modules/enterprise/server/registration/mobile-verification-ticket.ts';
import { limitSubmissionsPerDay } from '#modules/enterprise/server/registration/rate-limit-and-record-registration-applications.ts';
import { sql } from '#server/db/sql.ts';
import {
  applyForEnterprise,
  type Counter,
  fillIn,
  forgetLimits as forgetAll,
  newCreditCode,
  newMobile,
  openCounter,
  type Registered,
  sendPicture,
  verifyMobile,
} from './applicant.ts';

let server: Counter;

beforeAll(async () => {
  server = await openCounter();
}, 120_000);
afterAll(() => server.close());

const register = (form: Record<string, unknown>, locale?: 'en') =>
  server.post<Registered & { reason?: string; state?: string; errors?: Record<string, string[]> }>(
    '/api/enterprise/register',
    form,
    locale ? { 'think-lang': locale } : {},
  );
const lookup = (uscc: string, ent_type = 'agency') =>
  server.get<{ state: string; hint?: string; name?: string; hours?: number; message: string }>(
    '/api/enterprise/lookup',
    { uscc, ent_type },
  );
const forgetLimits = () => forgetAll(server);

describe('verifying a mobile', () => {
  test('a code gives a ticket once; used, wrong and expired codes do not', async () => {
    const mobile = newMobile();
    await server.post('/api/Sms/send', { mobile, template_code: 'enterprise_register' });
    const code = await server.codeSentTo(mobile);
    const first = await server.post<{ ticket: string; expires_in: number; account: unknown }>(
      '/api/enterprise/verify',
      { mobile, code },
    );
    expect(first).toMatchObject({ code: 1, data: { expires_in: 7200, account: null } });
    expect(first.data.ticket, 'it occurs in URLs').not.toContain(mobile);
    expect(Buffer.from(first.data.ticket, 'base64url').toString()).not.toContain(mobile);
    const again = await server.post('/api/enterprise/verify', { mobile, code });
    expect(again).toMatchObject({
      code: 0,
      msg: '验证码错误或已过期',
      data: { errors: { code: ['验证码错误或已过期'] } },
    });
  });

  test('five wrong attempts invalidate a code', async () => {
    const mobile = newMobile();
    await server.post('/api/Sms/send', { mobile, template_code: 'enterprise_register' });
    const code = await server.codeSentTo(mobile);
    const wrong = code === '000000' ? '111111' : '000000';
    for (let time = 0; time < 5; time += 1)
      expect((await server.post('/api/enterprise/verify', { mobile, code: wrong })).code).toBe(0);
    expect((await server.post('/api/enterprise/verify', { mobile, code })).code).toBe(0);
  });

  test('a code older than five minutes is invalid', async () => {
    const mobile = newMobile();
    await server.post('/api/Sms/send', { mobile, template_code: 'enterprise_register' });
    const code = await server.codeSentTo(mobile);
    await server.db.query(`update message_code set expiretime = now() - interval '1 second' where address = $1`, [
      mobile,
    ]);
    expect((await server.post('/api/enterprise/verify', { mobile, code })).code).toBe(0);
  });

  test('a second code within a minute is refused with the seconds to wait', async () => {
    const mobile = newMobile();
    await server.post('/api/Sms/send', { mobile, template_code: 'enterprise_register' });
    const again = await server.post<{ retry_after: number }>('/api/Sms/send', {
      mobile,
      template_code: 'enterprise_register',
    });
    expect(again).toMatchObject({ code: 0, data: { reason: 'too_frequent' } });
    expect(again.data.retry_after).toBeGreaterThan(50);
  });

  test('a ticket is valid for two hours', async () => {
    const { db } = server.app;
    const ticket = await mobileTicket.issue(db, { content: { mobile: '13900000000' } });
    await db.query(sql`update one_time_ticket set expires_at = expires_at - interval '7190 seconds'`);
    for (let times = 0; times < 2; times++) expect(await readMobileTicket({ db }, ticket)).toBe('13900000000');
    await db.query(sql`update one_time_ticket set expires_at = expires_at - interval '10 seconds'`);
    await expect(readMobileTicket({ db }, ticket)).rejects.toThrow('Mobile verification has expired');
  });

  test.each(['', 'x', '13900000000.9999999999.forged', '13900000000.1.x', 'v1.a.b.c.d', 5, null])(
    'a ticket that is not ours opens nothing: %s',
    async (ticket) => {
      for (const path of ['register', 'claim', 'saveDraft']) {
        expect(await server.post(`/api/enterprise/${path}`, { ticket, data: {} })).toMatchObject({
          code: 0,
          data: { ticket: 'expired' },
        });
      }
      expect(await server.get('/api/enterprise/draft', { ticket })).toMatchObject({
        code: 0,
        data: { ticket: 'expired' },
      });
    },
  );
});

describe('looking up a credit code', () => {
  test('reports errors', async () => {
    const good = newCreditCode();
    const bad = good.slice(0, 17) + (good.endsWith('0') ? '1' : '0');
    expect(await lookup(good)).toMatchObject({ code: 1, data: { state: 'free' } });
    expect(await lookup(bad)).toMatchObject({ code: 0, data: { errors: { uscc: ['统一社会信用代码校验位错误'] } } });
    expect(await lookup('123')).toMatchObject({
      code: 0,
      data: { errors: { uscc: [expect.stringMatching(/^统一社会信用代码不正确：应为 18 位/)] } },
    });
    expect(await lookup(good, 'no_such_type')).toMatchObject({
      code: 0,
      data: { reason: 'invalid', errors: { ent_type: [expect.any(String)] } },
    });
    expect(await lookup(good.toLowerCase().replace(/^(.{4})/, '$1 '))).toMatchObject({ code: 1 });
  });

  test('shows a masked mobile for a registered code, which is free for another type', async () => {
    const { form, mobile } = await applyForEnterprise(server);
    const hint = `${mobile.slice(0, 3)}****${mobile.slice(7)}`;
    expect(await lookup(form.uscc)).toMatchObject({
      data: { state: 'registered', hint, name: form.name, message: `已由 ${hint} 登记，可申诉/认领` },
    });
    expect(await lookup(form.uscc, 'hotel')).toMatchObject({ data: { state: 'free' } });
    await forgetLimits();
  });
});

describe('drafts', () => {
  test('are restored on another device, without ID numbers, passwords and unknown keys', async () => {
    const { ticket } = await verifyMobile(server);
    expect(await server.get('/api/enterprise/draft', { ticket })).toMatchObject({ code: 1, data: null });
    const data = {
      step: 2,
      name: '大理风情客栈',
      legal_id_no: '53010219900101001X',
      password: 'Secret-1',
      user_id: 5,
      address: '',
    };
    expect((await server.post('/api/enterprise/saveDraft', { ticket, data })).code).toBe(1);
    const stored = await server.get<{ data: object }>('/api/enterprise/draft', { ticket });
    expect(stored.data.data).toEqual({ step: 2, name: '大理风情客栈' });
    expect(
      await server.post('/api/enterprise/saveDraft', { ticket, data: { name: 'x'.repeat(30_000) } }),
    ).toMatchObject({ code: 0, data: { reason: 'too_large' } });
    expect(await server.post('/api/enterprise/saveDraft', { ticket, data: [1] })).toMatchObject({ code: 0 });
  });

  test('are deleted after seven days', async () => {
    const { ticket, mobile } = await verifyMobile(server);
    await server.post('/api/enterprise/saveDraft', { ticket, data: { name: '旧' } });
    await server.db.query(`update enterprise_draft set updatetime = now() - interval '8 days' where mobile = $1`, [
      mobile,
    ]);
    expect((await server.get('/api/enterprise/draft', { ticket })).data).toBeNull();
  });
});

describe('material', () => {
  test('is private, checked by its bytes, and owned by the account once it exists', async () => {
    const { ticket } = await verifyMobile(server);
    const url = await sendPicture(server, ticket);
    expect(url).toMatch(/^\/storage\/private\/apply-/);
    expect((await fetch(server.address + url)).status).toBe(403);
    const lie = new FormData();
    lie.append('file', new Blob(['<script>alert(1)</script>'], { type: 'image/png' }), 'a.png');
    expect(await server.send(`/api/enterprise/upload?ticket=${ticket}`, lie)).toMatchObject({ code: 0 });
    const program = new FormData();
    program.append('file', new Blob(['MZ'], { type: 'application/x-msdownload' }), 'a.exe');
    expect(await server.send(`/api/enterprise/upload?ticket=${ticket}`, program)).toMatchObject({
      code: 0,
      msg: '上传的文件格式未被允许。此处可上传：JPG、PNG、WEBP、PDF、OFD。',
    });
    expect(await server.send('/api/enterprise/upload?ticket=x', program)).toMatchObject({
      code: 0,
      data: { ticket: 'expired' },
    });
    expect(await server.post(`/api/enterprise/upload?ticket=${ticket}`, {})).toMatchObject({ code: 0 });
    const made = await server.post<Registered>(
      '/api/enterprise/register',
      await fillIn(server, ticket, { business_license: url }),
    );
    expect(made.code).toBe(1);
    const owner = await server.db.row(
      'select a.user_id = p.user_id as same from routine_attachment a, enterprise_person p where a.url = $1 and p.enterprise_id = $2',
      [url, made.data.id],
    );
    expect(owner).toEqual({ same: true });
    await forgetLimits();
  });
});

describe('submitting', () => {
  test('creates account and enterprise, starts the deadline, and notifies wall and applicant', async () => {
    const done = await applyForEnterprise(server);
    expect(done.query_no).toMatch(/^QY\d{14}$/);
    expect(done.account).toEqual({ username: done.form.username, created: true });
    expect(done.due_at).toBeGreaterThan(Date.now() / 1000 + 3 * 86_400);
    const row = await server.db.row(
      `select e.status, e.source, e.contact_mobile, e.legal_id_no ->> 'mask' as mask, m.username, m.mobile, m.password like '$argon2id$%' as hashed
       from enterprise e join enterprise_person p on p.enterprise_id = e.id join member m on m.id = p.user_id where e.id = $1`,
      [done.id],
    );
    expect(row).toEqual({
      status: 'submitted',
      source: 'self',
      contact_mobile: done.mobile,
      mask: '5301**********001X',
      username: done.form.username,
      mobile: done.mobile,
      hashed: true,
    });
    const events = await server.db.rows('select name, area_code from event where row_id = $1 order by id', [done.id]);
    expect(events).toContainEqual({ name: 'enterprise/enterprise.submitted', area_code: '530102' });
    const history = await server.db.rows(
      'select action, move, actor_type, actor_name from history where resource = $1 and row_id = $2 order by id',
      ['enterprise/enterprise', done.id],
    );
    expect(history).toEqual([
      { action: 'add', move: null, actor_type: 'member', actor_name: done.form.username },
      { action: 'move', move: 'submit', actor_type: 'member', actor_name: done.form.username },
    ]);
    const sms = await server.db.row('select content from message_sms where mobile = $1 and template_code = $2', [
      done.mobile,
      'enterprise_submitted',
    ]);
    expect(sms?.content).toContain(done.query_no);
    expect(await server.db.row('select terms from enterprise_application where enterprise_id = $1', [done.id])).toEqual(
      { terms: '2026-11' },
    );
    await forgetLimits();
  });

  test('reports all invalid fields at once, in the requested language', async () => {
    const { ticket } = await verifyMobile(server);
    const answer = await register(
      {
        ticket,
        uscc: '123',
        username: '1x',
        password: 'a<b',
        commitment: '0',
        place: { lng: 0, lat: 0 },
        photo_front: '/etc/passwd',
        legal_mobile: '123',
      },
      'en',
    );
    expect(answer).toMatchObject({ code: 0, data: { reason: 'invalid' } });
    expect(answer.msg).toMatch(/^[A-Z][\w ]+: .+ \(and \d+ more\)$/);
    expect(answer.data.errors).toMatchObject({
      uscc: [expect.stringMatching(/^Invalid unified social credit code: it has 18/)],
      name: ['Required'],
      ent_type: ['Required'],
      legal_mobile: ['Enter a valid mobile number'],
      place: ['Choose a location within China on the map'],
      photo_front: ['Please upload the file again'],
      business_license: ['Required'],
      username: [expect.stringContaining('3 to 15')],
      password: [expect.stringContaining('6 to 32')],
      commitment: ['Please read and tick'],
      privacy: ['Please read and tick'],
    });
  });

  test('refuses what fails only the last check: unknown file, foreign area, expired licence, used account', async () => {
    const { ticket } = await verifyMobile(server);
    const form = await fillIn(server, ticket);
    expect((await register({ ...form, password_confirm: 'other' })).data.errors).toEqual({
      password_confirm: ['两次输入的密码不一致'],
    });
    expect(
      (await register({ ...form, business_license: '/storage/private/apply-x/20260101/nobody.png' })).data.errors,
    ).toHaveProperty('business_license');
    expect((await register({ ...form, area_code: '539999' })).data.errors).toEqual({
      area_code: ['地区无效，请从列表中选择'],
    });
    expect((await register({ ...form, license_expire: '2020-01-01' })).data.errors).toEqual({
      license_expire: [expect.stringMatching(/^执照已过期：请换证后上传/)],
    });
    const other = await applyForEnterprise(server);
    expect((await register({ ...form, username: other.form.username.toUpperCase() })).data.errors).toHaveProperty(
      'username',
    );
    expect(await server.db.row('select count(*)::int as n from enterprise where uscc = $1', [form.uscc])).toEqual({
      n: 0,
    });
    expect(await server.db.row('select count(*)::int as n from member where username = $1', [form.username])).toEqual({
      n: 0,
    });
    await forgetLimits();
  });

  test('writes only what a form may write', async () => {
    const done = await applyForEnterprise(server, {
      status: 'active',
      user_id: 1,
      source: 'admin',
      risk_class: 'A',
      sup_code: 'a'.repeat(32),
      contact_mobile: '13888888888',
      query_no: 'QY1',
      parent_id: 1,
    });
    const row = await server.db.row(
      'select status, source, risk_class, sup_code, contact_mobile, query_no, parent_id from enterprise where id = $1',
      [done.id],
    );
    expect(row).toEqual({
      status: 'submitted',
      source: 'self',
      risk_class: null,
      sup_code: null,
      contact_mobile: done.mobile,
      query_no: done.query_no,
      parent_id: null,
    });
    await forgetLimits();
  });

  test('requires no new account for a mobile that has one', async () => {
    const first = await applyForEnterprise(server);
    await forgetLimits();
    await server.post('/api/Sms/send', { mobile: first.mobile, template_code: 'enterprise_register' });
    const verified = await server.post<{ ticket: string; account: { username: string } }>('/api/enterprise/verify', {
      mobile: first.mobile,
      code: await server.codeSentTo(first.mobile),
    });
    expect(verified.data.account).toEqual({ username: first.form.username });
    const { username: _u, password: _p, password_confirm: _c, ...form } = await fillIn(server, verified.data.ticket);
    expect(await register(form)).toMatchObject({
      code: 1,
      data: { account: { username: first.form.username, created: false } },
    });
    expect(await register({ ...form, uscc: first.form.uscc })).toMatchObject({
      code: 0,
      msg: '您已登记过该企业，请登录后查看',
      data: { state: 'own' },
    });
    await forgetLimits();
  });

  test('leads to the claim if the code is taken', async () => {
    const first = await applyForEnterprise(server);
    const { ticket } = await verifyMobile(server);
    const answer = await register(await fillIn(server, ticket, { uscc: first.form.uscc }));
    expect(answer).toMatchObject({ code: 0, data: { reason: 'duplicate', state: 'registered' } });
    expect(answer.msg).toContain(`${first.mobile.slice(0, 3)}****${first.mobile.slice(7)}`);
    await forgetLimits();
  });

  test('of two simultaneous identical registrations one succeeds, the other is refused', async () => {
    const [one, two] = [await verifyMobile(server), await verifyMobile(server)];
    const uscc = newCreditCode();
    const forms = [await fillIn(server, one.ticket, { uscc }), await fillIn(server, two.ticket, { uscc })];
    const answers = await Promise.all(forms.map((form) => register(form)));
    expect(answers.map((answer) => answer.code).sort()).toEqual([0, 1]);
    expect(answers.find((answer) => answer.code === 0)?.data).toMatchObject({ reason: 'duplicate' });
    expect(await server.db.row('select count(*)::int as n from enterprise where uscc = $1', [uscc])).toEqual({ n: 1 });
    const twice = await fillIn(server, one.ticket);
    const same = await Promise.all([register(twice), register(twice)]);
    expect(same.map((answer) => answer.code).sort()).toEqual([0, 1]);
    await forgetLimits();
  });

  test('assigns an account name once, even if requested twice concurrently', async () => {
    const [one, two] = [await verifyMobile(server), await verifyMobile(server)];
    const forms = [
      await fillIn(server, one.ticket, { username: 'same_name' }),
      await fillIn(server, two.ticket, { username: 'Same_Name' }),
    ];
    const answers = await Promise.all(forms.map((form) => register(form)));
    expect(answers.map((answer) => answer.code).sort()).toEqual([0, 1]);
    expect(answers.find((answer) => answer.code === 0)?.data.errors).toEqual({
      username: ['该账号已被使用，请换一个'],
    });
    await forgetLimits();
  });

  test('is limited to three a day per mobile, five a day per address', async () => {
    const { ticket } = await verifyMobile(server);
    for (let time = 0; time < 3; time += 1) expect((await register(await fillIn(server, ticket))).code).toBe(1);
    expect(await register(await fillIn(server, ticket))).toMatchObject({
      code: 0,
      msg: '该手机号 24 小时内已提交 3 次，请明天再试',
      data: { reason: 'too_frequent' },
    });
    for (let time = 0; time < 2; time += 1) await applyForEnterprise(server);
    const other = await verifyMobile(server);
    expect(await register(await fillIn(server, other.ticket))).toMatchObject({
      code: 0,
      msg: '当前网络 24 小时内已提交 5 次，请明天再试',
    });
    await forgetLimits();
  });

  test('is limited to five a day per address, also of nine concurrent ones; refusals are not counted', async () => {
    const forms: Record<string, unknown>[] = [];
    for (let time = 0; time < 9; time += 1) forms.push(await fillIn(server, (await verifyMobile(server)).ticket));
    await forgetLimits();
    expect((await register({ ...forms[0], uscc: '1' })).code).toBe(0);
    const answers = await Promise.all(forms.map((form) => register(form)));
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(5);
    expect(answers.filter((answer) => answer.data.reason === 'too_frequent')).toHaveLength(4);
    await forgetLimits();
  });

  test('is limited to fifty a day for a service hall, if codes require a captcha', async () => {
    const engine = { ...server.app.engine, config: { ...server.app.engine.config, captcha: true } };
    const submit = (mobile: string) =>
      server.db.transaction((tx) => limitSubmissionsPerDay(engine, tx, mobile, '10.7.7.7'));
    for (let time = 0; time < 50; time += 1) await submit(newMobile());
    await expect(submit(newMobile())).rejects.toMatchObject({ data: { reason: 'too_frequent' } });
    await forgetLimits();
  });

  test('a branch names its agency by credit code', async () => {
    const agency = await applyForEnterprise(server);
    const { ticket } = await verifyMobile(server);
    const branch = await fillIn(server, ticket, { ent_type: 'agency_branch' });
    expect((await register(branch)).data.errors).toEqual({ parent_uscc: ['请填写所属旅行社的统一社会信用代码'] });
    expect((await register({ ...branch, parent_uscc: agency.form.uscc })).data.errors).toEqual({
      parent_uscc: ['未找到正常经营的旅行社'],
    });
    await server.db.query(`update enterprise set status = 'active' where id = $1`, [agency.id]);
    expect(await server.get('/api/enterprise/agency', { uscc: agency.form.uscc })).toMatchObject({
      data: { id: agency.id, name: agency.form.name },
    });
    const made = await register({ ...branch, parent_uscc: agency.form.uscc });
    expect(await server.db.row('select parent_id from enterprise where id = $1', [made.data.id])).toEqual({
      parent_id: agency.id,
    });
    await forgetLimits();
  });

  test.each([
    ['SQL', "昆明'; drop table enterprise; --旅行社"],
    ['script', '<script>alert(1)</script>旅行社'],
    ['emoji and control characters', '好运\u0000旅行社😀\u0007'],
  ])('%s in a name is only a name', async (_what, name) => {
    const done = await applyForEnterprise(server, { name });
    const row = await server.db.row<{ name: string }>('select name from enterprise where id = $1', [done.id]);
    // control characters are dropped, everything else is text
    expect(row?.name).toBe([...name].filter((one) => one >= ' ').join(''));
    await forgetLimits();
  });
});

test('an agency selects its kinds of business; a scope text is parsed if unambiguous', async () => {
  const { ticket } = await verifyMobile(server);
  const form = await fillIn(server, ticket, { tourism_scope: [], biz_scope: '旅行社业务' });
  expect((await register(form)).data.errors).toEqual({ tourism_scope: ['请勾选旅行社业务经营许可证所载的旅游业务'] });
  expect((await register({ ...form, tourism_scope: ['space'] })).data.errors).toHaveProperty('tourism_scope');
  const chosen = async (id: number) =>
    (await server.db.query('select tourism_scope from enterprise where id = $1', [id])).rows[0]?.tourism_scope;
  const made = await register({ ...form, biz_scope: '国内旅游业务、入境旅游业务（出境旅游业务除外）' });
  expect(made.code, made.msg).toBe(1);
  expect(await chosen(made.data.id)).toEqual(['domestic', 'inbound']);
  await forgetLimits();
  const other = await applyForEnterprise(server, { tourism_scope: ['outbound', 'border'] });
  expect(await chosen(other.id)).toEqual(['outbound', 'border']);
  await forgetLimits();
});
