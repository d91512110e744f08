import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { order } from '#modules/reform/contract/correction-order.ts';
import { updateAllScores } from '#modules/risk/server/update-risk-scores.ts';
import { systemCaller } from '#server/caller.ts';
import { lockKeysInOrder } from '#server/db/lock-keys-in-order-until-transaction-ends.ts';
import { sql } from '#server/db/sql.ts';
import { moveRows } from '#server/write/row-set/make-lifecycle-move-on-many-rows-at-once.ts';
import { untilStatementsWaitForLocks } from '../../../test/support/call-while-locked.ts';
import { proveMoves } from '../../../test/support/prove-moves-in-every-state.ts';
import { waitForSubscribers } from '../../../test/support/wait-for-subscribers.ts';
import { withoutWatch } from '../../../test/support/watch-writes.ts';
import { creditEvent } from '../contract/credit-event.ts';
import type { CreditEventKind } from '../contract/credit-event-kinds-lists-and-grounds.ts';
import { creditRepair } from '../contract/credit-repair-application.ts';
import {
  type CreditPointRule,
  type CreditScoreFormula,
  calculateReferenceCreditScore,
} from '../contract/grade-names-and-reference-credit-score-calculation-for-tests.ts';
import { creditListing } from '../contract/red-or-black-list-entry.ts';
import type { CreditFormulaPreview } from '../contract/score-explanation-and-formula-preview-answers.ts';
import { draftBlackListEntriesOfRevokedEnterprise } from '../server/draft-black-list-entries-of-revoked-enterprise.ts';
import { enterpriseCreditEventSubscribers } from '../server/record-and-annul-enterprise-credit-events-from-other-modules.ts';
import { refuseRewardApplicationOfBlackListedEnterprise } from '../server/refuse-reward-application-of-black-listed-enterprise.ts';
import { endListingsAndEvents, updateAllCreditScores } from '../server/update-credit-scores.ts';
import { CreditFixture, errorsOf, ok } from './credit-fixture.ts';

let fixture: CreditFixture;
const today = shanghaiToday();

beforeAll(async () => {
  fixture = await CreditFixture.start();
});
afterAll(() => fixture.app.close());

/** The formula in force, and the events of an agency that count, for the second calculation. */
async function calculated(agency: { readonly id: number }) {
  const { db } = fixture.app;
  const formula = await db.row<{
    base: number;
    a: number;
    b: number;
    c: number;
    d: number;
    rules: CreditPointRule[];
  }>(sql`
    select f.base, f.grade_a as a, f.grade_b as b, f.grade_c as c, f.grade_d as d,
      (select json_agg(json_build_object('kind', r.kind, 'points', r.points, 'most', r.most, 'months', r.months)) from credit_formula_rule r where r.formula_id = f.id) as rules
    from credit_formula f where f.status = 'published' and f.effective_from <= ${today}::date order by f.effective_from desc, f.id desc limit 1`);
  if (!formula) throw new Error('no formula is in force');
  const events = await db.rows<{ id: number; kind: CreditEventKind; share: number; happened_on: string }>(sql`
    select id, kind, share, happened_on::text from credit_event where enterprise_id = ${agency.id} and status in ('counted', 'objected')`);
  const { base, a, b, c, d, rules } = formula;
  const given: CreditScoreFormula = { base, rules, from: { A: a, B: b, C: c, D: d } };
  return calculateReferenceCreditScore(given, events, { day: today });
}

