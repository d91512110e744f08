import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import type { DrawListsAnswer } from '../../contract/draw/draw-call-answer-types.ts';
import { DrawFixture, errorsOf, neighbour, ok, today } from './draw-fixture.ts';

/** What keeps a draw from being made, each with its reason. */
let on: DrawFixture;
beforeAll(async () => {
  on = await DrawFixture.start();
}, 120_000);
afterAll(() => on.app.close());

const count = async (table: string, id: number): Promise<number> =>
  (await on.app.db.row<{ n: number }>(sql`select count(*)::int as n from ${sql.id(table)} where draw_id = ${id}`))?.n ??
  0;
const stateOf = async (id: number) =>
  (await on.app.db.row<{ status: string }>(sql`select status from enforcement_draw where id = ${id}`))?.status;

test('one officer is too few: expired, recused, busy and remote ones are not counted', async () => {
  const firms = await on.enterprises(6, { type: 'performance' });
  const domains = ['performance'];
  await on.officers(1, { domains });
  await on.officers(1, { domains, until: addDays(today, -1) });
  await on.officers(1, { domains, area: neighbour });
  await on.officers(1, { domains: ['lodging'] });
  const plan = await on.plan({ types: ['performance'] });
  const id = await on.draft(plan);
  expect(errorsOf(await on.move(id, 'prepare')).pairing).toEqual([
    '可参加抽取的执法人员只有 1 人；每家须由两名以上执法人员检查（行政处罚法第四十二条）',
  ]);
  expect([await stateOf(id), await count('enforcement_draw_object', id)]).toEqual(['draft', 0]);

  // a second one, recused from one enterprise: it is drawn, but without the pair
  const [second = 0] = await on.officers(1, { domains });
  await on.app.db.query(sql`insert into library_recusal (officer_id, enterprise_id, reason, from_on, status)
    values (${second}, ${firms[0] ?? 0}, '亲属在该企业任职', ${today}::date, 'confirmed')`);
  const { officers } = ok(await on.city.get<DrawListsAnswer>('/admin/enforcement.draw/lists', { id }));
  expect(officers.map(({ recused }) => recused).sort()).toEqual([0, 1]);
  ok(await on.city.post('/admin/enforcement.draw/edit', { id, count: 6 }));
  ok(await on.move(id, 'prepare'));
  ok(await on.move(id, 'commit'));
  await on.enterAll(id);
  await on.wait(id);
  ok(await on.move(id, 'open'));
  const pairs = await on.app.db.rows<{ enterprise_id: number; n: number }>(
    sql`select enterprise_id, cardinality(officers) as n from enforcement_draw_result where draw_id = ${id}`,
  );
  expect(pairs.filter(({ n }) => n === 0).map((one) => one.enterprise_id)).toEqual([firms[0]]);
});

test('a certificate that ends before the day of the draw does not count', async () => {
  await on.enterprises(5, { type: 'radio_tv' });
  await on.officers(2, { domains: ['radio_tv'], until: addDays(today, 3) });
  const draw_at = Math.floor(Date.now() / 1000) + 5 * 86_400;
  const id = await on.draft(await on.plan({ types: ['radio_tv'] }), { draw_at });
  expect(errorsOf(await on.move(id, 'prepare')).pairing?.[0]).toContain('只有 0 人');
});

test('enterprises for which there is no pair are named before the lists are frozen', async () => {
  await on.enterprises(3, { type: 'relic' });
  await on.enterprises(2, { type: 'relic', area: neighbour });
  await on.officers(2, { domains: ['relic'] });
  const id = await on.draft(await on.plan({ types: ['relic'], area: '530100' }));
  const { gaps } = ok(await on.city.get<DrawListsAnswer>('/admin/enforcement.draw/lists', { id }));
  expect(gaps).toMatchObject([{ domain: 'relic', n: 2, local: 0, others: 2 }]);
  expect(errorsOf(await on.move(id, 'prepare')).pairing?.[0]).toMatch(/“文物”类企业 2 家.*本地 0 人，外地 2 人/);
});

