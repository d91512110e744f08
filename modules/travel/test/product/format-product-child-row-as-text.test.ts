import { expect, test } from 'vitest';
import type { Locale } from '#kernel/text/text.ts';
import { versionDifferencesOf as differencesOfRows } from '#web/record/version/differences-between-versions.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { product } from '../../contract/product/tour-product.ts';
import { formatProductChildRowAsText } from '../../web/product/format-product-child-row-as-text.ts';

const options = { lineOf: formatProductChildRowAsText, without: ['review_note', 'submitted_at'] };
const differencesOf = (before: WireRow, after: WireRow, locale: Locale) =>
  differencesOfRows(product, before, after, locale, options);

const row = (more: object) => ({
  id: 1,
  version: 1,
  createtime: 0,
  updatetime: 0,
  revision: 1,
  title: '大理三日游',
  nights: 2,
  price_from: '900.00',
  days: [{ title: '昆明—大理', hotel_name: null }],
  stops: [{ day_no: 1, name: '大理古城', arrive: '14:00:00', stay_minutes: 120, fee: null }],
  ...more,
});

test('two versions differ in their content, ignoring what is particular to every version', () => {
  const after = row({ id: 2, revision: 2, previous_id: 1, review_note: '可', title: '大理深度三日游' });
  expect(differencesOf(row({}), after, 'zh-cn')).toMatchObject([
    { name: 'title', was: ['大理三日游'], is: ['大理深度三日游'] },
  ]);
  expect(differencesOf(after, after, 'en')).toEqual([]);
});

test('lists are compared by the lines that only one of them has', () => {
  const { stops } = row({}) as unknown as { stops: object[] };
  const more = { day_no: 1, name: '洱海', arrive: '16:30:00', stay_minutes: 60, fee: '30.00' };
  expect(differencesOf(row({}), row({ stops: [...stops, more] }), 'en')).toMatchObject([
    { name: 'stops', was: [], is: ['Day 1 16:30 洱海 60 min 30.00'] },
  ]);
});