test('a confirmed complaint counts, is explained to both sides, and counts no more when it is reopened', async () => {
  const agency = await fixture.agency();
  const id = await fixture.confirmedComplaint(agency, 'shared');
  await expect.poll(() => fixture.scoreOf(agency), { timeout: 60_000 }).toBe(735);
  const [event] = await fixture.events(agency);
  expect(event).toMatchObject({ kind: 'complaint', share: 50, points: -15, status: 'counted', happened_on: today });
  expect(event?.basis).toContain('旅游投诉处理办法');
  const english = await fixture.app.client({ officer: 'county1' }, 'en');
  expect((await fixture.explain(agency, english))?.kinds[0]?.events[0]?.basis).toBe(
    'Rule on tourism complaints: respondent found responsible',
  );
  const explained = await fixture.explain(agency);
  expect(explained).toMatchObject({ score: 735, grade: 'B', base: 750, formula: { revision: 1 } });
  expect(explained?.kinds).toMatchObject([
    { kind: 'complaint', sum: -15, points: -15, events: [{ id: event?.id, points: -15 }] },
  ]);
  expect((await calculated(agency)).score).toBe(735);
  // the enterprise reads the same, others nothing
  expect(await fixture.explain(agency, agency.owner, 'api')).toEqual(explained);
  const other = await fixture.agency();
  expect(await fixture.explain(agency, other.owner, 'api')).toBeNull();
  expect(await fixture.explain(agency, fixture.elsewhere)).toBeNull();
  const grade = await fixture.app.db.row(sql`select credit_grade from enterprise where id = ${agency.id}`);
  expect(grade).toEqual({ credit_grade: 'B' });
  ok(await fixture.complaints.move(id, 'reopen', { new_facts: '提供了第二份购物小票和导游的通话录音' }));
  await expect.poll(() => fixture.scoreOf(agency), { timeout: 60_000 }).toBe(750);
  expect((await fixture.events(agency)).map(({ status }) => status)).toEqual(['withdrawn']);
});

test('what is entered needs a document; the enterprise objects once, and is answered', async () => {
  const agency = await fixture.agency();
  expect(errorsOf(await fixture.enter(agency, { kind: 'complaint' })).kind?.[0]).toContain('自动归集');
  expect(errorsOf(await fixture.enter(agency, { document_no: '' })).document_no).toBeDefined();
  expect(errorsOf(await fixture.enter(agency, { happened_on: addDays(today, 1) })).happened_on?.[0]).toBe(
    '不能晚于今天',
  );
  const { id } = ok(await fixture.enter(agency));
  await expect.poll(() => fixture.scoreOf(agency), { timeout: 60_000 }).toBe(630);
  const make = (move: string, input: object, client = fixture.clerk, side = 'admin') =>
    client.post(`/${side}/credit.event/${move}`, { id, ...input });
  expect(errorsOf(await make('object', { objection: '短' }, agency.owner, 'api')).objection).toBeDefined();
  const objection = '该处罚决定已被行政复议撤销，请核实';
  ok(await make('object', { objection }, agency.owner, 'api'));
  expect((await fixture.explain(agency))?.kinds[0]?.events[0]).toMatchObject({ objected: true, points: -120 });
  ok(await make('dismiss', { decision: '复议决定维持了原处罚' }));
  expect((await make('object', { objection }, agency.owner, 'api')).msg).toContain('只能提出一次');
  ok(await make('withdraw', { decision: '法院判决撤销原处罚' }));
  await expect.poll(() => fixture.scoreOf(agency), { timeout: 60_000 }).toBe(750);
});

test('the maximum of a kind holds, and the score is that of the second calculation', async () => {
  const agency = await fixture.agency();
  for (let n = 0; n < 4; n++) ok(await fixture.enter(agency, { document_no: `盘文旅罚字〔2026〕${20 + n}号` }));
  ok(
    await fixture.enter(agency, { kind: 'commendation', document_no: '盘文旅〔2026〕3号', facts: '文明旅游示范单位' }),
  );
  ok(await fixture.enter(agency, { kind: 'penalty', document_no: '盘文旅罚字〔2020〕1号', happened_on: '2020-01-05' }));
  const { score, grade, kinds } = await calculated(agency);
  const totals = (list: readonly { kind: string; sum: number; points: number }[] = []) =>
    list.map((one) => [one.kind, one.sum, one.points]);
  await expect
    .poll(async () => totals((await fixture.explain(agency))?.kinds), { timeout: 60_000 })
    .toEqual(totals(kinds));
  expect(await fixture.explain(agency)).toMatchObject({ score, grade });
  expect(score).toBe(390);
  expect(kinds.find(({ kind }) => kind === 'penalty')).toMatchObject({ sum: -480, points: -400 });
});

