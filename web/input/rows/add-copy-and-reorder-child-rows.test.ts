import { expect, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { copyChildRow, reorderRow } from './add-copy-and-reorder-child-rows.ts';

const fields = {
  name: field.text(text('名称', 'Name'), { required: true }),
  fee: field.money(text('费用', 'Fee')),
  shop: field.switch(text('购物', 'Shopping')),
  mobile: field.mobile(text('手机', 'Mobile'), { privacy: 'masked' }),
};

test('a copy is a new row without what is only seen masked, and a move changes the order alone', () => {
  expect(copyChildRow({ id: 7, version: 3, name: 'a', mobile: '138****8000' }, fields)).toEqual({
    key: expect.any(String),
    name: 'a',
  });
  expect(reorderRow(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(reorderRow(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c']);
});
