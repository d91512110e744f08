import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import type {
  CheckFigures,
  WeeklyVisitsByOfficer,
} from '../../contract/board/weekly-visits-by-officer-and-check-figures-answer-types.ts';
import type { CheckApprovalAssessment } from '../../contract/frequency/check-approval-assessment-answer-types.ts';
import type {
  ChecksBehindFigure,
  FrequencyCapPreview,
} from '../../contract/frequency/frequency-cap-preview-answer-types.ts';
import { judgeCheckByFrequencyLimits } from '../../server/frequency/judge-check-by-frequency-limits.ts';
import { DrawFixture, errorsOf, ok, today } from '../draw/draw-fixture.ts';

/** How often enterprises are checked, on a database with checks of the past. */
let on: DrawFixture;
beforeAll(async () => {
  on = await DrawFixture.start();
}, 120_000);
afterAll(() => on.app.close());

const department = async (more = 0): Promise<number> =>
  (
    await on.app.db.row<{ id: number }>(
      sql`select id from auth_department where kind = 'bureau' order by id offset ${more} limit 1`,
    )
  )?.id ?? 0;

let serial = 0;
/** A check as it stands in the database, with its officers. */
async function stored(
  enterprise: number,
  {
    status = 'closed',
    day = today,
    source = 'routine',
    result = 'no_problem' as string | null,
    officers = [] as readonly number[],
    by = 0,
    domain = 'lodging',
  } = {},
): Promise<number> {
  serial += 1;
  const at = `${day}T10:00:00+08:00`;
  const row = await on.app.db.row<{ id: number }>(sql`
    with c as (
      insert into enforcement_check (check_no, source, basis, domain, department_id, object_type, enterprise_id, object_name, area_code, due_on, notify_mode,
        window_from, started_at, status, result_code)
      select ${`JCT${serial}`}, ${source}, '旅游法第八十五条', ${domain}, ${await department(by)}::bigint, 'enterprise', e.id, e.name, e.area_code, ${day}::date, 'advance',
        ${at}::timestamptz, ${status === 'closed' ? at : null}::timestamptz, ${status}, ${status === 'closed' ? result : null} from enterprise e where e.id = ${enterprise}
      returning id)
    , o as (insert into enforcement_check_officer (check_id, officer_id) select c.id, u from c, unnest(${[...officers]}::bigint[]) u)
    select id from c`);
  return row?.id ?? 0;
}
const judge = async (id: number) => {
  const judged = await judgeCheckByFrequencyLimits(on.app.db, id);
  if (!judged) throw new Error('not judged');
  return judged;
};

test('a check is judged by all visits of its enterprise, in one statement', async () => {
  const [one = 0] = await on.enterprises(1, { risk: 'A' });
  const [li = 0, han = 0] = await on.officers(2);
  const year = today.slice(0, 4);
  const past = await stored(one, { day: `${year}-01-05`, officers: [li] });
  await stored(one, { day: addDays(today, -3), source: 'case', officers: [li], by: 1 });
  const planned = await stored(one, { status: 'pending_approval', day: addDays(today, 20), by: 1 });
  await stored(one, { status: 'cancelled' });
  const id = await stored(one, { status: 'pending_approval', officers: [li, han] });
  const { question, assessment } = await judge(id);
  expect(question).toMatchObject({ day: today, risk: 'A', domain: 'lodging', exempt: false });
  expect(question.limits).toMatchObject({ class_a: 1, per_month: 3, nil_visits: 3 });
  expect(question.officers.map((each) => each.id)).toEqual([li, han]);
  expect(assessment.caps[0]?.visits.map((each) => each.id)).toEqual([past]);
  expect(assessment.joint.map((each) => each.id)).toEqual([planned]);
  expect(assessment.refused).toBe(true);
  // two visits of this officer, not three
  expect(assessment.officers).toEqual([]);
  await stored(one, { day: addDays(today, -1), source: 'case', officers: [li] });
  expect((await judge(id)).assessment.officers).toMatchObject([{ id: li, allowed: false }]);
});

test('squads of a bureau use its cap together', async () => {
  const [one = 0] = await on.enterprises(1, { risk: 'A' });
  const bureau = await department();
  const squad = await on.app.db.row<{ id: number }>(sql`
    insert into auth_department (pid, name, kind, area_code) select id, '执法一大队', 'squad', area_code from auth_department where id = ${bureau} returning id`);
  const id = await stored(one, { status: 'pending_approval' });
  const other = await stored(one, { day: `${today.slice(0, 4)}-02-02` });
  await on.app.db.query(sql`update enforcement_check set department_id = ${squad?.id ?? 0} where id = ${other}`);
  expect((await judge(id)).assessment.caps[0]?.visits).toHaveLength(1);
});

