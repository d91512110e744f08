import { expect, test } from 'vitest';
import { parseTourismScope } from '../contract/parse-tourism-scope.ts';
import { writtenScopes } from './written-scopes.ts';

test.each(writtenScopes)('the scope «%s» is read as %s', (written, kinds) => {
  expect(parseTourismScope(written)?.sort()).toEqual(kinds ? [...kinds].sort() : undefined);
});
