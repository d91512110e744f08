import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DrawRecord } from '#kernel/random-draw/draw-record-types.ts';
import { verifyDraw } from '#kernel/random-draw/verify-draw.ts';
import { addDemoPublishedDraw } from '#modules/demo/server/load/add-demo-published-draw.ts';
import { addDemoPublishedExpertDraw } from '#modules/demo/server/load/add-demo-published-expert-draw.ts';
import { loadDemoEnterprisesAndAddAllOtherDemoData } from '#modules/demo/server/load-demo-enterprises-and-add-all-other-demo-data.ts';
import { sql } from '#server/db/sql.ts';
import { sm3 } from '#server/write/statement/store-evidence-chain-entries.ts';
import { startApp, type TestApp } from '../../../test/support/test-engine.ts';

let on: TestApp;
const areaCode = '530100';
beforeAll(async () => {
  on = await startApp();
  await loadDemoEnterprisesAndAddAllOtherDemoData(on.engine, { areaCode, count: 600, seed: 7 });
}, 120_000);
afterAll(() => on.close());

const published = () =>
  on.db.rows<{ no: string; plan: string }>(
    sql`select d.no, p.status as plan from enforcement_draw d join enforcement_plan p on p.id = d.plan_id where d.status = 'published'`,
  );

test('one draw is published, and anybody can compute it again', async () => {
  const [one, ...others] = await published();
  expect(others).toEqual([]);
  expect(one).toMatchObject({ no: expect.stringMatching(/^SSJ\d{8}$/), plan: 'running' });
  const answer = await (await on.client('nobody')).get('/api/enforcement.draw/record', { no: one?.no });
  const record = JSON.parse(answer.text) as DrawRecord;
  const steps = [...verifyDraw(sm3, record)];
  expect(steps.filter(({ passed }) => !passed)).toEqual([]);
  expect(record.results).toHaveLength(record.commitment.count);
  expect(record.results.every(({ officers }) => officers.length === 2)).toBe(true);
});

test('its enterprises are checked, each a step further than the one before', async () => {
  const states = await on.db.rows<{ status: string }>(sql`select status from enforcement_check order by id`);
  expect(states.map(({ status }) => status)).toEqual([
    'draft',
    'pending_approval',
    'approved',
    'notified',
    'accepted',
    'recording',
    'submitted',
    'reviewed',
    'closed',
  ]);
});

test('so is one draw of experts, and those drawn were engaged', async () => {
  const drawn = await on.db.rows<{ no: string }>(
    sql`select no from enforcement_expert_draw where status = 'published'`,
  );
  expect(drawn).toHaveLength(1);
  const answer = await (await on.client('nobody')).get('/api/enforcement.draw/record', { no: drawn[0]?.no });
  const record = JSON.parse(answer.text) as DrawRecord;
  expect([...verifyDraw(sm3, record)].filter(({ passed }) => !passed)).toEqual([]);
  const engaged = await on.db.rows(
    sql`select expert_id from library_expert_service where matter like '%' || ${drawn[0]?.no ?? ''} || '%'`,
  );
  expect(engaged).toHaveLength(record.results.length);
});

test('a second run adds none', async () => {
  await addDemoPublishedDraw(on.engine, areaCode);
  await addDemoPublishedExpertDraw(on.engine, areaCode);
  expect(await on.db.rows(sql`select id from enforcement_expert_draw`)).toHaveLength(1);
  expect(await published()).toHaveLength(1);
});