test('a change of caps shows what it would have refused, and numbers have an order', async () => {
  const [one = 0, two = 0] = await on.enterprises(2, { risk: 'D', type: 'hotel' });
  const lastYear = Number(today.slice(0, 4)) - 1;
  for (const month of ['02', '05', '08']) await stored(one, { day: `${lastYear}-${month}-10`, domain: 'film' });
  await stored(two, { day: `${lastYear}-03-10`, domain: 'film' });
  const form = {
    title: '电影放映场所检查上限',
    domain: 'film',
    basis: '国办发〔2024〕54号',
    class_a: 1,
    class_b: 1,
    class_c: 1,
    class_d: 2,
    per_day: 1,
    per_week: 2,
    per_month: 3,
    nil_visits: 3,
    nil_months: 12,
    joint_days: 30,
    effective_from: today,
  };
  const wrong = await on.admin.post('/admin/enforcement.frequencyCap/add', { ...form, class_d: 0, per_week: 5 });
  expect(Object.keys(errorsOf(wrong))).toEqual(['class_d', 'per_month']);
  const { id } = ok(await on.admin.post<{ id: number }>('/admin/enforcement.frequencyCap/add', form));
  const { years } = ok(await on.admin.get<FrequencyCapPreview>('/admin/enforcement.frequencyCap/preview', { id }));
  expect(years[0]).toMatchObject({ year: lastYear, checks: 4, refused: 1, refused_now: 0 });
  expect(years[0]?.groups).toMatchObject([{ domain: 'film', risk: 'D', checks: 4, refused: 1, enterprises: 1 }]);
  // every figure opens its checks: as many, and these
  const behind = async (more: object, who = on.admin) =>
    who.get<ChecksBehindFigure>('/admin/enforcement.frequencyCap/previewRows', { id, year: lastYear, ...more });
  const refused = ok(await behind({ figure: 'refused' }));
  expect(refused).toMatchObject({
    total: 1,
    list: [{ enterprise_id: one, day: `${lastYear}-08-10`, n: 3, cap_draft: 2 }],
  });
  expect(ok(await behind({ figure: 'refused_now' }))).toEqual({ total: 0, list: [] });
  const all = ok(await behind({ figure: 'checks', domain: 'film', risk: 'D' }));
  expect(all.list.map(({ enterprise_id, n }) => [enterprise_id, n])).toEqual([
    [one, 3],
    [one, 2],
    [two, 1],
    [one, 1],
  ]);
  expect(ok(await behind({ figure: 'checks', domain: 'lodging' })).total).toBe(0);
  expect(ok(await behind({ figure: 'checks' }, await on.app.client({ officer: 'county2' }))).total).toBe(0);
  for (const wrong of [{ figure: 'else' }, { figure: 'refused', risk: 'E' }, { figure: 'refused', page: 0 }])
    expect((await behind(wrong)).data).toMatchObject({ reason: 'invalid' });
  // a domain has one set of limits, also where two are published at once
  const rival = ok(await on.admin.post<{ id: number }>('/admin/enforcement.frequencyCap/add', form));
  for (const one of [id, rival.id]) ok(await on.city.post('/admin/enforcement.frequencyCap/review', { id: one }));
  const published = await Promise.all(
    [id, rival.id].map((one) => on.admin.post('/admin/enforcement.frequencyCap/publish', { id: one })),
  );
  expect(published.map(({ code }) => code).sort()).toEqual([0, 1]);
  const [standing, late] = published[0]?.code === 1 ? [id, rival.id] : [rival.id, id];
  const again = await on.admin.post('/admin/enforcement.frequencyCap/publish', { id: late });
  expect(errorsOf(again).domain?.[0]).toContain('请为其编制新版本');
  const third = ok(await on.admin.post<{ id: number }>('/admin/enforcement.frequencyCap/add', form));
  const early = await on.city.post('/admin/enforcement.frequencyCap/review', { id: third.id });
  expect(errorsOf(early).domain?.[0]).toContain('请为其编制新版本');
  const waiting = await stored(one, { status: 'pending_approval', domain: 'film' });
  expect((await judge(waiting)).question.limits).toMatchObject({ class_d: 2 });
  ok(await on.admin.post('/admin/enforcement.frequencyCap/revise', { id: standing }));
});