test('other business counts: overdue corrections, lapsed insurance and suspensions, each fact once', async () => {
  const agency = await fixture.agency();
  const { app } = fixture;
  await fixture.set(sql`insert into reform_order (no, enterprise_id, recipient_id, source, kind, term_days, officers, issued_on, issued_at, due_on, area_code, status)
    values (${`ZG2026${900_000 + agency.id}`}, ${agency.id}, ${agency.id}, 'patrol', 'within_term', 15, '{}', ${addDays(today, -20)}::date, now(), ${addDays(today, -5)}::date, '530102', 'read')`);
  await fixture.set(sql`insert into insurance_coverage (enterprise_id, name, covered_to, area_code, status)
    values (${agency.id}, ${agency.name}, ${addDays(today, -3)}::date, '530102', 'covered')`);
  await moveRows(app.engine, order, systemCaller(), { move: 'lapse', where: sql`t.enterprise_id = ${agency.id}` });
  const cover = await app.db.row<{ id: number }>(
    sql`select id from insurance_coverage where enterprise_id = ${agency.id}`,
  );
  ok(await fixture.clerk.post('/admin/insurance.coverage/lapse', { id: cover?.id }));
  await expect.poll(() => fixture.scoreOf(agency), { timeout: 60_000 }).toBe(750 - 60 - 50);
  const events = await fixture.events(agency);
  expect(events.map(({ kind }) => kind).toSorted()).toEqual(['insurance_lapse', 'overdue_correction']);
  // recorded again, the facts are the same; and every statement can be run
  const one = await app.db.row<{ id: number }>(sql`select id from reform_order where enterprise_id = ${agency.id}`);
  for (const { hearing } of Object.values(enterpriseCreditEventSubscribers))
    await app.db.transaction(async (tx) => {
      await hearing.laterInBatches?.([{ row_id: one?.id ?? 0 }] as never, { engine: app.engine, tx } as never);
    });
  expect((await fixture.events(agency)).filter(({ kind }) => kind !== 'timely_correction')).toHaveLength(2);
  await moveRows(app.engine, order, systemCaller(), {
    move: 'cancel',
    where: sql`t.enterprise_id = ${agency.id}`,
    input: { reason: '下达有误' },
  });
  await expect.poll(() => fixture.scoreOf(agency), { timeout: 60_000 }).toBe(700);
});

test('nobody is listed before being heard, nor decided about by whoever drafted', async () => {
  const agency = await fixture.agency();
  expect(errorsOf(await fixture.addListing(agency, { measures: ['fast_track'] })).measures).toBeDefined();
  expect(errorsOf(await fixture.addListing(agency, { basis_no: '' })).basis_no).toBeDefined();
  const english = await fixture.app.client({ officer: 'county1' }, 'en');
  const inEnglish = await english.post(
    '/admin/credit.listing/add',
    fixture.listingForm(agency, { basis_on: addDays(today, 1) }),
  );
  expect(errorsOf(inEnglish).basis_on?.[0]).toBe('Cannot be later than today');
  const { id } = ok(await fixture.addListing(agency));
  const { id: again } = ok(await fixture.addListing(agency));
  const seen = async () => ok(await agency.owner.get<{ list: unknown[] }>('/api/credit.listing/index', {})).list.length;
  expect(await seen()).toBe(0);
  ok(await fixture.moveListing(id, 'notify', {}, fixture.clerk));
  expect(await seen()).toBe(1);
  expect((await fixture.moveListing(again, 'notify', {}, fixture.clerk)).msg).toContain('该对象已在此名单');
  const noticed = await fixture.listing(id);
  expect(noticed).toMatchObject({ status: 'noticed', heard: '0' });
  expect(noticed.no).toMatch(/^XY\d{9}$/);
  expect(noticed.notice_no).toContain('文旅信告字');
  expect((noticed.statement_until ?? '') > addDays(today, 10)).toBe(true);
  const opinion = '事实清楚、证据充分，予以列入';
  const early = await fixture.moveListing(id, 'decide', { opinion });
  expect(early.msg).toContain('陈述申辩期未满');
  ok(await fixture.moveListing(id, 'state', { statement: '第二次处罚正在复议，请求暂缓列入' }, agency.owner, 'api'));
  expect((await fixture.moveListing(id, 'decide', { opinion }, fixture.clerk)).msg).toContain('须由另一人决定');
  ok(await fixture.moveListing(id, 'decide', { opinion }));
  expect(await fixture.publicListings(agency)).toEqual([]);
  ok(await fixture.moveListing(id, 'publish'));
  const row = await fixture.listing(id);
  expect(row).toMatchObject({
    status: 'published',
    starts_on: today,
    ends_on: addDays(`${Number(today.slice(0, 4)) + 1}${today.slice(4)}`, 0),
  });
  expect(row.decision_no).toContain('文旅信决字');
  const documents = await fixture.app.db.rows(
    sql`select status from document where about = ${`credit/listing:${id}`} order by id`,
  );
  expect(documents).toEqual([{ status: 'issued' }, { status: 'issued' }]);
});