test('more than listed, one witness, and two of one name are refused', async () => {
  await on.enterprises(4, { type: 'grading' });
  await on.officers(2, { domains: ['art'] });
  const plan = await on.plan({ types: ['grading'] });
  const many = await on.draft(plan);
  expect(errorsOf(await on.move(many, 'prepare')).count).toEqual(['要抽取 5 家，名单上只有 4 家']);
  const alone = await on.draft(plan, { count: 2, witnesses: [{ name: '甲' }] });
  expect(errorsOf(await on.move(alone, 'prepare')).witnesses).toEqual(['至少两名见证人']);
  const same = await on.draft(plan, { count: 2, witnesses: [{ name: '甲' }, { name: '甲' }] });
  expect(errorsOf(await on.move(same, 'prepare')).witnesses).toEqual(['见证人不能重名']);
});

test('nothing is drawn within ten minutes of the commitment, or without every seed', async () => {
  await on.enterprises(6, { type: 'coach' });
  await on.officers(2, { domains: ['transport'] });
  const plan = await on.plan({ types: ['coach'] });
  const soon = await on.draft(plan, { draw_at: Math.floor(Date.now() / 1000) + 540 });
  ok(await on.move(soon, 'prepare'));
  expect(errorsOf(await on.move(soon, 'commit')).draw_at?.[0]).toContain('十分钟之后');
  // it can be changed as long as nothing is published
  ok(await on.move(soon, 'reopen'));
  expect(await count('enforcement_draw_object', soon)).toBe(0);

  const id = await on.committed(plan);
  expect((await on.city.post('/admin/enforcement.draw/edit', { id, count: 1 })).code).toBe(0);
  expect(errorsOf(await on.move(id, 'open')).draw_at?.[0]).toContain('未到抽取时间');
  await on.wait(id);
  const [first = 0, second = 0] = await on.witnesses(id);
  ok(await on.enter(await on.code(id, first), 'seed of the first'));
  expect(errorsOf(await on.move(id, 'open')).witnesses).toEqual(['尚未输入种子：企业代表']);
  // nobody stands in for a witness: the draw is voided, and another one committed to
  expect(await stateOf(id)).toBe('committed');
  ok(await on.enter(await on.code(id, second), 'seed of the second'));
  expect(errorsOf(await on.move(id, 'open', { beacon: '07 11' })).beacon).toEqual(['承诺没有约定公开随机数']);
  ok(await on.move(id, 'open'));
  expect((await on.move(id, 'open')).code).toBe(0);
});

test('a public random number that was agreed on is needed', async () => {
  await on.enterprises(6, { type: 'car_rental' });
  await on.officers(2, { domains: ['transport'] });
  const id = await on.committed(await on.plan({ types: ['car_rental'] }), { beacon_source: '某日双色球开奖号码' });
  await on.enterAll(id);
  await on.wait(id);
  expect(errorsOf(await on.move(id, 'open')).beacon).toEqual(['承诺约定了公开随机数，请填其公布的数']);
  ok(await on.move(id, 'open', { beacon: '03 08 15 22 27 31 + 09' }));
});

