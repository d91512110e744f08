import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTurns, statementsAtOnce } from './turns.ts';

/** Work that is done when told to. */
function pieces(count: number) {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const works = Array.from({ length: count }, (_, at) => () => {
    begun.push(at);
    return new Promise<number>((resolve) => {
      ends[at] = () => resolve(at);
    });
  });
  return { begun, works, end: (at: number) => ends[at]?.() };
}

describe('turns', () => {
  it('lets so many run at once, and the next in the order they came', async () => {
    const { begun, works, end } = pieces(5);
    const inTurn = createTurns(2, 10_000);
    const done = works.map((work) => inTurn(work));
    expect(begun).toEqual([0, 1]);
    end(1);
    expect(await done[1]).toBe(1);
    await expect.poll(() => begun).toEqual([0, 1, 2]);
    end(0);
    end(2);
    await expect.poll(() => begun).toEqual([0, 1, 2, 3, 4]);
    end(3);
    end(4);
    expect(await Promise.all(done)).toEqual([0, 1, 2, 3, 4]);
  });

  it('gives the turn on when work fails', async () => {
    const inTurn = createTurns(1, 10_000);
    const failed = inTurn(() => Promise.reject(new Error('no')));
    const next = inTurn(() => Promise.resolve('went'));
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('went');
  });

  it('lets nobody wait for what waits for them', async () => {
    const inTurn = createTurns(1, 5);
    let seen: string | undefined;
    // the first ends only when the second has: only because patience ends does either
    await inTurn(async () => {
      await inTurn(async () => {
        seen = 'went';
      });
    });
    expect(seen).toBe('went');
    expect(await inTurn(() => Promise.resolve('and on'))).toBe('and on');
  });

  it('runs each piece once, whatever the order of ends, and forgets nobody', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.nat(3), { maxLength: 30 }),
        async (atOnce, waits) => {
          const inTurn = createTurns(atOnce, 10_000);
          let running = 0;
          let most = 0;
          const done = await Promise.all(
            waits.map((wait, at) =>
              inTurn(async () => {
                most = Math.max(most, ++running);
                for (let turn = 0; turn < wait; turn++) await undefined;
                if (wait === 3) await sleep(1);
                running--;
                return at;
              }),
            ),
          );
          expect(done).toEqual(waits.map((_, at) => at));
          expect(most).toBeLessThanOrEqual(atOnce);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('knows how many statements fit the machine', () => {
    expect([1, 2, 4, 16].map(statementsAtOnce)).toEqual([8, 8, 16, 64]);
  });
});
