import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { momentsAsMilliseconds } from './readings-as-column-arrays.ts';

test('moments as milliseconds after the first are the same numbers of seconds again', () => {
  const day = 86_400_000;
  const moment = fc.integer({ min: Date.UTC(2020), max: Date.UTC(2020) + 30_000 * day }).map((ms) => ms / 1000);
  fc.assert(
    fc.property(fc.array(moment, { minLength: 1 }), (at) => {
      const { after, toMoment } = momentsAsMilliseconds(at);
      expect(after.every(Number.isSafeInteger)).toBe(true);
      const [since] = toMoment(sql`r.after`).values as [number];
      expect(after.map((one) => (since + one) / 1000)).toEqual(at);
    }),
  );
});
