import { isWorkday } from 'chinese-days';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readListQuery, toWireParams, writeListQuery } from '#kernel/list/list-query-in-url.ts';
import { computeDue, deadlineRuleInForceOn } from '#kernel/time/deadline.ts';
import { toShanghaiDate } from '#kernel/time/shanghai-time.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { DeliverableEvent } from '#server/events/live-event-relay.ts';
import { mayReceiveLiveEvent } from '#server/events/may-receive-live-event.ts';
import { writeDocx } from '#server/pdf/write-docx.ts';
import { unpackZip } from '#server/sheets/unpack-untrusted-zip-and-repack-uncompressed.ts';
import { emitDeadlineEvents } from '#server/write/row-set/emit-deadline-events.ts';
import { moveRowsInBatches } from '#server/write/row-set/make-lifecycle-move-on-many-rows-at-once.ts';
import type { Client } from '../../../test/support/test-engine.ts';
import { complaint } from '../contract/complaint.ts';
import {
  type ComplaintQueue,
  type ComplaintQueueCounts,
  complaintQueues,
} from '../contract/complaint-queues-by-whose-turn-it-is.ts';
import { complaintRuleOn } from '../contract/complaint-select-options-applicable-rule-and-limits.ts';
import type { ComplaintWallPanel } from '../contract/complaint-wall-panels.ts';
import { listFiltersBehindComplaintCounts } from '../contract/wall/list-filters-behind-complaint-counts.ts';
import { canNoLongerBeReopened } from '../server/archive-closed-complaints.ts';
import { monthlyBulletinDocumentBlocks } from '../server/bulletin/monthly-bulletin-document-blocks-from-figures.ts';
import { readMonthlyBulletinFigures } from '../server/bulletin/read-monthly-bulletin-figures.ts';
import { ComplaintFixture, errorsOf, ok } from './complaint-fixture.ts';

let on: ComplaintFixture;
beforeAll(async () => {
  on = await ComplaintFixture.start();
});
afterAll(() => on.app.close());

const reason = { reason: '核实后的处理理由' };

test('the day of filing decides which rule applies (K.6)', async () => {
  const older = ok(await on.add({ filed_on: '2026-03-14' }));
  const newer = ok(await on.add({ filed_on: '2026-03-15' }));
  expect((await on.row(older.id)).rule_version).toBe('2010');
  expect((await on.row(newer.id)).rule_version).toBe('2026');
  // five working days from a Saturday, and two from a Sunday
  expect((await on.clocks(older.id)).acceptance).toBe('2026-03-20');
  expect((await on.clocks(newer.id)).acceptance).toBe('2026-03-17');
  const corrected = await on.row(older.id);
  ok(
    await on.clerk.post('/admin/complaint.complaint/edit', {
      id: older.id,
      version: corrected.version,
      filed_on: '2026-03-16',
    }),
  );
  expect((await on.row(older.id)).rule_version).toBe('2026');
});

test('a contract that ended 91 days before is past the limit: accepted only with a ground (K.6)', async () => {
  const inTime = ok(await on.add({ filed_on: '2026-09-29', contract_end_on: '2026-07-01' }));
  const late = ok(await on.add({ filed_on: '2026-09-30', contract_end_on: '2026-07-01' }));
  expect([(await on.row(inTime.id)).past_limit, (await on.row(late.id)).past_limit]).toEqual(['0', '1']);
  ok(await on.move(inTime.id, 'accept'));
  expect(errorsOf(await on.move(late.id, 'accept')).late_ground).toEqual([
    '投诉已超过九十日（《旅游投诉处理办法》（2026年，文化和旅游部令第14号）：自合同履行期限届满之日起）',
  ]);
  ok(await on.move(late.id, 'accept', { late_ground: '补充协议约定的履行期限至八月一日届满' }));
});

