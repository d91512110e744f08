import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { mostPictures } from '../contract/correction-order-kinds-sources-and-limits.ts';
import { errorsOf, ok, ReformFixture } from './reform-fixture.ts';

/** Pictures of problems: how many, by whom, and when they were taken. */
let on: ReformFixture;
beforeAll(async () => {
  on = await ReformFixture.start();
}, 120_000);
afterAll(() => on.app.close());

const storedPictures = async (problem: number) =>
  (await on.app.db.row<{ n: number; counted: number }>(sql`
      select coalesce(sum(cardinality(e.photos)), 0)::int as n, (select pictures from reform_problem where id = ${problem}) as counted
      from reform_evidence e where e.problem_id = ${problem}`)) ?? { n: 0, counted: 0 };

test('a problem has nine pictures in one submission, also if they are sent at the same time', async () => {
  const one = await on.agency();
  const id = await on.issued(one);
  const [problem = 0] = await on.problems(id);
  const several = async (n: number) => ({ photos: await Promise.all(Array.from({ length: n }, () => one.paper())) });
  const batches = await Promise.all([several(4), several(4), several(4), several(4)]);
  const answers = await Promise.all(batches.map((more) => on.send(one, problem, more)));
  expect(answers.filter(({ code }) => code === 1)).toHaveLength(2);
  expect(await storedPictures(problem)).toEqual({ n: 8, counted: 8 });
  const refused = answers.find(({ code }) => code !== 1);
  expect(refused && errorsOf(refused).photos).toEqual([`每个问题每次最多 ${mostPictures} 张照片`]);
  const last = ok(await on.send(one, problem));
  expect(errorsOf(await on.send(one, problem)).photos).toHaveLength(1);
  ok(await one.owner.post('/api/reform.evidence/del', { ids: [last.id] }));
  ok(await on.send(one, problem));
  // the next submission has pictures of its own
  ok(await on.move(id, 'submit', { statement: '已全部改正' }, one.owner, 'api'));
  ok(await on.move(id, 'return', { days: 3, reason: '照片看不清楚' }, await on.officer()));
  ok(await on.send(one, problem, await several(mostPictures)));
  expect(errorsOf(await on.send(one, problem)).photos).toHaveLength(1);
});

test('pictures of an officer are taken away by that officer only', async () => {
  const one = await on.agency();
  const id = await on.issued(one);
  const [problem_id = 0] = await on.problems(id);
  const officer = await on.officer();
  const photos = [await on.picture('reform1')];
  const { id: own } = ok(await officer.post<{ id: number }>('/admin/reform.evidence/add', { problem_id, photos }));
  const { id: sent } = ok(await on.send(one, problem_id));
  const only = ['只能由上传人删除'];
  expect(errorsOf(await one.owner.post('/api/reform.evidence/del', { ids: [own] })).sender).toEqual(only);
  expect(errorsOf(await on.county.post('/admin/reform.evidence/del', { ids: [own] })).sender).toEqual(only);
  expect(errorsOf(await officer.post('/admin/reform.evidence/del', { ids: [sent] })).sender).toEqual(only);
  const seen = ok(
    await one.owner.get<{ list: Record<string, unknown>[] }>('/api/reform.evidence/index', {
      search: [{ field: 'problem_id', operator: '=', val: String(problem_id) }],
    }),
  ).list;
  expect(seen.map(({ sender }) => sender)).toEqual(['officer', 'enterprise']);
  expect(Object.keys(seen[0] ?? {}), 'not which officer').not.toContain('admin_id');
  ok(await officer.post('/admin/reform.evidence/del', { ids: [own] }));
});

test('what officers take on site belongs to the submission under review, and does not answer the next', async () => {
  const one = await on.agency();
  const id = await on.issued(one, [{ problem: '消防通道堆放杂物', severity: '5' }]);
  ok(await on.handIn(one, id));
  const [problem_id = 0] = await on.problems(id);
  const officer = await on.officer();
  const photos = [await on.picture('reform1')];
  const { id: own } = ok(await officer.post<{ id: number }>('/admin/reform.evidence/add', { problem_id, photos }));
  expect(await on.app.db.row(sql`select round from reform_evidence where id = ${own}`)).toEqual({ round: 1 });
  expect((await on.send(one, problem_id)).code, 'the enterprise has handed in').toBe(0);
  const visit = {
    opinion: '通道仍堆放杂物',
    evidence_files: photos,
    evidence_place: { lng: 102.7, lat: 25.04 },
    signature_officer: { name: '甲' },
    signature_second: { name: '乙' },
  };
  ok(await on.move(id, 'failOnsite', visit, officer));
  expect(errorsOf(await officer.post('/admin/reform.evidence/del', { ids: [own] })), 'it was reviewed').not.toEqual({});
  ok(await on.move(id, 'reissue', { term_days: 5, service: 'electronic', consented: '1' }));
  expect(await on.row(id)).toMatchObject({ unanswered: 1, read_at: null, received_by: null });
  expect((await on.send(one, problem_id)).code).toBe(1);
});

test('a picture of last year, and of a phone that is two hours wrong, is marked and not refused', async () => {
  const one = await on.agency();
  const id = await on.issued(one);
  const [problem = 0] = await on.problems(id);
  const now = Math.floor(Date.now() / 1000);
  for (const [captured_at, doubt] of [
    [now - 365 * 86_400, 'earlier'],
    [now - 2 * 3600, 'earlier'],
    [now + 2 * 3600, 'future'],
    [null, 'undated'],
    [now + 60, null],
  ] as const) {
    const { id: picture } = ok(await on.send(one, problem, { captured_at }));
    expect(await on.app.db.row(sql`select doubt from reform_evidence where id = ${picture}`), `${captured_at}`).toEqual(
      {
        doubt,
      },
    );
  }
});

test('nothing is sent for an order that is closed, nor for one of somebody else', async () => {
  const [one, other] = [await on.agency(), await on.agency()];
  const id = await on.issued(one);
  ok(await on.handIn(one, id));
  const officer = await on.officer();
  ok(await on.move(id, 'approve', { opinion: '照片清楚，已改正' }, officer));
  ok(await on.move(id, 'close'));
  const [problem_id = 0] = await on.problems(id);
  expect(errorsOf(await on.send(one, problem_id)).problem_id?.[0]).toContain('已办结');
  const photos = [await on.picture('reform1')];
  expect(errorsOf(await officer.post('/admin/reform.evidence/add', { problem_id, photos })).problem_id?.[0]).toContain(
    '已办结',
  );
  expect(errorsOf(await on.send(other, problem_id))).not.toEqual({});
});
