import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { guideForm } from '#modules/crew/test/firm.ts';
import { sql } from '#server/db/sql.ts';
import { waitForSubscribers } from '../../../test/support/wait-for-subscribers.ts';
import type { OwnCreditOfGuide } from '../contract/own-credit-of-guide-answer-types.ts';
import type { CreditScoreExplanation } from '../contract/score-explanation-and-formula-preview-answers.ts';
import { endListingsAndEvents, updateAllCreditScores } from '../server/update-credit-scores.ts';
import { CreditFixture, errorsOf, ok } from './credit-fixture.ts';

let fixture: CreditFixture;
const today = shanghaiToday();
const wait = { timeout: 60_000 };

beforeAll(async () => {
  fixture = await CreditFixture.start();
});
afterAll(() => fixture.app.close());

/** A guide of no agency, whose card officers entered. */
const openGuide = async (): Promise<{ id: number; card_no: string; name: string }> => {
  const form = guideForm({ area_code: '530102', association: '昆明市导游协会', photo: '' });
  const { id } = ok(await fixture.city.post<{ id: number }>('/admin/crew.guide/add', form));
  return { id, card_no: String(form.card_no), name: String(form.name) };
};
const explain = async (guide_id: number, client = fixture.city) =>
  ok(await client.get<CreditScoreExplanation | null>('/admin/credit.guideScore/explain', { guide_id }));
const enter = (guide_id: number, more: object = {}) =>
  fixture.clerk.post<{ id: number }>('/admin/credit.guideEvent/add', {
    guide_id,
    kind: 'commendation',
    facts: '全省优秀导游',
    document_no: '滇文旅〔2026〕3号',
    happened_on: addDays(today, -30),
    ...more,
  });

test('a suspended card counts by the formula of enterprises, is explained, and is withdrawn with an upheld objection', async () => {
  const { id } = await openGuide();
  await expect.poll(async () => (await explain(id))?.score, wait).toBe(750);
  const decision = { document_no: '盘文旅罚字〔2026〕31号', reason: '擅自变更行程，情节严重' };
  ok(await fixture.city.post('/admin/crew.guide/suspend', { id, suspended_until: addDays(today, 120), ...decision }));
  await expect.poll(async () => (await explain(id))?.score, wait).toBe(630);
  const explained = await explain(id);
  expect(explained).toMatchObject({ grade: 'C', kinds: [{ kind: 'penalty', points: -120 }] });
  const event = explained?.kinds[0]?.events[0];
  expect(event?.title).toBe('暂扣导游证（盘文旅罚字〔2026〕31号）');
  expect(await explain(id, fixture.elsewhere)).toBeNull();
  const make = (move: string, input: object) =>
    fixture.clerk.post(`/admin/credit.guideEvent/${move}`, { id: event?.id, ...input });
  ok(await make('object', { objection: '该处罚决定已被行政复议撤销，请核实' }));
  expect((await explain(id))?.kinds[0]?.events[0]).toMatchObject({ objected: true, points: -120 });
  ok(await make('uphold', { decision: '复议机关已撤销原决定' }));
  await expect.poll(async () => (await explain(id))?.score, wait).toBe(750);
});

test('what officers enter needs a document; other kinds are not for guides', async () => {
  const { id } = await openGuide();
  expect(errorsOf(await enter(id, { document_no: '' })).document_no).toBeDefined();
  expect(errorsOf(await enter(id, { kind: 'complaint' })).kind).toBeDefined();
  expect(errorsOf(await enter(id, { happened_on: addDays(today, 1) })).happened_on).toBeDefined();
  ok(await enter(id));
  await expect.poll(async () => (await explain(id))?.score, wait).toBe(790);
});

test('a listed guide is heard, found by the number of the card, and comes off the list with the period', async () => {
  const { app } = fixture;
  const guide = await openGuide();
  await expect.poll(async () => (await explain(guide.id))?.grade, wait).toBe('B');
  const listed = { subject: 'guide', enterprise_id: null, guide_id: guide.id, measures: ['barred'] };
  expect(errorsOf(await fixture.addListing({ id: 0 }, { ...listed, guide_id: null })).guide_id).toBeDefined();
  const { id } = ok(await fixture.addListing({ id: 0 }, listed));
  const again = ok(await fixture.addListing({ id: 0 }, listed));
  expect(ok(await fixture.moveListing(id, 'notify', {}, fixture.clerk)).row.notice_no).toContain('文旅信告字');
  expect(errorsOf(await fixture.moveListing(again.id, 'notify', {}, fixture.clerk)).guide_id).toBeDefined();
  // the decision waits for the statement, which an officer enters
  const opinion = { opinion: '事实清楚、证据充分，予以列入' };
  expect((await fixture.moveListing(id, 'decide', opinion)).code).toBe(0);
  ok(await fixture.moveListing(id, 'state', { statement: '本人承认擅自变更行程，已退还费用。' }, fixture.clerk));
  ok(await fixture.moveListing(id, 'decide', opinion));
  ok(await fixture.moveListing(id, 'publish'));
  await expect.poll(async () => (await explain(guide.id))?.grade, wait).toBe('D');
  const search = [{ field: 'card_no', operator: '=', val: guide.card_no }];
  const found = ok(
    await fixture.anybody.get<{ list: Record<string, unknown>[] }>('/api/credit.listing/published', { search }),
  );
  expect(found.list).toMatchObject([{ subject: 'guide', name: '昆明市导游协会', card_no: guide.card_no }]);
  expect(String(found.list[0]?.person_name)).toMatch(/^.\*+$/);

  await fixture.set(sql`update credit_listing set ends_on = ${addDays(today, -1)}::date where id = ${id}`);
  await waitForSubscribers(app.db);
  expect((await endListingsAndEvents(app.engine)).listings).toBe(1);
  await waitForSubscribers(app.db);
  const messages = await app.db.rows<{ template_code: string; content: string }>(
    sql`select template_code, content from message_sms where resource = 'credit/listing' and row_id = ${id} order by id`,
  );
  expect(messages.map((one) => one.template_code)).toEqual([
    'credit_listing_intended',
    'credit_listing_decided',
    'credit_listing_ended',
  ]);
  expect(messages[2]?.content).toContain(guide.name);
  await expect.poll(async () => (await explain(guide.id))?.grade, wait).toBe('B');
});

