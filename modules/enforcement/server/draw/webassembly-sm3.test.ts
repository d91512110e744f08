import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sm3 } from '#kernel/random-draw/sm3.ts';
import { createWebAssemblySm3 } from './webassembly-sm3.ts';

test('SM3 in WebAssembly gives what SM3 in JavaScript gives, and a later hash leaves an earlier one alone', async () => {
  const hash = await createWebAssemblySm3();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 300 }), (one, other) => {
      const first = hash(one);
      hash(other);
      expect(first).toEqual(sm3(one));
    }),
  );
});