test('a complaint goes from the telephone to the call after its end', async () => {
  const agency = await on.agency();
  const { id } = ok(await on.add({ respondent_enterprise_id: agency.id, respondent_name: '别的名字' }));
  const first = await on.row(id);
  expect(first).toMatchObject({ respondent_name: agency.name, shown_name: '张三', demanded: '800.00' });
  expect(first.no).toMatch(/^TS\d{8}\d{5}$/);
  const seen = () => agency.owner.get('/api/complaint.complaint/edit', { id });
  expect((await seen()).code, 'not before the notice').toBe(0);
  ok(await on.move(id, 'accept'));
  expect(Object.keys(await on.clocks(id)).toSorted()).toEqual(['notification', 'settlement']);
  ok(await on.move(id, 'notify'));
  const shown = ok(
    await agency.owner.get<{ row: Record<string, unknown> }>('/api/complaint.complaint/edit', { id }),
  ).row;
  expect(shown).toMatchObject({ shown_name: '张三', facts: first.facts, demanded: '800.00' });
  for (const hidden of ['mobile', 'complainant_name', 'id_number', 'handler_id'])
    expect(shown).not.toHaveProperty(hidden);
  ok(
    await on.move(
      id,
      'answer',
      { answer: '购物店是游客自愿前往的', answer_files: [await agency.paper()] },
      agency.owner,
      'api',
    ),
  );
  ok(await on.move(id, 'mediate'));
  const session = {
    complaint_id: id,
    held_at: Math.floor(Date.now() / 1000),
    mode: 'phone',
    attendees: '张三、王一',
    record: '双方通话协商',
    result: 'agreed',
  };
  ok(await on.clerk.post('/admin/complaint.mediation/add', session));
  expect(Object.keys(errorsOf(await on.move(id, 'agree', { ...on.agreement, signature_respondent: null })))).toEqual([
    'signature_respondent',
  ]);
  expect(errorsOf(await on.move(id, 'agree', { ...on.agreement, fulfil_by: '2020-01-01' })).fulfil_by).toHaveLength(1);
  ok(await on.move(id, 'agree', on.agreement));
  expect(await on.clocks(id)).toEqual({ fulfilment: '2099-01-01' });
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  ok(await on.move(id, 'fulfil', { paid_amount: '600.00', fulfilled_on: today }));
  ok(await on.move(id, 'close', { responsibility: 'respondent', result: '旅行社已退款' }));
  expect(Object.keys(await on.clocks(id))).toEqual(['revisit']);
  ok(await on.move(id, 'revisit', { satisfaction: 5 }));
  expect(await on.row(id)).toMatchObject({
    status: 'revisited',
    outcome: 'agreed',
    paid_amount: '600.00',
    satisfaction: 5,
  });
  expect(await on.texts(id)).toEqual(['complaint_registered', 'complaint_accepted', 'complaint_ended']);
  // the platform has no address here: a text message names the page, and no address without a host
  const ended = await on.app.db.row<{ content: string }>(
    sql`select content from message_sms where resource = 'complaint/complaint' and row_id = ${id} and template_code = 'complaint_ended'`,
  );
  expect(ended?.content).toMatch(/结果见 本平台的投诉页面（凭编号和手机后四位）$/);
  const risk = await on.app.db.row(
    sql`select 1 from complaint where respondent_enterprise_id = ${agency.id} and responsibility = 'respondent'`,
  );
  expect(risk).toBeDefined();
});

test('an anonymous complainant is not named to the respondent', async () => {
  const agency = await on.agency();
  const id = await on.notified(agency, { anonymous: '1' });
  const text = JSON.stringify((await agency.owner.get('/api/complaint.complaint/edit', { id })).data);
  expect(text).not.toContain('张三');
  expect(text).toContain('匿名');
  const story = JSON.stringify((await agency.owner.get('/api/complaint.complaint/timeline', { id })).data);
  expect(story).not.toContain('张三');
});

