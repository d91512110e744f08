import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { updateGuideScoresFromRatings } from '../server/update-guide-scores-from-ratings.ts';
import { guideForm } from './firm.ts';

let app: TestApp;
let chief: Client;
beforeAll(async () => {
  app = await startApp();
  chief = await app.client({ officer: 'admin' });
});
afterAll(() => app.close());

async function addGuide(): Promise<number> {
  const form = guideForm({ area_code: '530102', photo: null });
  const answer = await chief.post<{ id: number }>('/admin/crew.guide/add', form);
  expect(answer.code, answer.msg).toBe(1);
  return answer.data.id;
}
const rate = (guide_id: number, of: number, more: object = {}) =>
  chief.post<{ errors?: object }>('/admin/crew.rating/add', {
    guide_id,
    team_no: 'T530126112300001',
    rated_on: shanghaiToday(),
    service: of,
    narration: of,
    safety: of,
    honesty: of,
    ...more,
  });
const stored = (id: number) =>
  app.db.row<{ score: string | null; ratings_count: number }>(
    sql`select score::float8 as score, ratings_count from crew_guide where id = ${id}`,
  );

test("a guide's score is updated with each rating, by the mean of the prefecture, and all scores every night", async () => {
  const [good, poor] = [await addGuide(), await addGuide()];
  expect(await stored(good)).toEqual({ score: null, ratings_count: 0 });
  expect((await rate(good, 5)).code).toBe(1);
  // nobody else has been rated, so that the mean is their own
  expect(await stored(good)).toEqual({ score: 5, ratings_count: 1 });
  expect((await rate(poor, 2)).code).toBe(1);
  // the mean of the two is 3.5
  expect(await stored(poor)).toEqual({ score: 3.43, ratings_count: 1 });
  expect(await app.engine.db.transaction((tx) => updateGuideScoresFromRatings(app.engine, tx, systemCaller()))).toBe(1);
  expect(await stored(good)).toEqual({ score: 3.57, ratings_count: 1 });
  expect(await app.engine.db.transaction((tx) => updateGuideScoresFromRatings(app.engine, tx, systemCaller()))).toBe(0);
  await Promise.all(Array.from({ length: 5 }, () => rate(good, 4)));
  expect((await stored(good))?.ratings_count).toBe(6);
});

test('a rating is listed by guide and date, then by team number', async () => {
  const id = await addGuide();
  const day = addDays(shanghaiToday(), -3);
  expect((await rate(id, 5, { rated_on: day })).code).toBe(1);
  const found = await chief.get<{ list: object[] }>('/admin/crew.rating/index', {
    search: [{ field: 'guide_id', operator: '=', val: String(id) }],
  });
  const name = (await app.db.row<{ name: string }>(sql`select name from crew_guide where id = ${id}`))?.name;
  expect(found.data.list).toMatchObject([{ team_no: 'T530126112300001', _heading: `${name} · ${day}` }]);
});

test('a rating is from one to five, of the last year, and of an existing guide', async () => {
  const id = await addGuide();
  for (const wrong of [
    { service: 6 },
    { honesty: 0 },
    { rated_on: addDays(shanghaiToday(), 1) },
    { rated_on: addDays(shanghaiToday(), -400) },
    { guide_id: 999_999 },
  ])
    expect((await rate(id, 4, wrong)).data.errors, JSON.stringify(wrong)).toHaveProperty(
      Object.keys(wrong)[0] as string,
    );
});
