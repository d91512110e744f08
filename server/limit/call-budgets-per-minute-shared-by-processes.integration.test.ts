import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '#server/db/open-database.ts';
import { createLog } from '#server/log.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import {
  createCallBudgets,
  createSharedBudgets,
  purgeCallBudgets,
} from './call-budgets-per-minute-shared-by-processes.ts';

let db: TestDatabase;
const log = createLog({ level: 'silent' });
beforeAll(async () => {
  db = await createTestDatabase({ max: 20 });
});
afterAll(() => db.close());
// no test is about the minute that happens to end under it
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T08:00:05Z') }));
afterAll(() => void vi.useRealTimers());

/** A process as the others see one; its clock is the one told, and not put right by the database's. */
const startProcess = () => {
  const shared = createSharedBudgets(db, log);
  return createCallBudgets({ ...shared, now: () => ({ minute: Math.floor(Date.now() / 60_000), rest: 1 }) });
};
const takeMany = async (budgets: ReturnType<typeof startProcess>, times: number, key: string, budget: number) =>
  (await Promise.all(Array.from({ length: times }, () => budgets.take(key, budget)))).filter(
    (left) => left !== undefined,
  ).length;

test.each([5, 20, 21, 100, 1200])(
  'three processes let through %i together, all at once, and not one more',
  async (budget) => {
    const processes = [startProcess(), startProcess(), startProcess()];
    const key = `all at once ${budget}`;
    const through = await Promise.all(processes.map((one) => takeMany(one, budget, key, budget)));
    expect(through.reduce((sum, one) => sum + one, 0)).toBe(budget);
    for (const one of processes) expect(await one.take(key, budget)).toBeUndefined();
  },
);

test('a small budget is taken call by call; of a large one no more lies idle than a tenth', async () => {
  const [one, other] = [startProcess(), startProcess()];
  expect(await one.take('small', 20)).toBe(19);
  expect(await takeMany(other, 30, 'small', 20)).toBe(19);
  expect(await one.take('large', 1000)).toBe(999);
  expect(await takeMany(other, 2000, 'large', 1000)).toBe(900);
  expect(await takeMany(one, 2000, 'large', 1000)).toBe(99);
});

test('most calls ask the database nothing, and those that come together ask it once', async () => {
  const queries = vi.spyOn(db.pool, 'query');
  const budgets = startProcess();
  try {
    for (let n = 0; n < 120; n++) await budgets.take('one after the other', 1200);
    expect(queries).toHaveBeenCalledTimes(1);
    await Promise.all(Array.from({ length: 50 }, (_, place) => budgets.take(`caller ${place}`, 1200)));
    expect(queries.mock.calls.length).toBeLessThanOrEqual(3);
    await takeMany(budgets, 20, 'spent', 20);
    const before = queries.mock.calls.length;
    expect(await takeMany(budgets, 500, 'spent', 20)).toBe(0);
    expect(queries, 'nor do those who come after it is spent').toHaveBeenCalledTimes(before);
  } finally {
    queries.mockRestore();
  }
});

test('the next minute begins anew, and what was taken in those before is removed', async () => {
  const budgets = startProcess();
  expect(await takeMany(budgets, 30, 'each minute', 20)).toBe(20);
  vi.setSystemTime(new Date('2026-03-02T08:01:00Z'));
  expect(await takeMany(budgets, 30, 'each minute', 20)).toBe(20);
  await db.query(`insert into call_budget select extract(epoch from now()) / 60, 'now', 1, 1, 1, 1`);
  await purgeCallBudgets(db);
  expect(await db.rows('select key from call_budget')).toEqual([{ key: 'now' }]);
});

test('while the database is away each process counts for itself', async () => {
  const away = await openDatabase(db.address);
  const budgets = createCallBudgets(createSharedBudgets(away, log));
  expect(await takeMany(budgets, 12, 'away', 20)).toBe(12);
  await away.close();
  const gone = createCallBudgets(
    createSharedBudgets(
      {
        pool: Object.assign(Object.create(away.pool), {
          query: () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })),
        }),
      },
      log,
    ),
  );
  expect(await takeMany(gone, 30, 'away', 20)).toBe(20);
});

test('a process goes by the clock of the database', async () => {
  vi.setSystemTime(Date.now() + 3_600_000 * 5);
  const shared = createSharedBudgets(db, log);
  await shared.request(1, 'clock', 100);
  const row = await db.row<{ minute: number }>('select floor(extract(epoch from now()) / 60)::int as minute');
  expect(Math.abs(shared.now().minute - (row?.minute ?? 0))).toBeLessThanOrEqual(1);
});