test('a published listing is open to everybody, and decides grade, class of risk and rewards', async () => {
  const agency = await fixture.agency();
  const id = await fixture.published(agency);
  const [shown] = await fixture.publicListings(agency);
  expect(shown).toMatchObject({
    list: 'minor',
    name: agency.name,
    person_name: null,
    basis_no: '盘文旅罚字〔2026〕12号',
  });
  expect(shown).not.toHaveProperty('statement');
  await expect.poll(async () => (await fixture.explain(agency))?.grade, { timeout: 60_000 }).toBe('D');
  expect(await fixture.explain(agency)).toMatchObject({
    score: 750,
    scored_grade: 'B',
    lists: [{ id, list: 'minor' }],
  });
  const { app } = fixture;
  const enterprise = () =>
    app.db.row<{ credit_grade: string; risk_class: string }>(
      sql`select credit_grade, risk_class from enterprise where id = ${agency.id}`,
    );
  const contributors = app.platform.modules.flatMap(({ riskContributors = [] }) => riskContributors);
  await waitForSubscribers(app.db);
  await updateAllScores(app.engine, contributors);
  expect(await enterprise()).toEqual({ credit_grade: 'D', risk_class: 'C' });
  const failed: string[] = [];
  const fail = (field: string) => failed.push(field);
  await refuseRewardApplicationOfBlackListedEnterprise.moves?.apply?.({
    tx: app.db,
    before: { enterprise_id: agency.id },
    fail,
  } as never);
  expect(failed).toEqual(['enterprise_id']);
  // removed by an officer, by document
  const removal = { document_no: '云高法行终〔2026〕9号', reason: '原处罚决定已被撤销' };
  expect(errorsOf(await fixture.moveListing(id, 'remove', { reason: removal.reason })).document_no).toBeDefined();
  ok(await fixture.moveListing(id, 'remove', removal));
  expect((await fixture.listing(id)).status).toBe('removed');
  expect(await fixture.publicListings(agency)).toEqual([]);
  await expect.poll(async () => (await fixture.explain(agency))?.grade, { timeout: 60_000 }).toBe('B');
  await expect.poll(async () => (await enterprise())?.risk_class, { timeout: 60_000 }).not.toBe('C');
});

test('a repair takes the enterprise off the list, once, and never after a false promise', async () => {
  const agency = await fixture.agency();
  const id = await fixture.published(agency);
  const other = await fixture.agency();
  expect((await fixture.applyForRepair(other, id)).code).toBe(0);
  const [one, two] = await Promise.all([fixture.applyForRepair(agency, id), fixture.applyForRepair(agency, id)]);
  expect([one.code, two.code].toSorted(), `${one.msg} ${two.msg}`).toEqual([0, 1]);
  const repair = (one.code === 1 ? one : two).data.id;
  expect((await fixture.listing(id)).status).toBe('repair_pending');
  const decide = (move: string, input: object = { opinion: '失信行为已纠正，材料齐全' }) =>
    fixture.city.post<{ row: { decision_no: string } }>(`/admin/credit.repair/${move}`, { id: repair, ...input });
  expect(ok(await decide('grant')).row.decision_no).toContain('文旅信修字');
  expect((await fixture.listing(id)).status).toBe('repaired');
  ok(await decide('markFalse', { opinion: '承诺退还的费用未退还' }));
  expect((await fixture.listing(id)).status).toBe('published');
  expect(errorsOf(await fixture.applyForRepair(agency, id)).listing_id?.[0]).toContain('不实承诺');
  const serious = await fixture.published(other, { list: 'serious' });
  expect((await fixture.applyForRepair(other, serious)).code).toBe(0);
});

