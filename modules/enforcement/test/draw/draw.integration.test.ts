import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyChain } from '#kernel/evidence-chain/verify-chain.ts';
import type { DrawRecord } from '#kernel/random-draw/draw-record-types.ts';
import { verifyDraw } from '#kernel/random-draw/verify-draw.ts';
import { sql } from '#server/db/sql.ts';
import { readEvidenceChain } from '#server/history/read-evidence-chain.ts';
import type {
  DrawCeremonyAnswer,
  DrawListsAnswer,
  DrawnLines,
  PublicDrawCommitment,
} from '../../contract/draw/draw-call-answer-types.ts';
import { draw } from '../../contract/draw/random-inspection-draw.ts';
import { county, DrawFixture, errorsOf, neighbour, ok } from './draw-fixture.ts';

/** The life of a draw: lists, commitment, seeds, draw, record. Bad luck is in `draw-refusals.integration.test.ts`. */
let on: DrawFixture;
beforeAll(async () => {
  on = await DrawFixture.start();
}, 120_000);
afterAll(() => on.app.close());

const sm3 = (bytes: Uint8Array) => createHash('sm3').update(bytes).digest();
const recordOf = async (no: string): Promise<DrawRecord> =>
  JSON.parse((await on.nobody.get('/api/enforcement.draw/record', { no })).text) as DrawRecord;