test('the nightly computation adds what is missing, and ends the scores of those who no longer guide', async () => {
  const { app } = fixture;
  const { id } = await openGuide();
  await expect.poll(async () => (await explain(id))?.score, wait).toBe(750);
  await fixture.set(sql`delete from credit_guide_score where guide_id = ${id}`);
  await updateAllCreditScores(app.engine);
  expect(await explain(id)).toMatchObject({ score: 750, grade: 'B', lists: [] });
  ok(await fixture.city.post('/admin/crew.guide/cancel', { id, reason: '本人申请注销导游证' }));
  await waitForSubscribers(app.db);
  const ended = () => app.db.row(sql`select status from credit_guide_score where guide_id = ${id}`);
  await expect.poll(ended, wait).toEqual({ status: 'ended' });
  expect(await updateAllCreditScores(app.engine)).toEqual({ added: 0, changed: 0 });
});

test('a guide reads their own credit, states their case and objects with their account, and touches nothing of others', async () => {
  const { app } = fixture;
  const [own, others] = [await openGuide(), await openGuide()];
  const account = await app.member('credit_guide');
  await fixture.set(sql`update crew_guide set user_id = ${account.id} where id = ${own.id}`);
  const guide = await app.client({ member: 'credit_guide' });
  const nobody = await app.client({ member: 'credit_tourist' });
  await expect.poll(async () => (await explain(own.id))?.score, wait).toBe(750);
  const read = async (who = guide) => ok(await who.get<OwnCreditOfGuide>('/api/credit.own/read'));
  const say = (call: string, input: object, who = guide) => who.post(`/api/credit.own/${call}`, input);
  expect(await read()).toMatchObject({
    guide: { card_no: own.card_no },
    score: { score: 750 },
    events: [],
    listings: [],
  });
  expect(await read(nobody)).toEqual({ guide: null, score: null, events: [], listings: [] });

  // the menu has the screen for guides only
  const menuOf = async (who: typeof guide) => JSON.stringify(ok(await who.get('/api/user/index')));
  expect(await menuOf(guide)).toContain('"credit/own"');
  expect(await menuOf(nobody)).not.toContain('"credit/own"');

  const events = [
    ok(await enter(own.id, { kind: 'penalty', facts: '未佩戴导游证' })),
    ok(await enter(others.id)),
  ] as const;
  const [event] = (await read()).events;
  expect(event).toMatchObject({ id: events[0].id, kind: 'penalty', title: '未佩戴导游证', objectable: true });
  const objection = { objection: '当日佩戴了导游证，有带团照片为证' };
  expect(errorsOf(await say('object', { id: events[0].id, objection: '短' })).objection).toBeDefined();
  for (const [who, id] of [
    [guide, events[1].id],
    [nobody, events[0].id],
    [guide, 999_999],
  ] as const)
    expect((await say('object', { id, ...objection }, who)).code).toBe(0);
  // nor are files of others attached
  const foreign = { ...objection, objection_files: [await (await fixture.agency()).paper()] };
  expect(errorsOf(await say('object', { id: events[0].id, ...foreign })).objection_files).toBeDefined();
  ok(await say('object', { id: events[0].id, ...objection }));
  expect((await say('object', { id: events[0].id, ...objection })).code).toBe(0);
  expect((await read()).events[0]).toMatchObject({ status: 'objected', objectable: false, ...objection });
  ok(await fixture.clerk.post('/admin/credit.guideEvent/uphold', { id: events[0].id, decision: '经核实佩戴了导游证' }));
  expect((await read()).events[0]).toMatchObject({ status: 'withdrawn', decision: '经核实佩戴了导游证' });

  const listed = { subject: 'guide', enterprise_id: null, guide_id: own.id, measures: ['barred'] };
  const { id } = ok(await fixture.addListing({ id: 0 }, listed));
  const draft = { id, statement: '本人不认可该事实，请复核当日记录。' };
  expect((await read()).listings).toEqual([]);
  expect((await say('state', draft)).code).toBe(0);
  ok(await fixture.moveListing(id, 'notify', {}, fixture.clerk));
  expect((await read()).listings).toMatchObject([
    { id, status: 'noticed', awaits_statement: true, measures: ['barred'] },
  ]);
  expect((await say('state', draft, nobody)).code).toBe(0);
  ok(await say('state', draft));
  expect((await say('waive', { id })).code).toBe(0);
  expect((await read()).listings[0]).toMatchObject({
    status: 'defence',
    statement: draft.statement,
    awaits_statement: false,
  });
  const told = await app.db.rows<{ template_code: string; opens: string }>(
    sql`select template_code, opens from message_notice where user_id = ${account.id} order by id`,
  );
  expect(told).toEqual([
    { template_code: 'credit_objection_decided', opens: 'credit/own' },
    { template_code: 'credit_listing_intended', opens: 'credit/own' },
  ]);
  const sent = await app.db.rows<{ template_code: string }>(
    sql`select template_code from message_sms where resource like 'credit/%' and row_id in (${id}, ${events[0].id}) order by id`,
  );
  expect(sent.map((one) => one.template_code)).toEqual(told.map((one) => one.template_code));
});
