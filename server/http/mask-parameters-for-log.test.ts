import { describe, expect, test } from 'vitest';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { admin } from '#modules/identity/contract/admin.ts';
import { deadlineRule } from '#modules/system/contract/deadline-rule.ts';
import { maskedParameters } from './mask-parameters-for-log.ts';

const masked = (params: Record<string, unknown>, resource?: Parameters<typeof maskedParameters>[1]) =>
  JSON.parse(maskedParameters(params, resource)) as Record<string, unknown>;
const mobile = '13900000002';
const id = '53010219900101001X';
const mail = 'liming@example.com';

describe('personal data', () => {
  test.each([
    ['declared', { contact_mobile: mobile, legal_id_no: id, email: mail }],
    ['as a number', { contact_mobile: Number(mobile), unknown: Number(mobile) }],
    ['in lists', { contact_mobile: [mobile, [mobile]], unknown: [mobile, id] }],
    ['nested', { contact_mobile: { a: { b: mobile } }, unknown: { deep: { list: [{ x: mobile }, { id_no: id }] } } }],
    [
      'under names nobody declared',
      { Contact_Mobile: mobile, contactmobile: `电话 ${mobile}，${mail}`, x: id.toLowerCase() },
    ],
    [
      'written otherwise',
      { x: '139 0000 0002', y: '+86-139-0000-0002', z: '１３９００００000２', w: 'liming＠example.com' },
    ],
    ['as the name of a parameter', { [mobile]: 1, nested: { [mail]: 1 } }],
    [
      'in pairs that name a field',
      {
        marks: [
          { key: 'legal_mobile', value: mobile },
          { key: 'name', value: `见 ${mobile}` },
        ],
      },
    ],
    [
      'searched for',
      {
        search: [{ field: 'contact_mobile', operator: '=', val: mobile }, { field: 'x', val: { a: mobile } }, mobile],
        quick_search: mobile,
      },
    ],
    ['as text of JSON', { data: JSON.stringify({ mobile, id, mail }) }],
  ])('is masked %s', (_where, params) => {
    for (const text of [maskedParameters(params, enterprise), maskedParameters(params)]) {
      const plain = text.normalize('NFKC');
      for (const secret of [mobile, id, id.toLowerCase(), mail, '0000 0002', '0000-0002'])
        expect(plain).not.toContain(secret);
    }
  });

  test('keeps enough to be recognised', () => {
    expect(masked({ contact_mobile: mobile, legal_id_no: id, email: mail, name: '好运饭店' }, enterprise)).toEqual({
      contact_mobile: '139****0002',
      legal_id_no: '5301**********001X',
      email: 'l***@example.com',
      name: '好运饭店',
    });
    expect(masked({ mobile, note: `请回电${mobile}` }, admin)).toEqual({
      mobile: '139****0002',
      note: '请回电139****0002',
    });
    expect(masked({ note: 'call +1 415 555 0100' }, admin)).toEqual({ note: 'call +14*****0100' });
  });
});

test('secrets never stand, whatever they are', () => {
  const secrets = {
    password: 'a',
    new_password: ['b'],
    passwordConfirm: { c: 1 },
    refresh_token: 5,
    captcha_id: 'd',
    code: '123456',
    nested: [{ token: 'e', sms_code: 'f' }],
    Authorization: 'g',
    ticket: 'h',
  };
  const text = maskedParameters(secrets, enterprise);
  expect(masked(secrets, enterprise)).toEqual({
    ...Object.fromEntries(Object.keys(secrets).map((name) => [name, '[secret]'])),
    nested: [{ token: '[secret]', sms_code: '[secret]' }],
  });
  expect(text).not.toContain('123456');
});

test('what is declared and not private stands as sent', () => {
  const sent = {
    id: 5,
    version: 3,
    ids: [[1, 2]],
    uscc: '91530102MA0000001X',
    ent_type: 'shop',
    place: { lng: 102.71, lat: 25.04 },
    address: '人民路 100 号',
    marks: [{ key: 'address', value: '不符' }],
    step: 'confirm',
    area_code: '530102',
  };
  expect(masked(sent, enterprise)).toEqual(sent);
  expect(masked({ code: 'enterprise_audit', amount: 5 }, deadlineRule)).toEqual({
    code: 'enterprise_audit',
    amount: 5,
  });
});

test('what is nested without end or very long is cut', () => {
  let deep: unknown = mobile;
  for (let n = 0; n < 3000; n++) deep = n % 2 ? [deep] : { a: deep };
  expect(
    maskedParameters({ deep, contact_mobile: deep, long: 'x'.repeat(5_000_000), dots: 'a.'.repeat(500_000) }).length,
  ).toBeLessThan(10_002);
  expect(maskedParameters({ deep }, enterprise)).toContain('[deep]');
});