test('a code works once, a new one ends the old one, and two phones at once enter one seed', async () => {
  await on.enterprises(6, { type: 'shop' });
  await on.officers(2, { domains: ['shopping'] });
  const id = await on.committed(await on.plan({ types: ['shop'] }));
  const [first = 0, second = 0] = await on.witnesses(id);
  const old = await on.code(id, first);
  const fresh = await on.code(id, first);
  expect((await on.enter(old, 'with the old code')).msg).toContain('见证码已使用、已换新或已过期');
  const answers = await Promise.all([on.enter(fresh, 'from one phone'), on.enter(fresh, 'from another')]);
  expect(answers.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect((await on.enter(fresh, 'once more')).code).toBe(0);
  const again = await on.city.post('/admin/enforcement.draw/witnessCode', { id, witness: first });
  expect(again.msg).toBe('该见证人已经输入种子');
  expect(await count('enforcement_draw_seed', id)).toBe(2);
  const unused = await on.code(id, second);
  expect(errorsOf(await on.enter(unused, '短')).seed).toHaveLength(1);
  ok(await on.enter(unused, 'long enough'));
});

test('a list or seed changed behind the commitment is found, and nothing is drawn', async () => {
  const firms = await on.enterprises(6, { type: 'restaurant' });
  await on.officers(2, { domains: ['shopping'] });
  const id = await on.committed(await on.plan({ types: ['restaurant'] }));
  await on.enterAll(id);
  await on.wait(id);
  const tampered = async (change: ReturnType<typeof sql>, back: ReturnType<typeof sql>): Promise<string[]> => {
    await on.app.db.query(change);
    const errors = errorsOf(await on.move(id, 'open'));
    await on.app.db.query(back);
    return Object.keys(errors);
  };
  const object = sql`draw_id = ${id} and enterprise_id = ${firms[0] ?? 0}`;
  expect(
    await tampered(
      sql`update enforcement_draw_object set risk = 'A' where ${object}`,
      sql`update enforcement_draw_object set risk = 'B' where ${object}`,
    ),
  ).toEqual(['object_root']);
  expect(
    await tampered(
      sql`update enforcement_draw_officer set capacity = capacity - 1 where draw_id = ${id}`,
      sql`update enforcement_draw_officer set capacity = capacity + 1 where draw_id = ${id}`,
    ),
  ).toEqual(['officer_root']);
  const own = sql`draw_id = ${id} and witness_id is null`;
  const kept = await on.app.db.row<{ sealed: string }>(sql`select sealed from enforcement_draw_seed where ${own}`);
  const foreign = on.app.engine.seal.seal('0'.repeat(64), '').cipher;
  expect(
    await tampered(
      sql`update enforcement_draw_seed set sealed = ${foreign} where ${own}`,
      sql`update enforcement_draw_seed set sealed = ${kept?.sealed ?? ''} where ${own}`,
    ),
  ).toEqual(['server_seed_hash']);
  expect([await stateOf(id), await count('enforcement_draw_result', id)]).toEqual(['committed', 0]);
  ok(await on.move(id, 'open'));
});

test('an officer of another county neither sees nor makes a draw', async () => {
  await on.enterprises(6, { type: 'art' });
  await on.officers(2, { domains: ['art'] });
  const id = await on.committed(await on.plan({ types: ['art'] }));
  const other = await on.app.client({ officer: 'county2' });
  for (const path of ['lists', 'objects', 'ceremony', 'results'])
    expect((await other.get(`/admin/enforcement.draw/${path}`, { id })).code, path).toBe(0);
  const [first = 0] = await on.witnesses(id);
  expect((await other.post('/admin/enforcement.draw/witnessCode', { id, witness: first })).code).toBe(0);
  expect((await on.move(id, 'open', {}, other)).code).toBe(0);
  expect((await on.nobody.get('/api/enforcement.draw/record', { no: 'SSJ20260999' })).code).toBe(0);
});

test('a draw interrupted after its result was written leaves nothing behind, and can be made again', async () => {
  await on.enterprises(6, { type: 'net_culture' });
  await on.officers(2, { domains: ['net_culture'] });
  const id = await on.committed(await on.plan({ types: ['net_culture'] }));
  await on.enterAll(id);
  await on.wait(id);
  const interrupted = await on.app.db.transaction(async (tx) => {
    // the last statement of the draw waits for this lock
    await tx.query(sql`select from enforcement_draw_seed where draw_id = ${id} for update`);
    const opening = on.move(id, 'open');
    for (let ended = false; !ended; ) {
      await sleep(50);
      const row = await on.app.db.row<{ ended: boolean }>(sql`
        select pg_terminate_backend(pid) as ended from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%enforcement_draw_seed s set opened%'`);
      ended = row?.ended ?? false;
    }
    return opening;
  });
  expect(interrupted.code).not.toBe(1);
  expect([await stateOf(id), await count('enforcement_draw_result', id)]).toEqual(['committed', 0]);
  ok(await on.move(id, 'open'));
  expect(await count('enforcement_draw_result', id)).toBe(5);
});
