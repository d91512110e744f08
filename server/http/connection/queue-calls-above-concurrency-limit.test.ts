import { expect, test } from 'vitest';
import { queueCallsAboveConcurrencyLimit } from './queue-calls-above-concurrency-limit.ts';

/** Work that ends when it is let go. */
function held() {
  let go = (_failure?: Error) => {};
  const done = new Promise<void>((resolve, reject) => {
    go = (failure) => (failure ? reject(failure) : resolve());
  });
  return { done, go };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('calls begin in the order they came, and a place is given on however its call ended', async () => {
  const inOrder = queueCallsAboveConcurrencyLimit({ most: 2, longest: 60_000 });
  const begun: number[] = [];
  const works = Array.from({ length: 6 }, held);
  const calls = works.map(({ done }, n) =>
    inOrder(() => {
      begun.push(n);
      return done;
    }),
  );
  await turn();
  expect(begun).toEqual([0, 1]);
  works[1]?.go(new Error('broken'));
  await expect(calls[1]).rejects.toThrow('broken');
  await turn();
  expect(begun).toEqual([0, 1, 2]);
  for (const { go } of works) go();
  await Promise.allSettled(calls);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  let again = 0;
  await Promise.all(Array.from({ length: 5 }, () => inOrder(async () => void again++)));
  expect(again, 'all places are free').toBe(5);
});

test('who takes long holds up nobody', async () => {
  const inOrder = queueCallsAboveConcurrencyLimit({ most: 1, longest: 20 });
  const long = held();
  const first = inOrder(() => long.done);
  await inOrder(async () => {});
  await inOrder(async () => {});
  long.go();
  await first;
  // the place it had given up is not given on once more
  const begun: number[] = [];
  const works = [held(), held()];
  const calls = works.map(({ done }, n) =>
    inOrder(() => {
      begun.push(n);
      return done;
    }),
  );
  expect(begun).toEqual([0]);
  for (const { go } of works) go();
  await Promise.all(calls);
});

test('where nobody is to wait all begin as they come, and those that wait already with the next that ends', async () => {
  let away = false;
  const inOrder = queueCallsAboveConcurrencyLimit({ most: 1, longest: 60_000, unlessNow: () => away });
  const begun: number[] = [];
  const works = Array.from({ length: 5 }, held);
  const call = (n: number) =>
    inOrder(() => {
      begun.push(n);
      return works[n]?.done ?? Promise.resolve();
    });
  const calls = [call(0), call(1), call(2)];
  expect(begun).toEqual([0]);
  away = true;
  calls.push(call(3));
  expect(begun).toEqual([0, 3]);
  works[0]?.go();
  await turn();
  expect(begun).toEqual([0, 3, 1, 2]);
  away = false;
  calls.push(call(4));
  works[1]?.go();
  works[2]?.go();
  await turn();
  expect(begun, 'one still works').toEqual([0, 3, 1, 2]);
  works[3]?.go();
  await turn();
  expect(begun).toEqual([0, 3, 1, 2, 4]);
  works[4]?.go();
  await Promise.all(calls);
});