test('an enterprise answers only what it was notified of, and not the complaint about another', async () => {
  const [one, other] = [await on.agency(), await on.agency()];
  const id = await on.notified(one);
  const answer = { answer: '购物店是游客自愿前往的' };
  expect((await on.move(id, 'answer', answer, other.owner, 'api')).data).toMatchObject({ reason: 'not_found' });
  ok(await on.move(id, 'answer', answer, one.owner, 'api'));
  expect((await on.move(id, 'answer', answer, one.owner, 'api')).data).toMatchObject({ reason: 'bad_transition' });
});

test('without an answer by the day the complaint goes on, and can still be answered', async () => {
  const agency = await on.agency();
  const id = await on.notified(agency);
  await on.app.db.query(sql`update deadline set due_at = now() - interval '1 hour', warnings = '[{"at": 1, "fact": "overdue", "left": 0}]', warn_at = now() - interval '1 hour'
    where resource = 'complaint/complaint' and row_id = ${id} and clock = 'answer'`);
  await emitDeadlineEvents(on.app.engine);
  expect((await on.row(id)).status).toBe('no_answer');
  await on.app.db.query(sql`update complaint set answer_by = '2026-01-01' where id = ${id}`);
  ok(await on.move(id, 'answer', { answer: '迟到的答复，附有说明' }, agency.owner, 'api'));
  expect(await on.row(id)).toMatchObject({ status: 'answered', answered_late: '1' });
});

test('material is asked for once, and the limit of the decision begins again', async () => {
  const { id } = ok(await on.add());
  ok(await on.move(id, 'needMaterial', { material_wanted: '合同和付款凭证' }));
  expect(Object.keys(await on.clocks(id))).toEqual(['material']);
  ok(await on.move(id, 'supplement', { supplement: '合同照片三张' }));
  expect(Object.keys(await on.clocks(id))).toEqual(['acceptance']);
  const again = await on.move(id, 'needMaterial', { material_wanted: '还要别的材料' });
  expect(again.msg).toBe('只能要求补正一次');
});

test('an appraisal stops the limit of settlement', async () => {
  const id = await on.mediating(await on.agency());
  ok(await on.move(id, 'startAppraisal', { reason: '翡翠价值需要鉴定' }));
  expect((await on.move(id, 'startAppraisal', { reason: '翡翠价值需要鉴定' })).msg).toBe('鉴定尚未结束');
  const paused = await on.app.db.row<{ status: string }>(
    sql`select status from deadline where resource = 'complaint/complaint' and row_id = ${id} and clock = 'settlement' and status <> 'done'`,
  );
  expect(paused?.status).toBe('paused');
  ok(await on.move(id, 'endAppraisal', { appraisal: '与标价不符' }));
});

test('a closed complaint is reopened once, within thirty days', async () => {
  const close = async () => {
    const id = await on.mediating(await on.agency());
    ok(await on.move(id, 'terminate', reason));
    ok(await on.move(id, 'close', { responsibility: 'unclear', result: '双方各执一词' }));
    return id;
  };
  const facts = { new_facts: '找到了购物店的监控录像和收据' };
  const id = await close();
  ok(await on.move(id, 'reopen', facts));
  expect(await on.row(id)).toMatchObject({
    status: 'investigating',
    reopened: '1',
    outcome: null,
    responsibility: null,
  });
  ok(await on.move(id, 'terminate', reason));
  ok(await on.move(id, 'close', { responsibility: 'respondent', result: '认定强迫购物' }));
  expect((await on.move(id, 'reopen', facts)).msg).toBe('只能重新处理一次');
  const late = await close();
  await on.app.db.query(sql`update complaint set closed_on = closed_on - 31 where id = ${late}`);
  expect((await on.move(late, 'reopen', facts)).msg).toBe('办结已超过三十日，不能重新处理');
});

