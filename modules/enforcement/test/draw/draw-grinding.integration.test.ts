import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { DrawFixture, errorsOf, ok } from './draw-fixture.ts';

/** How somebody inside might steer or foresee a result: more draws than one, wrong clocks, seeds and calls at once. */
let on: DrawFixture;
beforeAll(async () => {
  on = await DrawFixture.start();
}, 120_000);
afterEach(() => vi.restoreAllMocks());
afterAll(() => on.app.close());

const minutes = 60_000;
/** Sets the clock of the server, but not that of the database. */
const setClock = (by: number): void => {
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() + by);
};
const planOf = async (type: string, domain: string): Promise<number> => {
  await on.enterprises(6, { type });
  await on.officers(2, { domains: [domain] });
  return on.plan({ types: [type] });
};

test('of one plan no second draw is committed to while the result of another can still be kept back', async () => {
  const plan = await planOf('performance', 'performance');
  const [one, other, third] = [await on.draft(plan), await on.draft(plan), await on.draft(plan)];
  for (const id of [one, other, third]) ok(await on.move(id, 'prepare'));
  const answers = await Promise.all([one, other].map((id) => on.move(id, 'commit')));
  expect(answers.map(({ code }) => code).sort()).toEqual([0, 1]);
  const [made, waiting] = answers[0]?.code === 1 ? [one, other] : [other, one];
  expect(errorsOf(await on.move(waiting, 'commit')).plan_id?.[0]).toContain(await on.number(made));
  await on.enterAll(made);
  await on.wait(made);
  ok(await on.move(made, 'open'));
  expect(errorsOf(await on.move(waiting, 'commit')).plan_id).toHaveLength(1);
  // voided instead of published: one whose lists were frozen before has to say that it draws again
  ok(await on.move(made, 'void', { void_reason: '见证人身份有误', step: 'request' }));
  ok(await on.move(made, 'void', { step: 'approve' }, on.admin));
  expect(errorsOf(await on.move(waiting, 'commit')).redraw_of).toHaveLength(1);
  ok(await on.move(waiting, 'reopen'));
  ok(await on.city.post('/admin/enforcement.draw/edit', { id: waiting, redraw_of: made }));
  ok(await on.move(waiting, 'prepare'));
  ok(await on.move(waiting, 'commit'));
});

test('a server whose clock is ahead does not draw early', async () => {
  const id = await on.committed(await planOf('art', 'art'));
  await on.enterAll(id);
  setClock(15 * minutes);
  expect(errorsOf(await on.move(id, 'open')).draw_at?.[0]).toContain('未到抽取时间');
});

test('a server whose clock is behind does not commit too late', async () => {
  const id = await on.draft(await planOf('film', 'film'), { draw_at: Math.floor(Date.now() / 1000) + 120 });
  ok(await on.move(id, 'prepare'));
  setClock(-15 * minutes);
  expect(errorsOf(await on.move(id, 'commit')).draw_at?.[0]).toContain('十分钟之后');
});

test('of two openings at once one draws; nobody enters a seed or changes witnesses by hand', async () => {
  const id = await on.committed(await planOf('coach', 'transport'));
  const [witness = 0] = await on.witnesses(id);
  expect((await on.move(id, 'enterSeed', { witness: '企业代表' }, on.admin)).code).not.toBe(1);
  for (const witnesses of [[{ id: witness, name: '另一人' }], []])
    expect((await on.admin.post('/admin/enforcement.draw/edit', { id, witnesses })).code).toBe(0);
  expect((await on.admin.post('/admin/enforcement.draw/del', { ids: [id] })).code).toBe(0);
  await on.enterAll(id);
  await on.wait(id);
  const answers = await Promise.all([on.move(id, 'open'), on.move(id, 'open'), on.move(id, 'open')]);
  expect(answers.map(({ code }) => code).sort()).toEqual([0, 0, 1]);
  const drawn = await on.app.db.row<{ n: number }>(
    sql`select count(*)::int as n from enforcement_draw_result where draw_id = ${id}`,
  );
  expect(drawn?.n).toBe(5);
});

test('a preview of the opening foretells nothing, whatever public number is tried', async () => {
  const plan = await planOf('internet_cafe', 'internet_cafe');
  const id = await on.committed(plan, { beacon_source: '某日双色球开奖号码' });
  const preview = (beacon: string) =>
    on.city.post<{ row: Record<string, unknown> }>('/admin/enforcement.draw/foresee', { id, move: 'open', beacon });
  await on.enterAll(id);
  expect(errorsOf(await preview('03 08')).draw_at).toHaveLength(1);
  await on.wait(id);
  const { row } = ok(await preview('03 08'));
  expect([row.status, row.result_hash]).toEqual(['drawn', null]);
  // the seconds of the clock go on between the two
  const { beacon, drawn_at, updatetime } = row;
  expect({ ...ok(await preview('03 09')).row, beacon, drawn_at, updatetime }).toEqual(row);
  ok(await on.move(id, 'open', { beacon: '03 08' }));
  const stored = await on.app.db.row<{ found: boolean }>(
    sql`select result_hash is not null as found from enforcement_draw where id = ${id}`,
  );
  expect(stored?.found).toBe(true);
});

test('the code of a witness is in no address that a server or a proxy writes down', async () => {
  const id = await on.committed(await planOf('radio_tv', 'radio_tv'));
  const [witness = 0] = await on.witnesses(id);
  const { address } = ok(
    await on.city.post<{ address: string }>('/admin/enforcement.draw/witnessCode', { id, witness }),
  );
  const { pathname, search, hash } = new URL(address);
  expect([pathname, search]).toEqual(['/witness', '']);
  ok(await on.enter(hash.slice(1), 'a seed of mine'));
});
