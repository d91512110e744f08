import { expect, test } from 'vitest';
import { resources } from '#modules/registry.ts';
import { resourcesWithEvidenceChain } from '../contract/resources-with-evidence-chain.ts';

test('the records of every chained resource have the panel of their chain', () => {
  const chained = resources.filter(({ chained: moves }) => moves).map(({ name }) => name);
  expect([...resourcesWithEvidenceChain].sort()).toEqual(chained.sort());
});