test.each([
  [{ facts: '太短' }, 'facts'],
  [{ people: 5 }, 'representatives'],
  [{ filed_on: '2999-01-01' }, 'filed_on'],
  [{ event_at: 32_503_680_000 }, 'event_at'],
  [{ channel: 'hotline_12345' }, 'ext_no'],
  [{ category: 'nonsense' }, 'category'],
  [{ mobile: '12' }, 'mobile'],
  [{ facts: '长'.repeat(5001) }, 'facts'],
  [{ people: 0 }, 'people'],
  [{ event_area: '999999' }, 'event_area'],
  [{ event_place: { lng: 102.7, lat: 95, from: 'device', accuracy: 12 } }, 'event_place'],
  [{ demands: [{ kind: 'refund', amount: '-1.00' }] }, 'demands.0.amount'],
  [{ channel: 'hotline_12345', ext_no: 'Q1', ext_due_on: '2020-01-01' }, 'ext_due_on'],
  [{ respondent_enterprise_id: 999_999 }, 'respondent_enterprise_id'],
])('refuses %j at its field', async (wrong, field) => {
  const answer = await on.add(wrong);
  expect([answer.status, answer.code]).toEqual([200, 0]);
  expect(errorsOf(answer)).toHaveProperty(field);
});

test('five complaints about one respondent within a day raise one alert', async () => {
  const agency = await on.agency();
  for (let n = 0; n < 6; n += 1) ok(await on.add({ respondent_enterprise_id: agency.id }));
  const alerts = () =>
    on.app.db.row<{ n: number }>(
      sql`select count(distinct content)::int as n from message_notice where template_code = 'complaint_group_alert' and content like ${`%${agency.name}%`}`,
    );
  await vi.waitFor(async () => expect((await alerts())?.n).toBe(1), { timeout: 60_000 });
});

test('the clerk sees complaints that may be the same, how like ones ended, and who has jurisdiction', async () => {
  const agency = await on.agency();
  const mobile = on.newMobile();
  const first = ok(await on.add({ respondent_enterprise_id: agency.id, mobile }));
  const told = '酒店与合同约定的四星级不符，房间没有热水，导游拒绝调换，也不退还差价，要求退款。';
  const other = ok(await on.add({ respondent_enterprise_id: agency.id, facts: told, event_area: '530103' }));
  const same = ok(await on.add({ respondent_enterprise_id: agency.id, mobile }));
  const { duplicates, of_respondent } = ok(
    await on.clerk.get<{ duplicates: { id: number; mobile: boolean }[]; of_respondent: number }>(
      '/admin/complaint.complaint/compare',
      { id: same.id },
    ),
  );
  expect(duplicates).toMatchObject([{ id: first.id, mobile: true, similarity: 1 }]);
  expect(of_respondent).toBe(2);
  const { offices } = ok(
    await on.clerk.get<{ offices: object[] }>('/admin/complaint.complaint/compare', { id: other.id }),
  );
  expect(offices).toMatchObject([
    { area_code: '530102', ground: 'domicile' },
    { area_code: '530103', ground: 'event' },
  ]);
  const stranger = await on.app.client({ officer: 'county2' });
  expect((await stranger.get('/admin/complaint.complaint/compare', { id: same.id })).data).toEqual({
    reason: 'not_found',
  });
});

test('a complaint passed to enforcement becomes the draft of a check of its respondent', async () => {
  const agency = await on.agency();
  const id = await on.notified(agency);
  ok(await on.move(id, 'toEnforcement', { reason: '涉嫌强迫购物' }));
  expect((await on.move(id, 'toEnforcement', { reason: '涉嫌强迫购物' })).msg).toBe('已移送执法');
  const drafted = () =>
    on.app.db.row<{ id: number }>(
      sql`select id, source, clue, complaint_id, status, domain from enforcement_check where enterprise_id = ${agency.id}`,
    );
  const lead = { source: 'case', clue: 'complaint', complaint_id: id, status: 'draft', domain: 'travel' };
  await vi.waitFor(async () => expect(await drafted()).toMatchObject(lead), { timeout: 60_000 });
  const { id: checkId = 0 } = (await drafted()) ?? {};
  // the complaint lists the check with its state and result, and its handlers are told of the result
  await on.app.db.query(sql`update enforcement_check set status = 'submitted' where id = ${checkId}`);
  ok(await on.clerk.post('/admin/enforcement.check/review', { id: checkId, result_code: 'no_problem' }));
  const search = [{ field: 'complaint_id', operator: '=', val: String(id) }];
  const { list } = ok(await on.clerk.get<{ list: object[] }>('/admin/enforcement.check/index', { search }));
  expect(list).toMatchObject([{ id: checkId, status: 'reviewed', result_code: 'no_problem' }]);
  const told = () =>
    on.app.db.rows(
      sql`select content from message_notice where template_code = 'complaint_checked' and row_id = ${id}`,
    );
  await vi.waitFor(async () => expect(JSON.stringify(await told())).toContain('未发现问题'), { timeout: 60_000 });
});

