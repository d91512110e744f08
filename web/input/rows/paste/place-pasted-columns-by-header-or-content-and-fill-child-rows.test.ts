import { expect, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { cellsFromText } from './clipboard-cells.ts';
import { placePastedColumnsAndFillChildRows } from './place-pasted-columns-by-header-or-content-and-fill-child-rows.ts';

const columns = Object.entries({
  name: field.text(text('名称', 'Name'), { required: true }),
  fee: field.money(text('费用', 'Fee')),
  shop: field.switch(text('购物', 'Shopping')),
  mobile: field.mobile(text('手机', 'Mobile'), { privacy: 'masked' }),
});
const make = () => ({ key: 'k' });

test('what is pasted fills cells to the right and down, becomes new rows, and is told where it is too much', () => {
  const pasted = cellsFromText('名称\t费用\t购物\n石林\t12\t是\n翠湖\t\t否\n滇池');
  expect(
    placePastedColumnsAndFillChildRows([{ id: 1, name: '旧', fee: '1.00' }], columns, { row: 0, column: 0 }, pasted, {
      most: 2,
      make,
    }),
  ).toEqual({
    rows: [
      { id: 1, name: '石林', fee: '12.00', shop: '1' },
      { key: 'k', name: '翠湖', fee: null, shop: '0' },
    ],
    filled: 2,
    cut: 1,
    skipped: 0,
    left: [],
  });
});

const people = Object.entries({
  name: field.personName(text('姓名', 'Name'), { required: true }),
  id_type: field.select(text('证件类型', 'Document type'), { options: { id_card: text('身份证', 'ID card') } }),
  id_no: field.idNumber(text('证件号码', 'Document number'), { documents: true }),
  gender: field.select(text('性别', 'Gender'), { options: { male: text('男', 'Male'), female: text('女', 'Female') } }),
  mobile: field.mobile(text('手机', 'Mobile')),
  remark: field.text(text('备注', 'Remarks')),
});

test('a list of people goes where its header says, or where what stands in it belongs', () => {
  const list = '1\t张秋\t11010519491231002X\t13800138000\t女\n2\t王明\t11010519491231002X\t\t男';
  const row = { key: 'k', name: '张秋', id_no: '11010519491231002X', mobile: '13800138000', gender: 'female' };
  const paste = (text: string) =>
    placePastedColumnsAndFillChildRows([], people, { row: 0, column: 0 }, cellsFromText(text), { most: 9, make });
  const named = paste(`序号\t*姓名\t身份证号\t联系电话\t性别\n${list}`);
  expect([named.rows[0], named.rows.length, named.left]).toEqual([row, 2, ['序号']]);
  const printed = paste(
    `昆明一日游游客名单\t\t\t\t\n*姓名\t身份证号\t联系方式\t性别\n张秋\t11010519491231002X\t13800138000\t女\n合计\t1 人\n注：以上信息属实`,
  );
  expect([printed.rows, printed.skipped]).toEqual([[row], 3]);
  // a header of words nobody knows is no person either, nor is what stands around the list
  const strange = paste(`昆明一日游游客名单\n编组\t客人\t号\t联络\t男女\n${list}\n合计\t2 人`);
  expect([strange.rows[0], strange.rows.length, strange.filled, strange.skipped]).toEqual([row, 2, 2, 3]);
  // but whoever is written with a wrong number stays in sight
  expect(paste('1\t张秋\t11010519491231\t13800138000\n2\t王明\t11010519491231002X\t13900139000').filled).toBe(2);
  const bare = paste(list);
  expect([bare.rows[0], bare.rows.length, bare.left]).toEqual([row, 2, ['1']]);
  // what lies as the table does is taken as it lies, and one column goes where one is
  expect(paste('张秋\t身份证').rows[0]).toEqual({ key: 'k', name: '张秋', id_type: 'id_card' });
  expect(paste('11010519491231002X').rows[0]).toEqual({ key: 'k', name: '11010519491231002X' });
});

test('telephones of other countries tell their column where the field takes them, and go nowhere else', () => {
  const list = 'SMITH/JOHN\t+1 (415) 555-0100\tX1234567\nTAN WEI\t0065 6123 4567\tK7654321';
  const guests = (foreign: boolean) =>
    Object.entries({
      name: field.personName(text('姓名', 'Name'), { required: true }),
      id_no: field.idNumber(text('证件号码', 'Document number'), { documents: true }),
      mobile: field.mobile(text('手机', 'Mobile'), foreign ? { foreign: true } : {}),
    });
  const paste = (foreign: boolean) =>
    placePastedColumnsAndFillChildRows([], guests(foreign), { row: 0, column: 0 }, cellsFromText(list), {
      most: 9,
      make,
    }).rows;
  expect(paste(true)).toEqual([
    { key: 'k', name: 'SMITH/JOHN', id_no: 'X1234567', mobile: '+14155550100' },
    { key: 'k', name: 'TAN WEI', id_no: 'K7654321', mobile: '+6561234567' },
  ]);
  expect(paste(false).map(({ mobile }) => mobile)).not.toContain('+14155550100');
});
