import { expect, test } from 'vitest';
import { type EnteredFine, faultsOfFines } from '../../contract/cause/statutory-fine-range-and-faults.ts';

const faults = (one: EnteredFine) => faultsOfFines([one]).map(({ field, message }) => [field, message['zh-cn']]);

test('a fine has either amounts or multiples, in order, and a base where one is needed', () => {
  expect(faults({ base: 'fixed', fine_max: '500.00' })).toEqual([]);
  expect(faults({ base: 'gains', amount_from: '1.00', multiple_min: 1, multiple_max: 5 })).toEqual([]);
  expect(faults({ base: 'fixed' })).toEqual([['fine_max', '须填写罚款上限或倍数上限']]);
  expect(faults({ base: 'gains', multiple_min: 1 })).toEqual([['multiple_max', '须填写罚款上限或倍数上限']]);
  expect(faults({ base: 'gains', fine_max: '1.00', multiple_max: 5 })).toEqual([
    ['multiple_max', '罚款金额与倍数只填一种，另一种另起一行'],
  ]);
  expect(faults({ base: 'fixed', fine_min: '9.00', fine_max: '8.00' })).toEqual([['fine_max', '上限不能低于下限']]);
  expect(faults({ base: 'fixed', multiple_max: 5 })).toEqual([['base', '按倍数处罚须选择计算基数']]);
  expect(faults({ base: 'fixed', amount_from: '1.00', fine_max: '8.00' })).toEqual([
    ['amount_from', '定额罚款没有基数'],
  ]);
  expect(faults({ base: 'gains', amount_from: '5.00', amount_below: '5.00', fine_max: '8.00' })).toEqual([
    ['amount_below', '须高于“基数达到”'],
  ]);
});