test('a respondent learns by no entry of its timeline that the complaint was passed to enforcement', async () => {
  const agency = await on.agency();
  const id = await on.notified(agency);
  ok(await on.move(id, 'toEnforcement', { reason: '涉嫌强迫购物' }));
  const timeline = async (who: Client, side: 'admin' | 'api') =>
    JSON.stringify(ok(await who.get(`/${side}/complaint.complaint/timeline`, { id })));
  expect(await timeline(on.clerk, 'admin')).toContain('toEnforcement');
  const seen =
    (await timeline(agency.owner, 'api')) +
    JSON.stringify(ok(await agency.owner.get('/api/complaint.complaint/edit', { id })));
  for (const trace of ['toEnforcement', '移送', '涉嫌强迫购物', 'passed_on', 'passed_to_enforcement'])
    expect(seen, trace).not.toContain(trace);
  const event = await on.app.db.row<DeliverableEvent>(
    sql`select * from event where resource = 'complaint/complaint' and row_id = ${id} and name like '%passed_to_enforcement'`,
  );
  const holder = await on.app.member(agency.username);
  const told = (name: string) =>
    mayReceiveLiveEvent(holder, { ...(event as DeliverableEvent), name, people: [holder.id] }, on.app.engine.find);
  expect(told(event?.name ?? '')).toBe(false);
  expect(told('complaint/complaint.answered')).toBe(true);
});

test('identity numbers in texts are masked before the other party, the clerk or the history has them', async () => {
  const agency = await on.agency();
  const [number, masked] = ['11010519491231002X', '1101**********002X'];
  const id = await on.notified(agency, {
    facts: `导游扣下了游客的身份证 ${number}，电话 13800138000，直到消费才归还。`,
    demands: [{ kind: 'other', remark: `归还 ${number} 的身份证` }],
  });
  ok(await on.move(id, 'answer', { answer: `该游客（${number}）自愿消费，没有扣证` }, agency.owner, 'api'));
  const row = await on.row(id);
  expect(row.facts).toContain(`${masked}，电话 13800138000`);
  expect(row.answer).toContain(masked);
  expect(JSON.stringify(row)).toContain(`归还 ${masked} 的身份证`);
  const kept = await on.app.db.row<{ n: number }>(sql`
    select count(*)::int as n from complaint t left join history h on h.resource = 'complaint/complaint' and h.row_id = t.id
    where t.id = ${id} and (to_jsonb(t)::text || coalesce(to_jsonb(h)::text, '')) like ${`%${number}%`}`);
  expect(kept?.n).toBe(0);
});

test('nobody complains about themselves', async () => {
  const agency = await on.agency();
  const contact = await on.app.db.row<{ mobile: string }>(
    sql`select contact_mobile as mobile from enterprise where id = ${agency.id}`,
  );
  const own = await on.add({ respondent_enterprise_id: agency.id, mobile: contact?.mobile });
  expect(errorsOf(own).mobile?.[0]).toContain('企业不能投诉自己');
  expect(errorsOf(await on.add({ respondent_name: ' 张 三', complainant_name: '张三' })).respondent_name).toEqual([
    '投诉人不能投诉自己',
  ]);
});

