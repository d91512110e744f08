import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SharedReads } from './share-read-among-simultaneous-calls.ts';

test('calls that come while a read runs share the next one, which begins after them', async () => {
  const reads = new SharedReads<number>();
  const finish: (() => void)[] = [];
  let begun = 0;
  const work = () => {
    const number = ++begun;
    return new Promise<number>((resolve) => finish.push(() => resolve(number)));
  };
  const first = reads.read('map', work);
  const others = [reads.read('map', work), reads.read('map', work), reads.read('map', work)];
  const elsewhere = reads.read('check', work);
  expect(begun).toBe(2);
  finish[0]?.();
  finish[1]?.();
  expect(await Promise.all([first, elsewhere])).toEqual([1, 2]);
  await turn();
  expect(begun).toBe(3);
  finish[2]?.();
  expect(await Promise.all(others)).toEqual([3, 3, 3]);
  await turn();
  expect(reads.size).toBe(0);
});

test('a failed read fails for those who share it, and the next one is tried', async () => {
  const reads = new SharedReads<string>();
  let begun = 0;
  const work = async () => {
    if (++begun === 1) throw new Error('away');
    return 'read';
  };
  const [first, second] = await Promise.allSettled([reads.read('map', work), reads.read('map', work)]);
  expect(first).toMatchObject({ status: 'rejected', reason: new Error('away') });
  expect(second).toEqual({ status: 'fulfilled', value: 'read' });
  expect(reads.size).toBe(0);
});

test('whenever calls come and reads end, an answer is never older than its call, and nothing stays behind', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom('call', 'write', 'end'), { maxLength: 60 }), async (steps) => {
      const reads = new SharedReads<number>();
      const ends: (() => void)[] = [];
      let written = 0;
      const answers: Promise<void>[] = [];
      const work = () => {
        const seen = written;
        return new Promise<number>((resolve) => ends.push(() => resolve(seen)));
      };
      for (const step of steps) {
        if (step === 'write') written += 1;
        else if (step === 'end') ends.shift()?.();
        else {
          const atLeast = written;
          answers.push(reads.read('panel', work).then((seen) => expect(seen).toBeGreaterThanOrEqual(atLeast)));
        }
        await turn();
      }
      while (reads.size > 0) {
        ends.shift()?.();
        await turn();
      }
      await Promise.all(answers);
    }),
  );
});
