import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DrawRecord } from '#kernel/random-draw/draw-record-types.ts';
import { verifyDraw } from '#kernel/random-draw/verify-draw.ts';
import { addDays } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import { readEvidenceChain } from '#server/history/read-evidence-chain.ts';
import type { Client, WireAnswer } from '../../../../test/support/test-engine.ts';
import type {
  DrawCeremonyAnswer,
  PublicDrawCommitment,
  WitnessInvitation,
} from '../../contract/draw/draw-call-answer-types.ts';
import type { ExpertsOfDrawAnswer } from '../../contract/expert-draw/experts-of-draw-answer-types.ts';
import { county, DrawFixture, errorsOf, neighbour, ok, today } from '../draw/draw-fixture.ts';

/** Draws of experts: the protocol of other draws, without officers. */
let on: DrawFixture;
let officer: Client;
beforeAll(async () => {
  on = await DrawFixture.start();
  officer = await on.app.client({ officer: 'county1' });
}, 120_000);
afterAll(() => on.app.close());

const sm3 = (bytes: Uint8Array) => createHash('sm3').update(bytes).digest();

let serial = 0;
/** Engaged experts. */
async function experts(
  n: number,
  { field = 'law', area = county, until = addDays(today, 300) } = {},
): Promise<number[]> {
  serial += 1;
  const rows = await on.app.db.rows<{ id: number }>(sql`
    insert into library_expert (name, mobile, unit, title, area_code, fields, valid_to, status)
    select '专家' || ${serial}::int || '-' || n, '13888004321', '大学', '教授', ${area}, array[${field}::text], ${until}::date, 'engaged'
    from generate_series(1, ${n}) n returning id`);
  return rows.map(({ id }) => id);
}

const move = (id: number, name: string, input: object = {}, who = officer): Promise<WireAnswer> =>
  who.post(`/admin/enforcement.expertDraw/${name}`, { id, ...input });

async function draft(more: object = {}): Promise<number> {
  const form = {
    matter: '评查案件的法律意见',
    expert_field: 'law',
    count: 3,
    area_code: county,
    draw_at: Math.floor(Date.now() / 1000) + 900,
    witnesses: [{ name: '驻局纪检组' }, { name: '企业代表' }],
    ...more,
  };
  return ok(await officer.post<{ id: number }>('/admin/enforcement.expertDraw/add', form)).id;
}

const standing = async (id: number) =>
  ok(await officer.get<ExpertsOfDrawAnswer>('/admin/enforcement.expertDraw/standing', { id }));

const hall = async (id: number) =>
  ok(await officer.get<DrawCeremonyAnswer>('/admin/enforcement.expertDraw/ceremony', { id }));

/** The code of a witness, shown by one of two officers. */
async function code(id: number, witness: number): Promise<string> {
  const path = '/admin/enforcement.expertDraw/witnessCode';
  const who = (await hall(id)).witnesses[0]?.id === witness ? officer : on.admin;
  const { address } = ok(await who.post<{ address: string }>(path, { id, witness }));
  return address.slice(address.indexOf('#') + 1);
}

async function committed(more: object = {}): Promise<number> {
  const id = await draft(more);
  ok(await move(id, 'prepare'));
  ok(await move(id, 'commit'));
  return id;
}

async function drawn(more: object = {}): Promise<number> {
  const id = await committed(more);
  for (const { id: witness } of (await hall(id)).witnesses)
    ok(await on.enter(await code(id, witness), `seed of ${witness}`));
  await on.app.db.query(sql`update enforcement_expert_draw set draw_at = draw_at - interval '16 minutes',
    committed_at = committed_at - interval '16 minutes' where id = ${id}`);
  ok(await move(id, 'open'));
  return id;
}

const recordOf = async (no: string) =>
  JSON.parse((await on.nobody.get('/api/enforcement.draw/record', { no })).text) as DrawRecord;

