import { expect, test } from 'vitest';
import { chartPointAfterArrowKey } from './chart-point-after-arrow-key.ts';

const reach = { categories: 30, series: 3 };

test('the first arrow key selects the newest value', () => {
  expect(chartPointAfterArrowKey('ArrowLeft', undefined, reach)).toEqual({ index: 29, series: 0 });
  expect(chartPointAfterArrowKey('Home', undefined, reach)).toEqual({ index: 0, series: 0 });
  expect(chartPointAfterArrowKey('Tab', undefined, reach)).toBeUndefined();
});

test('arrow keys move along categories and series, and stop at the ends', () => {
  expect(chartPointAfterArrowKey('ArrowLeft', { index: 5, series: 1 }, reach)).toEqual({ index: 4, series: 1 });
  expect(chartPointAfterArrowKey('ArrowRight', { index: 29, series: 1 }, reach)).toEqual({ index: 29, series: 1 });
  expect(chartPointAfterArrowKey('ArrowUp', { index: 5, series: 2 }, reach)).toEqual({ index: 5, series: 2 });
  expect(chartPointAfterArrowKey('ArrowDown', { index: 5, series: 2 }, reach)).toEqual({ index: 5, series: 1 });
  expect(chartPointAfterArrowKey('End', { index: 5, series: 2 }, reach)).toEqual({ index: 29, series: 2 });
  expect(chartPointAfterArrowKey('Enter', { index: 5, series: 2 }, reach)).toBeUndefined();
});
