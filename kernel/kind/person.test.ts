import { expect, test } from 'vitest';
import type { AnyField } from '#kernel/declaration/field.ts';
import { field, kindOf } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { encodeMessage } from '#kernel/text/validation-messages.ts';

const label = text('字段', 'Field');
const parse = (one: AnyField, value: unknown) => kindOf(one).schema(one.options).safeParse(value);
const stores = (one: AnyField, written: string, stored: string) => {
  expect(parse(one, written).data, JSON.stringify(written)).toBe(stored);
  expect(kindOf(one).normalize?.(written, one.options), 'and is searched for so').toBe(stored);
};

test('names are normalised from lists, passports and tickets', () => {
  for (const [written, stored] of [
    ...['•', '・', '‧', '．', '∙', '⋅', '･', ' • '].map((dot) => [`买买提${dot}依明`, '买买提·依明'] as const),
    ['张\u3000三', '张 三'],
    ['\u202d张三\u202c\u200b', '张三'],
    ['SMITH/JOHN MR', 'SMITH/JOHN MR'],
    ['ＳＭＩＴＨ／ＪＯＨＮ', 'SMITH/JOHN'],
    ['WANG，XIAO‐MING', 'WANG,XIAO-MING'],
    ['O’BRIEN, JEAN–LUC', "O'BRIEN, JEAN-LUC"],
    ['TAN (CHEN) WEI', 'TAN (CHEN) WEI'],
    ['李四（LI SI）', '李四(LI SI)'],
  ] as const)
    stores(field.personName(label), written, stored);
  for (const more of ['张三(导游)', '张三,李四']) expect(parse(field.personName(label), more).success).toBe(false);
});

test('mobile and identity numbers in a search are normalised', () => {
  for (const [written, stored] of [
    ['0086-138 0000 0000', '13800000000'],
    ['（+86）138–0000–0000', '13800000000'],
    ['１３８００００００００', '13800000000'],
    ['\u202d+86 138 0000 0000\u202c', '13800000000'],
    ['\ufeff138\u200b00000000', '13800000000'],
  ] as const)
    stores(field.mobile(label), written, stored);
  for (const [written, stored] of [
    ['110105-19491231-002x', '11010519491231002X'],
    ['１１０１０５１９４９１２３１００２Ｘ', '11010519491231002X'],
    ['\u202d11010519491231002X\u202c', '11010519491231002X'],
  ] as const)
    stores(field.idNumber(label), written, stored);
});

test('a mobile number may be foreign if its field allows it', () => {
  const one = field.mobile(label, { foreign: true });
  for (const [written, stored] of [
    ['+1 (415) 555-0100', '+14155550100'],
    ['0044 20 7946 0958', '+442079460958'],
    ['+86 138 0000 0000', '13800000000'],
    ['１３８００００００００', '13800000000'],
  ] as const)
    expect(parse(one, written).data).toBe(stored);
  for (const wrong of ['4155550100', '+12', '+86 871 63112345', 'abc', {}])
    expect(parse(one, wrong).success).toBe(false);
});

test('a long number rounded by a spreadsheet gets its own message', () => {
  for (const one of [
    field.idNumber(label),
    field.mobile(label),
    field.mobile(label, { foreign: true }),
    field.creditCode(label),
  ])
    for (const rounded of ['5.30102E+17', '1.38E+10', '５．３０１０２Ｅ＋１７']) {
      const { error } = parse(one, rounded);
      expect(error?.issues.map(({ message }) => message)).toEqual([encodeMessage('rounded_number')]);
    }
});