test('an office accepts what is not its own only with a ground, and is told whose it is', async () => {
  const { id } = ok(await on.add({ event_area: '530103' }));
  expect(errorsOf(await on.move(id, 'accept')).jurisdiction_ground).toEqual(['不属于本机构管辖，建议转 盘龙区']);
  ok(await on.move(id, 'accept', { jurisdiction_ground: '合同在本区签订' }));
});

test('what can no longer be reopened is archived at night, once the complainant was called', async () => {
  const id = await on.mediating(await on.agency());
  ok(await on.move(id, 'terminate', reason));
  ok(await on.move(id, 'close', { responsibility: 'none', result: '证据不支持投诉' }));
  ok(await on.move(id, 'revisit', { satisfaction: 3 }));
  const archive = () =>
    moveRowsInBatches(on.app.engine, complaint, systemCaller(), { move: 'archive', where: canNoLongerBeReopened() });
  await archive();
  expect((await on.row(id)).status).toBe('revisited');
  await on.app.db.query(sql`update complaint set closed_on = closed_on - 31 where id = ${id}`);
  await archive();
  expect((await on.row(id)).status).toBe('archived');
});

test('a refusal cites the provision of the rule of the day of filing, to the complainant too', async () => {
  const mobile = on.newMobile();
  const older = ok(await on.add({ filed_on: '2026-03-14', mobile }));
  const newer = ok(await on.add({ filed_on: '2026-03-15' }));
  for (const { id } of [older, newer]) ok(await on.move(id, 'reject', { refusal: 'too_late', ...reason }));
  expect((await on.row(older.id)).refusal_article).toBe(
    '《旅游投诉处理办法》（2010年，国家旅游局令第32号）第九条第一款第（四）项',
  );
  expect((await on.row(newer.id)).refusal_article).toContain('文化和旅游部令第14号');
  const visitor = await on.app.client('nobody', 'en');
  const { no } = await on.row(older.id);
  const seen = await visitor.post('/api/complaint.open/progress', { no, digits: mobile.slice(-4) });
  expect(seen.data).toMatchObject({ refusal_article: 'Rule of 2010 on tourism complaints, Art. 9(1) item 4' });
});

test('who withdraws before a decision takes no part in the share of decisions in time', async () => {
  const [withdrawn, accepted, late] = [
    ok(await on.add()),
    ok(await on.add()),
    ok(await on.add({ filed_on: '2026-01-05' })),
  ];
  ok(await on.move(withdrawn.id, 'withdraw', reason));
  for (const { id } of [accepted, late]) ok(await on.move(id, 'accept'));
  ok(await on.move(accepted.id, 'withdraw', reason));
  const seen = await Promise.all([withdrawn, accepted, late].map(async ({ id }) => (await on.row(id)).acceptance));
  expect(seen).toEqual([null, 'in_time', 'late']);
});

test('merged complaints go with the one they were merged into, also when opposite merges come at once', async () => {
  const agency = await on.agency();
  const [one, two, three] = await Promise.all(
    [1, 2, 3].map(async () => ok(await on.add({ respondent_enterprise_id: agency.id })).id),
  );
  const into = (id = 0, merged_into = 0) => on.move(id, 'merge', { merged_into, ...reason });
  ok(await into(one, two));
  expect(errorsOf(await into(three, one)), 'not into one that was merged').toHaveProperty('merged_into');
  const answers = await Promise.all([into(two, three), into(three, two)]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 1]);
  const left = answers[0]?.code === 1 ? three : two;
  expect((await on.row(one ?? 0)).merged_into).toBe(left);
});

test('those who join a complaint are listed for the office alone, and are no more than its people', async () => {
  const agency = await on.agency();
  const joint = {
    people: 4,
    representatives: '张三',
    complainants: [{ name: '李四', mobile: '13800138001' }, { name: '王五' }],
  };
  const tooMany = await on.add({ ...joint, people: 2 });
  expect(errorsOf(tooMany)).toHaveProperty('complainants');
  expect(Object.keys(errorsOf(await on.add({ ...joint, complainants: [{ name: '李四', mobile: '12' }] })))).toEqual([
    'complainants.0.mobile',
  ]);
  const id = await on.notified(agency, joint);
  const { complainants } = (await on.row(id)) as unknown as { complainants: { name: string; mobile: string | null }[] };
  expect(complainants).toMatchObject([{ name: '李四', mobile: '138****8001' }, { name: '王五' }]);
  const theirs = JSON.stringify(ok(await agency.owner.get('/api/complaint.complaint/edit', { id })));
  for (const secret of ['李四', '王五', '8001']) expect(theirs).not.toContain(secret);
});

