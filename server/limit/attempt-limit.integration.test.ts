import { afterAll, beforeAll, expect, test } from 'vitest';
import { text } from '#kernel/text/text.ts';
import { Refused } from '#server/refusal.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import {
  type AttemptLimit,
  clearAttempts,
  countAttempts,
  withAttemptLimit,
  withFailureLimit,
} from './attempt-limit.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase({ max: 20 });
});
afterAll(() => db.close());

let made = 0;
const limitOf = (more: Partial<AttemptLimit> = {}): AttemptLimit => ({
  name: `limit ${++made}`,
  most: 5,
  seconds: 60,
  forgets: 'each',
  ...more,
});
const refuse = ({ name }: AttemptLimit, wait: number) => new Refused(text('够了', 'Enough'), { data: { name, wait } });
const count = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.filter((one) => one.status === 'fulfilled').length;
const pass = async (limit: AttemptLimit, seconds: number) =>
  void (await db.query(
    `update attempt set at = array(select one - make_interval(secs => $2) from unnest(at) one), expiretime = expiretime - make_interval(secs => $2) where name = $1`,
    [limit.name, seconds],
  ));

test('of sixty tries at once as many are let through as there are', async () => {
  for (const forgets of ['each', 'together'] as const) {
    const limit = limitOf({ forgets, most: 10 });
    let looked = 0;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, () =>
        withAttemptLimit(db, [{ limit, subject: 7 }], refuse, async () => {
          looked += 1;
          return { result: 0, tries: 'counts' };
        }),
      ),
    );
    expect([looked, count(outcomes)]).toEqual([10, 10]);
    for (const one of outcomes) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(Refused);
  }
});

test('who is right is not refused for coming at once with others', async () => {
  const limit = limitOf({ most: 10, forgets: 'together' });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 60 }, (_, place) =>
      withAttemptLimit(db, [{ limit, subject: 1 }], refuse, async () => ({
        result: place,
        tries: place % 2 === 0 ? 'forget' : 'back',
      })),
    ),
  );
  expect(count(outcomes)).toBe(60);
});

test('who is limited by other keys does not wait until a slow try is counted', async () => {
  const limit = limitOf();
  const once = (subject: string) =>
    withAttemptLimit(db, [{ limit, subject }], refuse, async () => ({ result: subject, tries: 'counts' }));
  await once('slow');
  let slow: Promise<string> | undefined;
  await db.transaction(async (tx) => {
    await tx.query('select from attempt where name = $1 for update', [limit.name]);
    slow = once('slow');
    expect(await once('other')).toBe('other');
  });
  expect(await slow).toBe('slow');
});

test('several tries are taken all or none', async () => {
  const [few, many] = [limitOf({ most: 2 }), limitOf({ most: 50 })];
  const tries = [
    { limit: few, subject: 'a' },
    { limit: many, subject: 'b' },
  ];
  const outcomes = await Promise.allSettled(
    Array.from({ length: 12 }, () => db.transaction((tx) => countAttempts(tx, tries, refuse))),
  );
  expect(count(outcomes)).toBe(2);
  expect(await db.row('select cardinality(at) as n from attempt where name = $1', [many.name])).toEqual({ n: 2 });
});

test('each try is forgotten alone, and says when there is another', async () => {
  const limit = limitOf({ most: 2, seconds: 60 });
  const take = () => countAttempts(db, [{ limit, subject: '' }], refuse);
  await take();
  await pass(limit, 40);
  await take();
  await expect(take()).rejects.toMatchObject({ data: { name: limit.name, wait: expect.any(Number) } });
  const { wait } = ((await take().catch((error: Refused) => error)) as Refused).data as { wait: number };
  expect(wait).toBeGreaterThan(15);
  expect(wait).toBeLessThanOrEqual(20);
  await pass(limit, 21);
  await take();
  await expect(take()).rejects.toBeInstanceOf(Refused);
});

test('tries in a row lock until so long after the last of them', async () => {
  const limit = limitOf({ most: 2, seconds: 60, forgets: 'together' });
  const take = () => countAttempts(db, [{ limit, subject: '' }], refuse);
  await take();
  await pass(limit, 50);
  await take();
  await pass(limit, 50);
  await expect(take()).rejects.toBeInstanceOf(Refused);
  await pass(limit, 11);
  await take();
  await take();
  await expect(take()).rejects.toBeInstanceOf(Refused);
  expect(await clearAttempts(db, [{ limit, subject: '' }])).toBe(true);
  expect(await clearAttempts(db, [{ limit, subject: '' }])).toBe(false);
  await take();
});

test('work that throws has used its tries up', async () => {
  const limit = limitOf({ most: 1 });
  const work = () =>
    withAttemptLimit(db, [{ limit, subject: '' }], refuse, () => Promise.reject(new Error('in the middle')));
  await expect(work()).rejects.toThrow('in the middle');
  await expect(work()).rejects.toBeInstanceOf(Refused);
});

test('where only failures count, finding writes nothing, and no more guesses get through at once than in a row', async () => {
  const [limit, wide] = [limitOf({ most: 10 }), limitOf({ most: 100 })];
  const guess = (subject: number, found: string | undefined) =>
    withFailureLimit(
      db,
      [
        { limit, subject },
        { limit: wide, subject: 0 },
      ],
      refuse,
      async () => found,
    );
  const right = await Promise.all(Array.from({ length: 30 }, () => guess(1, 'found')));
  expect(new Set(right)).toEqual(new Set(['found']));
  expect(await db.rows('select from attempt where name = $1', [limit.name])).toEqual([]);
  const wrong = await Promise.allSettled(Array.from({ length: 60 }, () => guess(1, undefined)));
  expect(count(wrong)).toBe(10);
  await expect(guess(1, 'found'), 'nobody learns that the last guess was right').rejects.toThrow(Refused);
  expect(await guess(2, 'found')).toBe('found');
  const failing = withFailureLimit(db, [{ limit, subject: 3 }], refuse, () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(await guess(3, 'found')).toBe('found');
});