test('experts without a conflict are drawn, engaged, and published as a record that anybody verifies', async () => {
  const [enterprise = 0] = await on.enterprises(1);
  const able = [...(await experts(4)), ...(await experts(2, { area: '530100' }))];
  // in conflict with the enterprise, with its legal representative, and with a person whom the matter concerns
  const [partial = 0, relative = 0, friend = 0] = await experts(3);
  await on.app.db.query(sql`insert into library_expert_conflict (expert_id, enterprise_id, person, reason)
    values (${partial}, ${enterprise}, null, '顾问'), (${relative}, null, '甲', '亲属'), (${friend}, null, '李四', '同学')`);
  await experts(2, { area: neighbour });
  await experts(2, { field: 'fire' });
  await experts(2, { until: addDays(today, -1) });
  const about = { enterprise_id: enterprise, persons: '张三、李四' };
  expect((await standing(await draft(about))).excluded).toBe(3);
  const id = await drawn(about);
  const { experts: shown } = await standing(id);
  const { no, witnesses } = await hall(id);
  expect(no).toMatch(/^ZJC\d{4}0001$/);
  expect(witnesses.every(({ entered_at }) => entered_at !== null)).toBe(true);
  expect(shown.map((one) => one.id).toSorted((a, b) => a - b)).toEqual(able);
  const chosen = shown.filter(({ position }) => position !== null);
  expect(chosen.map(({ position }) => position)).toEqual([1, 2, 3]);
  expect((await on.nobody.get('/api/enforcement.draw/record', { no })).data).toMatchObject({ reason: 'not_published' });
  ok(await move(id, 'publish'));

  const record = await recordOf(no ?? '');
  expect([...verifyDraw(sm3, record)].filter(({ passed }) => !passed)).toEqual([]);
  expect(record.commitment).toMatchObject({ pairing: 'none', officer_count: 0, object_count: 6, count: 3 });
  expect(record.results).toEqual(chosen.map((one) => ({ object: `library/expert:${one.id}`, officers: [] })));
  expect(JSON.stringify(record)).not.toMatch(/专家|13888004321|抽取企业|enterprise|李四/);

  const used = await on.app.db.rows<{ expert_id: number; matter: string; fee: number | null }>(
    sql`select expert_id, matter, fee from library_expert_service order by id`,
  );
  expect(used).toEqual(
    chosen.map((one) => ({ expert_id: one.id, matter: `评查案件的法律意见（${no ?? ''}）`, fee: null })),
  );
  const [first] = chosen;
  const expert = ok(
    await on.city.get<{ row: { times_used: number } }>('/admin/library.expert/edit', { id: first?.id }),
  );
  expect(expert.row.times_used).toBe(1);
  expect((await move(id, 'void', { void_reason: '抽取结果有误', step: 'request' })).code).toBe(0);
  const events = await readEvidenceChain(on.app.db, `enforcement/expertDraw:${id}`);
  expect(events.map(({ event }) => event.slice(event.indexOf('.') + 1))).toEqual([
    'prepared',
    'committed',
    'code_issued',
    'seed_entered',
    'code_issued',
    'seed_entered',
    'drawn',
    'published',
  ]);
});

test('a witness opens the same page, and the public list does not name the enterprise', async () => {
  const [enterprise = 0] = await on.enterprises(1);
  await experts(2, { field: 'price' });
  const id = await committed({ expert_field: 'price', count: 2, enterprise_id: enterprise });
  const [witness] = (await hall(id)).witnesses;
  const key = await code(id, witness?.id ?? 0);
  const invited = ok(await on.nobody.post<WitnessInvitation>('/api/enforcement.draw/witness', { code: key }));
  expect(invited).toMatchObject({ kind: 'expert', count: 2, object_count: 2, officer_count: null, officer_root: null });
  ok(await on.enter(key, 'one seed only'));
  expect((await on.enter(key, 'another seed')).code).toBe(0);
  const { commitment } = ok(
    await on.nobody.get<PublicDrawCommitment>('/api/enforcement.draw/commitment', { no: invited.no }),
  );
  expect(commitment).toMatchObject({ pairing: 'none', object_root: invited.object_root });
  const open = await on.nobody.get<{ list: object[] }>('/api/enforcement.expertDraw/published');
  expect(ok(open).list.find((one) => 'no' in one && one.no === invited.no)).toMatchObject({ object_count: 2 });
  expect(open.text).not.toContain('enterprise_id');
});