test('the bulletin of a month counts what its reader sees, and is written as a Word document', async () => {
  const agency = await on.agency();
  const filed = { filed_on: '2026-02-03', respondent_enterprise_id: agency.id };
  for (let n = 0; n < 2; n += 1) ok(await on.add(filed));
  const elsewhere = await on.app.client({ officer: 'county2' });
  const figures = async (who: string) =>
    readMonthlyBulletinFigures(on.app.engine, await on.app.officer(who), '2026-02');
  const own = await figures('county1');
  expect(own).toMatchObject({ filed: 2, decided: 0, recovered: 0, satisfaction: null });
  expect(own.categories).toEqual([{ category: 'forced_shopping', area_code: '530102', n: 2 }]);
  expect(own.respondents).toEqual([{ name: agency.name, n: 2, responsible: 0 }]);
  expect(await figures('county2')).toMatchObject({ filed: 0, categories: [] });
  const order = (month: string) => elsewhere.post('/admin/complaint.complaint/bulletin', { month });
  for (const wrong of ['2026-13', '2999-01', '1999-01', 'x'])
    expect(errorsOf(await order(wrong))).toHaveProperty('month');
  ok(await order('2026-02'));
  const blocks = monthlyBulletinDocumentBlocks(own, {
    month: '2026-02',
    locale: 'zh-cn',
    authority: '某市文化和旅游局',
    nameOfArea: () => '盘龙区',
  });
  const document = String(
    unpackZip(writeDocx(blocks), () => true, { files: 9, size: 1_000_000 }).get('word/document.xml'),
  );
  for (const part of [
    '旅游投诉月度通报',
    '本月收到投诉 2 件',
    agency.name,
    '强迫或诱导购物',
    '盘龙区',
    '某市文化和旅游局',
  ])
    expect(document).toContain(part);
});

/** Limits of both rules (domain reference §2.L), written down again, with the day from which they count. */
const limits = {
  complaint_accept: { '2010': [5, 'workingDay'], '2026': [2, 'workingDay'] },
  complaint_notify: { '2010': [5, 'workingDay'], '2026': [1, 'workingDay'] },
  complaint_answer: { '2010': [10, 'day'], '2026': [5, 'workingDay'] },
  complaint_settle: { '2010': [60, 'day'], '2026': [60, 'day'] },
  complaint_filing: { '2010': [90, 'day'], '2026': [90, 'day'] },
  complaint_material: { '2010': [5, 'day'], '2026': [5, 'day'] },
  complaint_revisit: { '2010': [3, 'workingDay'], '2026': [3, 'workingDay'] },
} as const;

test('the limits of both rules on every day from 2024 to 2026 agree with another calculation', () => {
  const { reference } = on.app.engine;
  const next = (day: string, by = 1) =>
    new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);
  /** Counts by a calendar of its own: the day of the event does not count, and no period ends on a day off. */
  const ends = (day: string, amount: number, unit: string): string => {
    let last = day;
    if (unit === 'day') last = next(day, amount);
    else
      for (let left = amount; left > 0; ) {
        last = next(last);
        if (isWorkday(last)) left -= 1;
      }
    while (!isWorkday(last)) last = next(last);
    return last;
  };
  let compared = 0;
  const differing: unknown[] = [];
  for (let day = '2024-01-01'; day <= '2026-12-31'; day = next(day)) {
    const version = day < '2026-03-15' ? '2010' : '2026';
    if (complaintRuleOn(day) !== version) differing.push([day, version]);
    for (const [code, amounts] of Object.entries(limits)) {
      const [amount, unit] = amounts[version];
      const expected = ends(day, amount, unit);
      // holidays of the next year are not announced
      if (expected > '2026-12-31') continue;
      const rule = deadlineRuleInForceOn(reference.rules(), code, day);
      const computed = rule && toShanghaiDate(computeDue(rule, day, reference.calendar()).due);
      if (computed !== expected) differing.push([code, day, computed, expected]);
      compared += 1;
    }
  }
  expect(differing).toEqual([]);
  expect(compared).toBeGreaterThan(7000);
});

