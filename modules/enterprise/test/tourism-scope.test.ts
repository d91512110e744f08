import { expect, test } from 'vitest';
import { readTourismScope } from '../contract/tourism-scope.ts';
import { writtenScopes } from './written-scopes.ts';

test.each(writtenScopes)('the scope «%s» is read as %s', (written, kinds) => {
  expect(readTourismScope(written)?.sort()).toEqual(kinds ? [...kinds].sort() : undefined);
});