test('periods end by themselves, with the applications that wait', async () => {
  const agency = await fixture.agency();
  const id = await fixture.published(agency);
  const { id: repair } = ok(await fixture.applyForRepair(agency, id));
  ok(await fixture.enter(agency, { happened_on: '2020-01-05' }));
  await fixture.set(sql`update credit_listing set ends_on = ${addDays(today, -1)}::date where id = ${id}`);
  const { app } = fixture;
  await waitForSubscribers(app.db);
  const ended = await endListingsAndEvents(app.engine);
  expect(ended.listings).toBe(1);
  expect(await fixture.listing(id)).toMatchObject({ status: 'expired', removed_on: today });
  expect(await app.db.row(sql`select status from credit_repair where id = ${repair}`)).toEqual({ status: 'ended' });
  expect((await fixture.events(agency)).map(({ status }) => status)).toEqual(['expired']);
  await updateAllCreditScores(app.engine);
  await waitForSubscribers(app.db);
  expect(await fixture.explain(agency)).toMatchObject({ score: 750, grade: 'B', lists: [] });
  // nothing is left to do
  expect(await endListingsAndEvents(app.engine)).toEqual({ listings: 0, events: 0 });
  expect(await updateAllCreditScores(app.engine)).toEqual({ added: 0, changed: 0 });
});

test('a revocation drafts listings of the enterprise and of its legal representative, whose name is masked', async () => {
  const agency = await fixture.agency();
  const { app } = fixture;
  await fixture.set(
    sql`insert into enterprise_barred_person (name, enterprise_id, until, basis) values ('王一', ${agency.id}, '2031-01-01', '昆文旅罚字〔2026〕7号')`,
  );
  await fixture.set(sql`update enterprise set status = 'revoked' where id = ${agency.id}`);
  for (let turn = 0; turn < 2; turn++)
    await app.db.transaction(async (tx) => {
      await draftBlackListEntriesOfRevokedEnterprise.hearing.laterInBatches?.(
        [{ row_id: agency.id }] as never,
        { engine: app.engine, tx } as never,
      );
    });
  const drafts = await app.db.rows<{ id: number; subject: string; person_name: string | null; basis_no: string }>(
    sql`select id, subject, person_name, basis_no from credit_listing where enterprise_id = ${agency.id} order by id`,
  );
  expect(drafts).toMatchObject([
    { subject: 'enterprise', person_name: null, basis_no: '昆文旅罚字〔2026〕7号' },
    { subject: 'legal_representative', person_name: '王一' },
  ]);
  await fixture.set(
    sql`update credit_listing set status = 'published', starts_on = ${today}::date, ends_on = '2029-01-01', published_on = ${today}::date, no = 'XY209900001' where id = ${drafts[1]?.id ?? 0}`,
  );
  const [shown] = await fixture.publicListings(agency);
  expect(shown?.person_name).toBe('王*');
});

test('a formula is shown what it would change, which is what it then changes', async () => {
  const agency = await fixture.agency();
  ok(await fixture.enter(agency));
  await expect.poll(() => fixture.scoreOf(agency), { timeout: 60_000 }).toBe(630);
  const present = await fixture.app.db.row<{ id: number }>(
    sql`select id from credit_formula where status = 'published'`,
  );
  const admin = await fixture.app.client({ officer: 'admin' });
  const path = (action: string) => `/admin/credit.formula/${action}`;
  ok(await fixture.city.post(path('revise'), { id: present?.id }));
  const draft = await fixture.app.db.row<{ id: number; version: number }>(
    sql`select id, version from credit_formula where status = 'draft'`,
  );
  const id = draft?.id ?? 0;
  const read = async () =>
    ok(
      await fixture.city.get<{
        row: Record<string, unknown> & { rules: { kind: string; most: number; points: number }[]; version: number };
      }>(path('edit'), { id }),
    ).row;
  const form = await read();
  const rules = form.rules.map((rule) => (rule.kind === 'penalty' ? { ...rule, points: -300 } : rule));
  const edit = async (more: object) =>
    fixture.city.post(path('edit'), { ...form, ...more, version: (await read()).version });
  expect(errorsOf(await edit({ grade_b: 900 })).grade_b).toBeDefined();
  expect(errorsOf(await edit({ rules: rules.map((rule) => ({ ...rule, most: 1 })) })).rules).toBeDefined();
  ok(await edit({ rules, effective_from: today }));
  const preview = ok(await fixture.clerk.get<CreditFormulaPreview>(path('preview'), { id }));
  expect(preview.changes.find((one) => one.id === agency.id)).toMatchObject({
    from: 630,
    to: 450,
    from_grade: 'C',
    to_grade: 'D',
  });
  expect(preview.matrix.flat().reduce((sum, n) => sum + n, 0)).toBe(preview.enterprises);
  expect(await fixture.scoreOf(agency)).toBe(630);
  expect(ok(await fixture.elsewhere.get<CreditFormulaPreview>(path('preview'), { id })).changes).toEqual([]);
  ok(await admin.post(path('review'), { id }));
  ok(await admin.post(path('publish'), { id }));
  await expect.poll(() => fixture.scoreOf(agency), { timeout: 60_000 }).toBe(450);
  expect((await fixture.events(agency))[0]).toMatchObject({ points: -300 });
  const now = await fixture.explain(agency);
  expect(now).toMatchObject({ formula: { id, revision: 2 } });
  expect((await calculated(agency)).score).toBe(now?.score);
});