test('a draw goes from frozen lists to a record that anybody verifies', async () => {
  const rated = await on.enterprises(12, { type: 'homestay' });
  await on.enterprises(3, { type: 'homestay', risk: 'D' });
  await on.enterprises(4, { type: 'homestay', area: neighbour });
  const officers = await on.officers(4);
  const plan = await on.plan({ types: ['homestay'] });
  const id = await on.draft(plan);

  const before = ok(await on.city.get<DrawListsAnswer>('/admin/enforcement.draw/lists', { id }));
  expect([before.frozen, before.objects, before.tickets, before.officers.length, before.gaps]).toEqual([
    false,
    15,
    12 * 2 + 3 * 8,
    4,
    [],
  ]);
  ok(await on.move(id, 'prepare'));
  const frozen = ok(await on.city.get<DrawListsAnswer>('/admin/enforcement.draw/lists', { id }));
  expect(frozen).toEqual({ ...before, frozen: true });
  // what happens to an enterprise now changes nothing
  await on.app.db.query(sql`update enterprise set status = 'cancelled' where id = ${rated[0] ?? 0}`);
  ok(await on.move(id, 'commit'));
  const no = await on.number(id);
  expect(no).toMatch(/^SSJ\d{4}0001$/);
  const { commitment } = ok(await on.nobody.get<PublicDrawCommitment>('/api/enforcement.draw/commitment', { no }));
  expect(commitment).toMatchObject({ object_count: 15, officer_count: 4, witnesses: ['驻局纪检组', '企业代表'] });
  expect((await on.nobody.get('/api/enforcement.draw/record', { no })).data).toMatchObject({ reason: 'not_published' });

  await on.enterAll(id, ['一号见证人的种子', 'second seed']);
  const seen = ok(await on.city.get<DrawCeremonyAnswer>('/admin/enforcement.draw/ceremony', { id }));
  expect(seen.witnesses.every(({ entered_at }) => entered_at !== null)).toBe(true);
  await on.wait(id);
  ok(await on.move(id, 'open'));
  expect((await on.nobody.get('/api/enforcement.draw/record', { no })).data).toMatchObject({ reason: 'not_published' });
  ok(await on.move(id, 'publish'));

  const record = await recordOf(no);
  const verified = [...verifyDraw(sm3, record)];
  expect(verified.filter(({ passed }) => !passed)).toEqual([]);
  expect(record.commitment.object_root).toBe(commitment.object_root);
  const shown = ok(await on.city.get<DrawCeremonyAnswer>('/admin/enforcement.draw/ceremony', { id }));
  expect(verified.find(({ check }) => check === 'commitment')?.computed).toBe(shown.commitment_hash);
  // whoever is in the hall types this address into a phone
  expect(shown.verify_address).toMatch(/^https?:\/\/[^/]+\/verify\/draw\//);
  expect(record.seeds.witnesses).toEqual(['一号见证人的种子', 'second seed']);
  expect(record.results).toHaveLength(5);
  expect(record.results.every((one) => one.officers.length === 2)).toBe(true);
  expect(record.officers.map((one) => one.id).sort()).toEqual(officers.map((one) => `library/officer:${one}`).sort());
  // ids only
  expect(JSON.stringify(record)).not.toMatch(/抽取企业|执法\d|13888001234/);

  const lines = ok(await on.city.get<DrawnLines>('/admin/enforcement.draw/results', { id }));
  expect(lines.list.map((one) => `enterprise/enterprise:${one.enterprise_id}`)).toEqual(
    record.results.map((one) => one.object),
  );
  expect((await on.app.db.row(sql`select status from enforcement_plan where id = ${plan}`))?.status).toBe('running');
});

test('the chain of a draw holds its commitment, who entered a seed, and the result', async () => {
  await on.enterprises(6);
  await on.officers(3);
  const id = await on.drawn(await on.plan());
  const entries = await readEvidenceChain(on.app.db, `${draw.name}:${id}`);
  expect(entries.map(({ event }) => event.slice(event.indexOf('.') + 1))).toEqual([
    'prepared',
    'committed',
    'code_issued',
    'seed_entered',
    'code_issued',
    'seed_entered',
    'drawn',
  ]);
  const facts = entries.map(({ payload }) => JSON.parse(payload ?? '{}') as { facts?: Record<string, unknown> });
  expect(facts[1]?.facts).toMatchObject({ count: 5, server_seed_hash: expect.stringMatching(/^[\da-f]{64}$/) });
  expect(facts[0]?.facts?.object_root).toBe(facts[1]?.facts?.object_root);
  expect(facts[6]?.facts).toMatchObject({ result_hash: expect.stringMatching(/^[\da-f]{64}$/) });
  expect(verifyChain(sm3, entries)).toMatchObject({ state: 'intact' });
});

test('crossed pairs take the second officer from elsewhere', async () => {
  await on.enterprises(6, { type: 'internet_cafe' });
  await on.officers(2, { domains: ['internet_cafe'] });
  await on.officers(2, { domains: ['internet_cafe'], area: neighbour });
  const id = await on.drawn(await on.plan({ types: ['internet_cafe'] }), { pairing: 'crossed' });
  ok(await on.move(id, 'publish'));
  const record = await recordOf(await on.number(id));
  const areaOf = new Map(record.officers.map((one) => [one.id, one.area]));
  for (const { officers } of record.results)
    expect(officers.map((one) => areaOf.get(one))).toEqual([county, neighbour]);
});

test('seeds are in no answer, log or history before the draw', async () => {
  await on.enterprises(6, { type: 'scenic' });
  await on.officers(2, { domains: ['scenic'] });
  const id = await on.committed(await on.plan({ types: ['scenic'] }));
  await on.enterAll(id, ['secret-of-the-first', 'secret-of-the-second']);
  const everywhere = await on.app.db.row<{ found: boolean }>(sql`
    select exists (select from history h where h::text like '%secret-of-the%')
      or exists (select from auth_admin_log l where l::text like '%secret-of-the%')
      or exists (select from event e where e::text like '%secret-of-the%')
      or exists (select from chain_entry c where c::text like '%secret-of-the%')
      or exists (select from enforcement_draw_seed s where s::text like '%secret-of-the%') as found`);
  expect(everywhere?.found).toBe(false);
  for (const path of ['ceremony', 'lists', 'edit'])
    expect((await on.admin.get(`/admin/enforcement.draw/${path}`, { id })).text).not.toContain('secret-of-the');
});

test('a void draw stays public with its reason, and is repeated by another one that says so', async () => {
  await on.enterprises(6, { type: 'film' });
  await on.officers(2, { domains: ['film'] });
  const plan = await on.plan({ types: ['film'] });
  const first = await on.drawn(plan);
  const reason = { void_reason: '见证人身份有误，重新抽取' };
  ok(await on.move(first, 'void', { ...reason, step: 'request' }));
  expect((await on.move(first, 'void', { step: 'approve' })).code).toBe(0);
  ok(await on.move(first, 'void', { step: 'approve' }, on.admin));
  const no = await on.number(first);
  expect(ok(await on.nobody.get<PublicDrawCommitment>('/api/enforcement.draw/commitment', { no }))).toMatchObject({
    status: 'void',
    ...reason,
  });
  expect((await recordOf(no)).results).toHaveLength(5);
  const open = await on.nobody.get<{ list: { no: string; void_reason: string | null }[] }>(
    '/api/enforcement.draw/published',
  );
  expect(ok(open).list.find((one) => one.no === no)).toMatchObject(reason);

  const again = {
    plan_id: plan,
    name: '再次抽取',
    count: 5,
    pairing: 'local',
    draw_at: Math.floor(Date.now() / 1000) + 900,
  };
  const silent = ok(await on.city.post<{ id: number }>('/admin/enforcement.draw/add', again));
  expect(errorsOf(await on.move(silent.id, 'prepare')).redraw_of).toEqual([
    '本计划有已作废的抽取，重新抽取须注明是哪一次',
  ]);
  const second = await on.drawn(plan, { redraw_of: first });
  expect(second).not.toBe(first);
  expect(errorsOf(await on.city.post('/admin/enforcement.draw/add', { ...again, redraw_of: first })).redraw_of).toEqual(
    ['该次抽取已重新抽取过'],
  );
});