test('what speaks for and against is shown before the approval, to those who may see the check', async () => {
  const [one = 0] = await on.enterprises(1, { risk: 'A' });
  const [li = 0] = await on.officers(1);
  const past = await stored(one, { day: `${today.slice(0, 4)}-01-06`, officers: [li] });
  const id = await stored(one, { status: 'pending_approval', officers: [li] });
  const standing = ok(await on.city.get<CheckApprovalAssessment>('/admin/enforcement.check/standing', { id }));
  expect(standing.caps).toMatchObject([{ item: '', most: 1, reached: true, visits: [{ id: past }] }]);
  expect(standing.recent).toMatchObject([{ id: past, result: 'no_problem' }]);
  expect(standing.officers).toMatchObject([{ id: li, problem: null, nil: 0 }]);
  // all that the approval would refuse, in its words
  const refused = errorsOf(await on.admin.post('/admin/enforcement.check/approve', { id }));
  expect(standing.refusals.map((one) => one['zh-cn'])).toEqual(
    [refused.items, refused.officers, refused.enterprise_id].flat(),
  );
  expect(standing.refusals.map((one) => one['zh-cn'])).toEqual([
    '请至少选一项检查事项',
    '执法人员不得少于两人（行政处罚法第四十二条）',
    expect.stringMatching(
      /^本年度检查次数已达上限 1：“旅游住宿”领域 A 级企业每年最多检查 1 次，已安排 1 次（.*JCT.*54号/,
    ),
  ]);
  expect(standing.refusals.at(-1)?.en).toMatch(/^Yearly check limit 1 reached/);
  await on.app.db.query(sql`update enterprise set status = 'cancelled' where id = ${one}`);
  const gone = ok(await on.city.get<CheckApprovalAssessment>('/admin/enforcement.check/standing', { id }));
  expect(gone.refusals[0]?.['zh-cn']).toBe('企业处于“已注销”状态，不能检查');
  const other = await on.app.client({ officer: 'county2' });
  expect((await other.get('/admin/enforcement.check/standing', { id })).code).toBe(0);
});

test('the board has the visits of a week by officer, and figures what they came to', async () => {
  const [one = 0] = await on.enterprises(1, { type: 'film' });
  const [li = 0] = await on.officers(1);
  const planned = await stored(one, { status: 'dispatched', day: addDays(today, 2), officers: [li] });
  await stored(one, { status: 'cancelled', day: addDays(today, 2), officers: [li] });
  await stored(one, { day: today, officers: [li], result: 'ordered_to_correct' });
  const board = ok(await on.city.get<WeeklyVisitsByOfficer>('/admin/enforcement.check/board', {}));
  expect(board.days).toHaveLength(7);
  expect(board.visits.filter(({ officers, day }) => officers.includes(li) && day > today).map(({ id }) => id)).toEqual([
    planned,
  ]);
  expect(board.officers.find(({ id }) => id === li)).toMatchObject({ workload: 1 });
  const left = await on.app.db.row(sql`select t.capacity - e.capacity as taken from library_officer t
    join library_eligible_officer e on e.id = t.id where t.id = ${li}`);
  expect(left).toEqual({ taken: 1 });
  const figures = ok(await on.city.get<CheckFigures>('/admin/enforcement.check/figures', { from: today, to: today }));
  expect(figures.coverage.find(({ type }) => type === 'film')).toMatchObject({ checked: 1 });
  expect(figures.workload.find(({ id }) => id === li)).toMatchObject({ checks: 1, under_way: 1 });
  expect(figures.reviewed - figures.nil).toBeGreaterThan(0);
  const other = await on.app.client({ officer: 'county2' });
  expect(ok(await other.get<WeeklyVisitsByOfficer>('/admin/enforcement.check/board', {})).visits).toEqual([]);
  const beyond = await on.city.get('/admin/enforcement.check/board', { from: '9999-12-31' });
  expect((beyond.data as { reason?: string }).reason).toBe('invalid');
});

/** A check that waits for its approval and is in order but for its frequency. */
async function pending(
  enterprise: number,
  officers: readonly number[],
  more: Parameters<typeof stored>[1] = {},
): Promise<number> {
  const id = await stored(enterprise, { ...more, status: 'pending_approval', officers });
  await on.app.db.query(sql`with items as (insert into enforcement_check_answer (check_id, item_id)
      select ${id}, i.id from library_check_item i where i.status = 'published' order by i.id offset ${serial % 5} limit 2 returning id)
    update enforcement_check set check_no = null, check_reason = '群众举报', clue = case when source = 'case' then 'complaint' end where id = ${id}`);
  return id;
}
const approve = (id: number, input: object = {}) => on.city.post('/admin/enforcement.check/approve', { id, ...input });

