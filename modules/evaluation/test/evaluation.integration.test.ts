import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ComplaintFixture, errorsOf, ok } from '#modules/complaint/test/complaint-fixture.ts';
import type { Agency } from '#modules/travel/test/agency.ts';
import { ticketsOfPurpose } from '#server/auth/one-time-ticket.ts';
import { sql } from '#server/db/sql.ts';
import type { Client, WireAnswer } from '../../../test/support/test-engine.ts';
import type { Evaluation } from '../contract/evaluation-of-team-or-complaint-handling.ts';
import {
  type EvaluationLink,
  type EvaluationSubject,
  evaluationLinkPurpose,
} from '../contract/public-evaluation-page-and-link-types.ts';

let fixture: ComplaintFixture;
let anybody: Client;
let clerk: Client;
let admin: Client;

beforeAll(async () => {
  fixture = await ComplaintFixture.start();
  ({ anybody, clerk } = fixture);
  admin = await fixture.app.client({ officer: 'admin' });
  const set = { section: 'site', values: { address: 'https://wl.example.cn/' }, versions: {} };
  ok(await admin.post('/admin/system.setting/save', set));
});
afterAll(() => fixture.app.close());

const filledForm = { overall: 4, attitude: 5, reliability: 3, fairness: 4, tags: ['clear'], remark: '', signed_as: '' };
const send = (secret: string, more: object = {}) =>
  anybody.post('/api/evaluation.open/send', { secret, ...filledForm, ...more });
const issue = (content: EvaluationLink) =>
  ticketsOfPurpose<EvaluationLink>(evaluationLinkPurpose).issue(fixture.app.db, { content });
const ofAgency = ({ id }: Agency) => issue({ target: 'team', enterprise_id: id, area_code: '530102' });
const reasonOf = (answer: WireAnswer) => (answer.data as { reason?: string } | null)?.reason;

async function listOf(filter: object, who: Client = clerk): Promise<Evaluation[]> {
  const search = Object.entries(filter).map(([field, val]) => ({ field, val, operator: '=' }));
  const path = '/admin/evaluation.evaluation/index';
  return ok(await who.get<{ list: Evaluation[] }>(path, { search, limit: 100 })).list;
}
const waiting = async (agency: Agency) =>
  (
    await fixture.app.db.row<{ n: number }>(
      sql`select count(*)::int as n from evaluation_waiting where enterprise_id = ${agency.id}`,
    )
  )?.n;

it('asks the complainant of a closed complaint once, by a link that is good once', async () => {
  const agency = await fixture.agency();
  const id = await fixture.mediating(agency);
  ok(await fixture.move(id, 'agree', fixture.agreement));
  ok(await fixture.move(id, 'fulfil', { paid_amount: '600.00', fulfilled_on: '2026-11-01' }));
  ok(await fixture.move(id, 'close', { responsibility: 'respondent', result: '已退款，双方无异议' }));
  const { mobile } = await fixture.row(id);
  await expect.poll(() => fixture.texts(id)).toContain('complaint_evaluation');
  // officers who read the queue do not get the link
  const queued = await fixture.app.db.row<{ content: string }>(
    sql`select content from message_sms where template_code = 'complaint_evaluation' and row_id = ${id}`,
  );
  expect(queued?.content).toContain('https://wl.example.cn/evaluate/…');
  const issued = await fixture.app.db.rows<{ holder: string | null; content: EvaluationLink }>(
    sql`select holder, content from one_time_ticket where purpose = ${evaluationLinkPurpose}`,
  );
  expect(issued).toEqual([
    {
      holder: null,
      content: {
        target: 'complaint_handling',
        department_id: expect.any(Number),
        area_code: '530102',
        upload: expect.any(String),
      },
    },
  ]);
  const secret = await issue((issued[0] as { content: EvaluationLink }).content);
  const subject = ok(await anybody.post<EvaluationSubject>('/api/evaluation.open/subject', { secret }));
  expect(subject.target).toBe('complaint_handling');
  expect(subject.name).not.toBe('');
  // an office sells nothing: the link is still good after such an impression was refused
  const unfit = await send(secret, { tags: ['clear', 'pressed'] });
  expect([unfit.code, unfit.data]).toMatchObject([0, { errors: { tags: [expect.stringContaining('不适用')] } }]);
  const answers = await Promise.all([1, 2, 3].map(() => send(secret)));
  expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
  for (const one of answers.filter(({ code }) => code === 0)) expect(one.msg).toBe('链接无效或已使用');
  expect((await anybody.post('/api/evaluation.open/subject', { secret })).code).toBe(0);
  // what waits names neither the complaint nor the complainant, and has no day
  const [stored] = await fixture.app.db.rows(sql`select * from evaluation_waiting where target = 'complaint_handling'`);
  expect(Object.keys(stored ?? {}).toSorted()).toEqual(
    ['key', 'target', 'enterprise_id', 'department_id', 'area_code', 'content'].toSorted(),
  );
  expect(JSON.stringify(stored)).not.toContain(String(mobile).slice(-4));
});

