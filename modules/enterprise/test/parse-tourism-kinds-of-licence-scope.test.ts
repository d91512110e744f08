import { expect, test } from 'vitest';
import { parseTourismKindsOfLicenceScope } from '../contract/parse-tourism-kinds-of-licence-scope.ts';
import { writtenScopes } from './written-scopes.ts';

test.each(writtenScopes)('the scope «%s» is read as %s', (written, kinds) => {
  expect(parseTourismKindsOfLicenceScope(written)?.sort()).toEqual(kinds ? [...kinds].sort() : undefined);
});
