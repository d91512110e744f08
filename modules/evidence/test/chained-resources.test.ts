import { expect, test } from 'vitest';
import { resources } from '#modules/registry.ts';
import { chainedResources } from '../contract/chained-resources.ts';

test('the records of every chained resource have the panel of their chain', () => {
  const chained = resources.filter(({ chained: moves }) => moves).map(({ name }) => name);
  expect([...chainedResources].sort()).toEqual(chained.sort());
});
