import { expect, test } from 'vitest';
import { WaitingItemsInBatches } from './process-waiting-items-in-batches.ts';

/** Work of which every round is recorded; the first waits until it is released. */
function recorded(mostAtOnce: number, fails: (items: readonly number[]) => boolean = () => false) {
  const rounds: (readonly number[])[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const work = new WaitingItemsInBatches<number>(
    async (items) => {
      rounds.push(items);
      await released;
      if (fails(items)) throw new Error(`failed: ${items}`);
    },
    { sizeOf: (item) => item, mostAtOnce },
  );
  return { rounds, release: () => release(), work };
}

test('what comes while a round runs is done together, in its order, up to the size of a round', async () => {
  const { rounds, release, work } = recorded(10);
  const all = [3, 4, 5, 1, 20, 2].map((item) => work.do(item));
  release();
  await Promise.all(all);
  // an item that is larger than a round is one of its own
  expect(rounds).toEqual([[3], [4, 5, 1], [20], [2]]);
  await work.do(7);
  expect(rounds.at(-1)).toEqual([7]);
});

test('one item that fails does not fail those beside it', async () => {
  const { rounds, release, work } = recorded(10, (items) => items.includes(4));
  const all = [3, 2, 4, 1].map((item) => work.do(item));
  release();
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  await expect(all[2]).rejects.toThrow('failed: 4');
  expect(rounds).toEqual([[3], [2, 4, 1], [2], [4], [1]]);
});