test('refusals: too few experts or witnesses, too early, a seed missing, a list changed', async () => {
  await experts(2, { field: 'relic' });
  const few = await draft({ expert_field: 'relic', witnesses: [{ name: '一人' }] });
  expect(errorsOf(await move(few, 'prepare'))).toEqual({
    witnesses: ['至少两名见证人'],
    count: ['要抽取 3 人，名单上只有 2 人'],
  });
  const soon = await draft({ expert_field: 'relic', count: 1, draw_at: Math.floor(Date.now() / 1000) + 300 });
  ok(await move(soon, 'prepare'));
  expect(errorsOf(await move(soon, 'commit')).draw_at?.[0]).toContain('十分钟');
  const id = await committed({ expert_field: 'relic', count: 1 });
  await on.app.db.query(sql`update enforcement_expert_draw set draw_at = now() - interval '1 second' where id = ${id}`);
  expect(errorsOf(await move(id, 'open')).witnesses).toEqual(['尚未输入种子：驻局纪检组、企业代表']);
  for (const { id: witness } of (await hall(id)).witnesses) ok(await on.enter(await code(id, witness), 'a seed'));
  await on.app.db.query(sql`update enforcement_expert_draw_object set area = '530000' where draw_id = ${id}`);
  expect(errorsOf(await move(id, 'open')).object_root?.[0]).toContain('专家名单与公布的承诺不符');
});

test('a draw that repeats a void one says so, once, and warns of a term that ended since', async () => {
  const field = 'finance';
  const listed = await experts(3, { field });
  const one = await committed({ expert_field: field, count: 1 });
  ok(await move(one, 'void', { void_reason: '见证人未到场', step: 'request' }));
  ok(await move(one, 'void', { step: 'approve' }, on.admin));
  const again = await draft({ expert_field: field, count: 1 });
  expect(errorsOf(await move(again, 'prepare')).redraw_of).toHaveLength(1);
  const elsewhere = { expert_field: 'law', redraw_of: one };
  expect(
    errorsOf(await officer.post('/admin/enforcement.expertDraw/edit', { id: again, ...elsewhere })).redraw_of,
  ).toEqual(['那一次抽取的地区、领域或企业不同']);
  ok(await officer.post('/admin/enforcement.expertDraw/edit', { id: again, redraw_of: one }));
  ok(await move(again, 'prepare'));
  ok(await move(again, 'commit'));
  await on.app.db.query(sql`update library_expert set valid_to = ${addDays(today, -1)} where id = ${listed[0] ?? 0}`);
  expect((await hall(again)).lapsed).toEqual([{ name: expect.stringContaining('专家'), until: addDays(today, -1) }]);
  const third = await draft({ expert_field: field, count: 1 });
  ok(await move(third, 'prepare'));
});

test('another office neither sees the draw nor issues its codes', async () => {
  await experts(2, { field: 'safety' });
  const id = await committed({ expert_field: 'safety', count: 1 });
  const [witness] = (await hall(id)).witnesses;
  await on.app.db.query(sql`update enforcement_expert_draw set area_code = ${neighbour} where id = ${id}`);
  expect((await officer.get('/admin/enforcement.expertDraw/standing', { id })).code).toBe(0);
  const codes = '/admin/enforcement.expertDraw/witnessCode';
  expect((await officer.post(codes, { id, witness: witness?.id })).code).toBe(0);
  expect((await move(id, 'void', { void_reason: '不在本辖区', step: 'request' })).code).toBe(0);
});