it('asks about the office above where the area has none of its own', async () => {
  const office = async (code: string) =>
    (
      await fixture.app.db.row<{ id: number }>(
        sql`select id from auth_department where area_code = ${code} order by id limit 1`,
      )
    )?.id;
  await fixture.app.db.query(sql`update auth_department set area_code = '530129' where area_code = '530102'`);
  const id = await fixture.mediating(await fixture.agency());
  ok(await fixture.move(id, 'reconcile', { agreed_amount: '100.00' }));
  ok(await fixture.move(id, 'close', { responsibility: 'respondent', result: '双方自行和解' }));
  await expect.poll(() => fixture.texts(id)).toContain('complaint_evaluation');
  const issued = await fixture.app.db.rows<{ content: EvaluationLink }>(
    sql`select content from one_time_ticket where purpose = ${evaluationLinkPurpose} order by expires_at desc limit 1`,
  );
  expect(issued[0]?.content).toMatchObject({ department_id: await office('530100'), area_code: '530100' });
  await fixture.app.db.query(sql`update auth_department set area_code = '530102' where area_code = '530129'`);
});

it('releases anonymous evaluations five at once, whatever number is sent at the same time', async () => {
  const agency = await fixture.agency();
  const sendSome = async (n: number) => {
    const links = await Promise.all(Array.from({ length: n }, () => ofAgency(agency)));
    await Promise.all(links.map((link, at) => send(link, { remark: `行程第${at + n}天安排得当，讲解清楚` })));
  };
  await sendSome(4);
  expect(await listOf({ enterprise_id: agency.id })).toEqual([]);
  expect(await waiting(agency)).toBe(4);
  await sendSome(3);
  expect((await listOf({ enterprise_id: agency.id })).length).toBe(5);
  expect(await waiting(agency)).toBe(2);
  await sendSome(8);
  expect((await listOf({ enterprise_id: agency.id })).length).toBe(10 + 5);
  expect(await waiting(agency)).toBe(0);
});

it('shows evaluations to the enterprise, which answers and appeals once', async () => {
  const agency = await fixture.agency();
  const other = await fixture.agency();
  ok(await send(await ofAgency(agency), { signed_as: '游客张先生', remark: '导游很好，电话13800138000可以核实' }));
  const [row] = await listOf({ enterprise_id: agency.id });
  expect(row).toMatchObject({ status: 'shown', overall: 4, signed_as: '游客张先生' });
  expect(row?.remark).toBe('导游很好，电话138****8000可以核实');
  const id = row?.id ?? 0;
  const of = (who: Client) => who.get<{ list: Evaluation[] }>('/api/evaluation.evaluation/index', {});
  expect(ok(await of(agency.owner)).list.map((one) => one.id)).toEqual([id]);
  expect(ok(await of(other.owner)).list).toEqual([]);
  const make = (who: Client, move: string, input: object) =>
    who.post(`/api/evaluation.evaluation/${move}`, { id, ...input });
  expect((await make(other.owner, 'reply', { reply: '感谢' })).code).toBe(0);
  const replies = await Promise.all([1, 2].map(() => make(agency.owner, 'reply', { reply: '感谢您的认可' })));
  expect(replies.map(({ code }) => code).toSorted(), replies[0]?.msg).toEqual([0, 1]);
  expect((await make(agency.owner, 'reply', { reply: '再说一句' })).msg).toContain('只能答复一次');
  ok(await make(agency.owner, 'appeal', { appeal_reason: '该游客未参加过本社的团队' }));
  const decide = (move: string, input: object = {}) =>
    clerk.post(`/admin/evaluation.evaluation/${move}`, { id, ...input });
  expect(errorsOf(await decide('hide')).hidden_reason).toBeDefined();
  ok(await decide('hide', { hidden_reason: '核实后确非该社游客' }));
  expect(ok(await of(agency.owner)).list).toEqual([]);
  ok(await decide('show'));
  expect(ok(await of(agency.owner)).list).toHaveLength(1);
  expect((await make(agency.owner, 'appeal', { appeal_reason: '再次申诉的理由也是如此' })).code).toBe(0);
  // officers of another county do not read it, and nobody writes one by hand
  const elsewhere = await fixture.app.client({ officer: 'county2' });
  expect(await listOf({ enterprise_id: agency.id }, elsewhere)).toEqual([]);
  expect((await admin.post('/admin/evaluation.evaluation/add', { target: 'team', overall: 5 })).code).not.toBe(1);
});

