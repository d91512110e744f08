import { expect, test } from 'vitest';
import { keyTarget } from './key-target.ts';

const reach = { categories: 30, series: 3 };

test('the first arrow enters at the newest value', () => {
  expect(keyTarget('ArrowLeft', undefined, reach)).toEqual({ index: 29, series: 0 });
  expect(keyTarget('Home', undefined, reach)).toEqual({ index: 0, series: 0 });
  expect(keyTarget('Tab', undefined, reach)).toBeUndefined();
});

test('arrows go along the categories and through the series, and stop at the ends', () => {
  expect(keyTarget('ArrowLeft', { index: 5, series: 1 }, reach)).toEqual({ index: 4, series: 1 });
  expect(keyTarget('ArrowRight', { index: 29, series: 1 }, reach)).toEqual({ index: 29, series: 1 });
  expect(keyTarget('ArrowUp', { index: 5, series: 2 }, reach)).toEqual({ index: 5, series: 2 });
  expect(keyTarget('ArrowDown', { index: 5, series: 2 }, reach)).toEqual({ index: 5, series: 1 });
  expect(keyTarget('End', { index: 5, series: 2 }, reach)).toEqual({ index: 29, series: 2 });
  expect(keyTarget('Enter', { index: 5, series: 2 }, reach)).toBeUndefined();
});