test('approval keeps the yearly cap, also of two at once; a complaint is exempt and noted (K.12)', async () => {
  const [one = 0] = await on.enterprises(1, { risk: 'A' });
  const pair = await on.officers(2, { area: '530100' });
  const [first, second] = [await pending(one, pair), await pending(one, pair)];
  const answers = await Promise.all([approve(first), approve(second)]);
  expect(answers.map(({ code }) => code).sort()).toEqual([0, 1]);
  const refused = answers.find(({ code }) => code === 0);
  expect(refused && errorsOf(refused).enterprise_id?.[0]).toMatch(/^本年度检查次数已达上限 1：.*JC530102/);
  const complaint = await pending(one, pair, { source: 'case' });
  ok(await approve(complaint));
  const notes = await on.app.db.row<{ note: string; entry: string }>(sql`
    select h.note, c.payload::text as entry from history h join chain_entry c on c.history_id = h.id
    where h.resource = 'enforcement/check' and h.row_id = ${complaint} and h.move = 'approve'`);
  expect(notes?.note).toContain('不受年度检查次数上限限制');
  expect(notes?.note).toContain('一日内第 2 次检查');
  expect(notes?.entry).toContain('"exempt":true');
});

test('an officer without findings needs an approved reason, which somebody else approves', async () => {
  const [one = 0] = await on.enterprises(1, { risk: 'D' });
  const pair = await on.officers(2, { area: '530100' });
  for (const back of [300, 200, 100])
    await stored(one, { day: addDays(today, -back), officers: pair.slice(0, 1), source: 'case' });
  const id = await pending(one, pair);
  expect(errorsOf(await approve(id)).enterprise_id?.[0]).toMatch(/最近 3 次检查该企业均未发现问题.+依据：./);
  const english = await on.admin.post('/admin/enforcement.check/approve', { id }, { 'think-lang': 'en' });
  expect(errorsOf(english).enterprise_id?.[0]).toMatch(/found nothing in the last 3 visits.+Basis: ./);
  const reason = ok(
    await on.city.post<{ id: number }>('/admin/enforcement.visitReason/add', {
      check_id: id,
      officer_id: pair[0],
      reason: '唯一熟悉该企业账册的人员',
    }),
  );
  expect((await on.city.post('/admin/enforcement.visitReason/approve', { id: reason.id })).msg).toContain(
    '提出理由以外',
  );
  expect((await approve(id)).code).toBe(0);
  ok(await on.admin.post('/admin/enforcement.visitReason/approve', { id: reason.id }));
  ok(await approve(id));
});

test('a check that another authority plans soon is joined, or a reason is given', async () => {
  const [one = 0, two = 0] = await on.enterprises(2, { risk: 'D' });
  const [a = 0, b = 0, c = 0] = await on.officers(3, { area: '530100' });
  const other = await pending(one, [b, c], { by: 1, day: addDays(today, 10) });
  const id = await pending(one, [a, b]);
  expect(errorsOf(await approve(id)).separate_reason?.[0]).toContain('请合并为一次联合检查');
  const stranger = await pending(two, [a, b]);
  const merge = (into: number, joined: number) =>
    on.city.post('/admin/enforcement.check/merge', { id: into, other_id: joined });
  expect(errorsOf(await merge(id, stranger)).other_id).toHaveLength(1);
  expect(errorsOf(await merge(id, id)).other_id).toHaveLength(1);
  ok(await merge(id, other));
  const rows = await on.app.db.rows<{
    id: number;
    status: string;
    source: string;
    officers: number;
    items: number;
  }>(sql`
    select t.id, t.status, t.source, (select count(*)::int from enforcement_check_officer o where o.check_id = t.id) as officers,
      (select count(*)::int from enforcement_check_answer o where o.check_id = t.id) as items
    from enforcement_check t where t.id in (${id}, ${other}) order by t.id desc`);
  expect(rows[0]).toMatchObject({ id, status: 'pending_approval', source: 'joint', officers: 3 });
  expect(rows[0]?.items).toBeGreaterThan(2);
  expect(rows[1]).toMatchObject({ id: other, status: 'cancelled' });
  ok(await approve(id));
  await pending(two, [b, c], { by: 1 });
  ok(await approve(stranger, { separate_reason: '对方检查的是消防，不宜合并' }));
});