it('refuses banned words and foreign scores, and has repetitions reviewed', async () => {
  const agency = await fixture.agency();
  const link = await ofAgency(agency);
  expect(errorsOf(await send(link, { overall: 6 })).overall).toBeDefined();
  expect(errorsOf(await send(link, { remark: '全国第一，国家级的服务' })).remark?.[0]).toContain('禁用词');
  expect(errorsOf(await send(link, { remark: '长'.repeat(501) })).remark).toBeDefined();
  expect(reasonOf(await send('invented', {}))).toBe('not_found');
  // a refused one has not used the link up
  const same = { signed_as: '甲', remark: '全程无购物，住宿干净，导游负责' };
  ok(await send(link, same));
  ok(await send(await ofAgency(agency), { ...same, remark: '全程无购物、住宿干净 导游负责！' }));
  const [second, first] = await listOf({ enterprise_id: agency.id });
  expect(first).toMatchObject({ status: 'shown' });
  expect(second).toMatchObject({ status: 'pending', review_ground: 'repeated' });
  expect(ok(await agency.owner.get<{ list: unknown[] }>('/api/evaluation.evaluation/index', {})).list).toHaveLength(1);
  const visitor = await fixture.app.client('nobody', 'en');
  const english = await visitor.post('/api/evaluation.open/send', { secret: 'x', ...filledForm });
  expect(english.msg).toBe('The link is invalid or already used');
});

it('takes pictures of signed evaluations that were sent with the same link, and none of anonymous ones', async () => {
  const agency = await fixture.agency();
  const linkOf = (upload: string) => issue({ target: 'team', enterprise_id: agency.id, area_code: '530102', upload });
  const [secret, other] = [await linkOf('one'), await linkOf('another')];
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a40' } })
    .png()
    .toBuffer();
  const upload = async (ticket: string, name: string) => {
    const request = (path: string, method: string, headers: Record<string, string>, body?: Uint8Array<ArrayBuffer>) =>
      fetch(new URL(path, fixture.app.address), {
        method,
        headers: { 'tus-resumable': '1.0.0', server: 'true', 'x-upload-ticket': ticket, ...headers },
        ...(body ? { body } : {}),
      });
    const begun = await request('/api/ajax/resumable', 'POST', {
      'upload-length': String(picture.length),
      'upload-metadata': `filename ${btoa(name)}`,
    });
    if (begun.status !== 201) return String(begun.status);
    const piece = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
    const sent = await request(begun.headers.get('location') ?? '', 'PATCH', piece, new Uint8Array(picture));
    return ((await sent.json()) as { data: { file: { url: string } } }).data.file.url;
  };
  expect(await upload(secret, 'p.pdf'), 'no picture').toBe('422');
  const file = await upload(secret, 'p.png');
  expect(errorsOf(await send(secret, { files: [file] })).files?.[0]).toContain('署名');
  expect(errorsOf(await send(other, { files: [file], signed_as: '乙' }))).toHaveProperty('files');
  const many = Array.from({ length: 7 }, (_, n) => `/storage/private/${n}.png`);
  expect(errorsOf(await send(secret, { files: many, signed_as: '甲' }))).toHaveProperty('files');
  ok(await send(secret, { files: [file], signed_as: '甲' }));
  expect(await upload(secret, 'q.png'), 'the link is used up').toBe('404');
  const [row] = await listOf({ enterprise_id: agency.id });
  expect(row).toMatchObject({ status: 'shown', signed_as: '甲', files: [expect.stringContaining(file)] });
});