test.each(['credit', 'risk'] as const)('all %s scores are computed while one of them is being added', async (name) => {
  const { db, engine, platform } = fixture.app;
  const { id } = await fixture.agency();
  await waitForSubscribers(db);
  const table = sql.id(`${name}_score`);
  await withoutWatch(db, (tx) => tx.query(sql`delete from ${table} where enterprise_id = ${id}`));
  const contributors = platform.modules.flatMap(({ riskContributors = [] }) => riskContributors);
  let computed: Promise<{ readonly added: number }> | undefined;
  await withoutWatch(db, async (tx) => {
    await lockKeysInOrder(tx, `${name} scores`, [id]);
    await tx.query(sql`insert into ${table} (enterprise_id, name, ent_type, area_code)
      select id, name, ent_type, area_code from enterprise where id = ${id}`);
    computed = name === 'credit' ? updateAllCreditScores(engine) : updateAllScores(engine, contributors);
    computed.catch(() => undefined); // awaited below
    await untilStatementsWaitForLocks(db, 1);
  });
  await expect(computed).resolves.toMatchObject({ added: 0 });
});

test('every move of listings, events and repairs in every state is open to exactly those it is declared for', async () => {
  const agency = await fixture.agency();
  const other = await fixture.agency();
  const movers = {
    officer: { client: fixture.city, side: 'admin' },
    elsewhere: { client: fixture.elsewhere, side: 'admin', foreign: true },
    owner: { client: agency.owner, side: 'api', role: 'owner' },
    viewer: { client: await fixture.viewer(agency), side: 'api', role: 'viewer' },
    stranger: { client: other.owner, side: 'api', role: 'owner', foreign: true },
  } as const;
  const { db } = fixture.app;
  const key = async (query: ReturnType<typeof sql>) => (await db.row<{ id: number }>(query))?.id ?? 0;
  const opinion = '事实清楚、证据充分，同意办理';
  const reason = '经核实不符合列入条件';
  const listingId = ok(await fixture.addListing(agency)).id;
  const placeListing = async (state: string, move: string) => {
    await fixture.set(sql`update credit_listing set status = ${state}, recipient_id = case when ${state} = 'draft' then null else enterprise_id end,
      heard = ${move !== 'waive'}, ends_on = '2029-01-01', starts_on = ${today}::date where id = ${listingId}`);
    return listingId;
  };
  const inputs = {
    state: { statement: '请求从轻处理并给予整改时间' },
    decide: { opinion },
    drop: { reason },
    remove: { document_no: '云行复〔2026〕1号', reason },
  };
  // whoever drafted it is not among those who try
  await proveMoves(creditListing, { movers, inputs, place: placeListing });
  const eventId = ok(await fixture.enter(agency)).id;
  await proveMoves(creditEvent, {
    movers,
    inputs: {
      object: { objection: '该处罚决定已被行政复议撤销' },
      uphold: { decision: opinion },
      dismiss: { decision: opinion },
      withdraw: { decision: opinion },
    },
    async place(state) {
      await fixture.set(sql`update credit_event set status = ${state}, objection = null where id = ${eventId}`);
      return eventId;
    },
  });
  const commitment = await agency.paper();
  await placeListing('published', '');
  await fixture.set(
    sql`insert into credit_repair (no, listing_id, statement, commitment, evidence, training) values ('XF209900001', ${listingId}, '已纠正', ${commitment}, '{}', '8学时')`,
  );
  const repairId = await key(sql`select id from credit_repair where no = 'XF209900001'`);
  await proveMoves(creditRepair, {
    movers,
    inputs: { grant: { opinion }, refuse: { opinion }, markFalse: { opinion } },
    async place(state, move) {
      await placeListing(move === 'markFalse' ? 'repaired' : 'repair_pending', '');
      await fixture.set(sql`update credit_repair set status = ${state} where id = ${repairId}`);
      return repairId;
    },
  });
});