test('whose turn it is follows from every state, and each queue has the number of its list', async () => {
  const { id } = ok(await on.add());
  const turns: Record<string, string> = {
    need_material: 'complainant',
    notified: 'respondent',
    agreed: 'respondent',
    transferred: 'other_office',
    rejected: 'nobody',
    merged: 'nobody',
    revisited: 'nobody',
    archived: 'nobody',
  };
  const states = Object.keys(complaint.life?.states ?? {});
  expect(states.length).toBeGreaterThan(15);
  await on.app.db.transaction(async (tx) => {
    for (const state of states) {
      const row = await tx.row<{ turn: string }>(
        sql`update complaint set status = ${state} where id = ${id} returning turn`,
      );
      expect([state, row?.turn]).toEqual([state, turns[state] ?? 'office']);
    }
    const appraised = await tx.row<{ turn: string }>(
      sql`update complaint set status = 'mediating', appraising = true where id = ${id} returning turn`,
    );
    expect(appraised?.turn).toBe('other_office');
    await tx.query(sql`update complaint set status = 'registered', appraising = false where id = ${id}`);
  });
  await on.app.db.query(sql`update complaint set due_at = now() - interval '1 day' where id = ${id}`);
  ok(await on.clerk.post('/admin/complaint.complaint/assign', { id, to: (await on.app.officer('county1')).id }));
  for (const who of [
    on.clerk,
    await on.app.client({ officer: 'county2' }),
    await on.app.client({ officer: 'admin' }),
  ]) {
    const counts = ok(await who.get<ComplaintQueueCounts>('/admin/complaint.complaint/queues'));
    for (const [name, queue] of Object.entries<ComplaintQueue>(complaintQueues)) {
      const query = {
        keyword: '',
        conditions: queue.conditions,
        ...(queue.handledByMe ? { handledByMe: true as const } : {}),
      };
      const { total } = ok(
        await who.get<{ total: number }>('/admin/complaint.complaint/index', { ...toWireParams(query, complaint) }),
      );
      expect([name, total]).toEqual([name, counts[name as keyof ComplaintQueueCounts]]);
    }
    if (who === on.clerk) for (const n of [counts.mine, counts.overdue]) expect(n).toBeGreaterThan(0);
  }
});

test('every figure of the wall equals the list that it opens, for each office', async () => {
  for (const officer of ['county1', 'county2', 'admin']) {
    const who = await on.app.client({ officer });
    const panel = ok(await who.get<ComplaintWallPanel>('/admin/screen.complaint/index'));
    const counts = listFiltersBehindComplaintCounts(panel);
    for (const [name, { n, conditions }] of Object.entries(counts)) {
      const query = readListQuery(writeListQuery({ conditions, keyword: '' }), complaint);
      expect(query.conditions, name).toEqual(conditions);
      const { total } = ok(
        await who.get<{ total: number }>('/admin/complaint.complaint/index', { ...toWireParams(query, complaint) }),
      );
      expect([officer, name, n]).toEqual([officer, name, total]);
    }
    const of = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 1000) / 1000);
    expect(panel.accept_on_time).toBe(of(panel.decided - panel.decided_late, panel.decided));
    expect(panel.settle_rate).toBe(of(panel.settled, panel.ended));
    if (officer === 'county1') expect(panel.settled).toBeGreaterThan(0);
    for (const { masked_name } of panel.latest) expect(masked_name).toMatch(/^.\*$/);
  }
});
