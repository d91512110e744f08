import { expect, test } from 'vitest';
import { pointAfterKey } from './arrow-key-point.ts';

const reach = { categories: 30, series: 3 };

test('the first arrow key selects the newest value', () => {
  expect(pointAfterKey('ArrowLeft', undefined, reach)).toEqual({ index: 29, series: 0 });
  expect(pointAfterKey('Home', undefined, reach)).toEqual({ index: 0, series: 0 });
  expect(pointAfterKey('Tab', undefined, reach)).toBeUndefined();
});

test('arrow keys move along categories and series, and stop at the ends', () => {
  expect(pointAfterKey('ArrowLeft', { index: 5, series: 1 }, reach)).toEqual({ index: 4, series: 1 });
  expect(pointAfterKey('ArrowRight', { index: 29, series: 1 }, reach)).toEqual({ index: 29, series: 1 });
  expect(pointAfterKey('ArrowUp', { index: 5, series: 2 }, reach)).toEqual({ index: 5, series: 2 });
  expect(pointAfterKey('ArrowDown', { index: 5, series: 2 }, reach)).toEqual({ index: 5, series: 1 });
  expect(pointAfterKey('End', { index: 5, series: 2 }, reach)).toEqual({ index: 29, series: 2 });
  expect(pointAfterKey('Enter', { index: 5, series: 2 }, reach)).toBeUndefined();
});
