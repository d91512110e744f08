import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AnyField, KindName } from '#kernel/declaration/field.ts';
import { field, kindOf, kinds } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { decodeMessage } from '#kernel/text/validation-messages.ts';

const label = text('字段', 'Field');
const colours = { red: text('红', 'Red'), blue: { ...text('蓝', 'Blue'), tone: 'good' } } as const;

interface Case {
  one: AnyField;
  /** What a client sends → what is stored. */
  good: readonly (readonly [unknown, unknown])[];
  /** What a client sends → words of the refusal in English. */
  bad: readonly (readonly [unknown, RegExp])[];
}

const oddTypes = [{}, [], true, Number.NaN] as const;
const refuses = (values: readonly unknown[], pattern: RegExp) => values.map((value) => [value, pattern] as const);
const id18 = '11010519491231002X';

const cases: Readonly<Record<KindName, Case>> = {
  text: {
    one: field.text(label, { max: 5, min: 2 }),
    good: [
      ['  ab ', 'ab'],
      ['ａｂ', 'ａｂ'],
      ['e\u0301e', '\u00e9e'],
      ['a\u0000\u0007b\tc', 'abc'],
      [12345, '12345'],
      ['<b>x', '<b>x'],
    ],
    bad: [
      ['a', /At least 2/],
      ['abcdef', /At most 5/],
      ['\u0000a\u0000', /At least 2/],
      ...refuses([{}, [], ['ab'], true], /Invalid format/),
    ],
  },
  identifier: {
    one: field.identifier(label, { max: 12, min: 2 }),
    good: [
      [' Ｌ－ＹＮ　00123 ', 'L-YN 00123'],
      ['\u202dl-yn\u201300123\u202c', 'l-yn-00123'],
      [530100, '530100'],
    ],
    bad: [
      ['1', /At least 2/],
      ['5.30102E+17', /rounded/],
      ['1234567890123', /At most 12/],
      ...refuses(['--', '／／', '( )'], /or leave it empty/),
      ...refuses([{}, [], ['ab'], true], /Invalid format/),
    ],
  },
  textarea: {
    one: field.textarea(label, { max: 8 }),
    good: [
      ['a\r\nb\rc', 'a\nb\nc'],
      ['a\tb\u0001', 'a\tb'],
      [' \n x \n ', 'x'],
    ],
    bad: [['123456789', /At most 8/]],
  },
  number: {
    one: field.number(label, { min: -2, max: 10 }),
    good: [
      ['1.5', 1.5],
      [2, 2],
      ['-.5', -0.5],
      ['1e1', 10],
      ['+3', 3],
    ],
    bad: [
      ...refuses(['abc', '1,5', '', '0x10', 'Infinity', ...oddTypes], /Enter a number/),
      [11, /Must not exceed 10/],
      ['-3', /at least -2/],
    ],
  },
  float: {
    one: field.float(label, { min: -180, max: 180 }),
    good: [
      ['102.7', 102.7],
      [-180, -180],
    ],
    bad: [
      [180.5, /Must not exceed 180/],
      ['NaN', /number/],
    ],
  },
  integer: {
    one: field.integer(label),
    good: [
      ['12', 12],
      [0, 0],
      ['2147483647', 2147483647],
      ['1e3', 1000],
      ['１，２８０', 1280],
      ['12。', 12],
    ],
    bad: [
      ['1,5', /number/],
      ['1.5', /whole number/],
      ['19。6', /whole number/],
      ['1,23', /number/],
      ['2147483648', /Must not exceed/],
      ['-2147483649', /at least/],
      ['1e30', /Must not exceed/],
      ...refuses(oddTypes, /number/),
    ],
  },
  money: {
    one: field.money(label),
    good: [
      ['12.5', '12.50'],
      ['12.50', '12.50'],
      [12.5, '12.50'],
      ['¥1,234.56', '1234.56'],
      ['1280。5', '1280.50'],
      ['１２３元', '123.00'],
      ['0.1', '0.10'],
      [0, '0.00'],
      ['9999999999999.99', '9999999999999.99'],
      [0.29, '0.29'],
      [1.15, '1.15'],
      ['1.15', '1.15'],
      ['1280。5', '1280.50'],
      ['１２３', '123.00'],
      ['１，２８０．５０元', '1280.50'],
    ],
    bad: [
      ['1,28', /two decimals/],
      ['5.30102E+17', /two decimals/],
      ['1.234', /two decimals/],
      ['-1', /at least 0.00/],
      ['12a', /two decimals/],
      ['99999999999999', /Must not exceed 9999999999999\.99/],
      ['-99999999999999', /at least 0\.00/],
      ['9'.repeat(400), /Must not exceed/],
      [1e21, /two decimals/],
      ['1e3', /two decimals/],
      ...refuses(oddTypes, /two decimals/),
    ],
  },
  date: {
    one: field.date(label),
    good: [
      ['2026-02-28', '2026-02-28'],
      ['2026/2/8', '2026-02-08'],
      ['2026年2月8日', '2026-02-08'],
      ['2026.12.31', '2026-12-31'],
      ['20260228', '2026-02-28'],
      ['2026/2/8 0:00', '2026-02-08'],
      ['２０２６－２－８', '2026-02-08'],
      ['2024-02-29', '2024-02-29'],
      ['2026-02-28 10:00:00', '2026-02-28'],
      ['２０２６。２。８', '2026-02-08'],
    ],
    bad: refuses(['2026-02-30', '2025-02-29', '2026-13-01', '26-1-1', 'abc', 20260228, ...oddTypes], /valid date/),
  },
  time: {
    one: field.time(label),
    good: [
      ['08:30', '08:30:00'],
      ['8:30', '08:30:00'],
      ['０８：３０', '08:30:00'],
      ['23:59:59', '23:59:59'],
    ],
    bad: refuses(['24:00:00', '8:3', '08:60:00', 830, ...oddTypes], /valid time/),
  },
  year: {
    one: field.year(label),
    good: [
      ['2026', 2026],
      [1949, 1949],
    ],
    bad: refuses(['abc', '20266', 20_266, 2026.5, ...oddTypes], /year/),
  },
  datetime: {
    one: field.datetime(label),
    good: [
      [0, 0],
      ['1750000000', 1_750_000_000],
      ['2026-02-28 10:05', 1_772_244_300],
      ['2026-02-28 10:05:09', 1_772_244_309],
      ['2026-02-28', 1_772_208_000],
      ['2026/2/28 0:00', 1_772_208_000],
      ['20260228', 1_772_208_000],
      ['2026/2/28 10:05', 1_772_244_300],
    ],
    bad: refuses(
      ['2026-02-30 10:00:00', '2026-02-28 24:00:00', -1, 1e15, '999999999999', 'now()', ...oddTypes],
      /valid date/,
    ),
  },
  switch: {
    one: field.switch(label),
    good: [
      ['1', '1'],
      ['0', '0'],
      [true, '1'],
      [0, '0'],
      ['是', '1'],
      ['OFF', '0'],
      [1, '1'],
    ],
    bad: refuses(['2', 2, 'maybe', {}, []], /Invalid option/),
  },
  select: {
    one: field.select(label, { options: colours }),
    good: [['red', 'red']],
    bad: refuses(['green', '', '__proto__', 'constructor', 'toString', {}, []], /Invalid option/),
  },
  radio: {
    one: field.radio(label, { options: colours }),
    good: [['blue', 'blue']],
    bad: refuses(['Red'], /Invalid option/),
  },
  selects: {
    one: field.selects(label, { options: colours, max: 2 }),
    good: [
      [
        ['red', 'blue'],
        ['red', 'blue'],
      ],
      ['red,blue', ['red', 'blue']],
      ['red、blue', ['red', 'blue']],
      [['red', 'red'], ['red']],
    ],
    bad: [
      ...refuses([['green'], 'red,green', {}, 5, [['red']], ['__proto__']], /Invalid option/),
      [['red', 'blue', 'red'], /At most 2/],
    ],
  },
  checkbox: {
    one: field.checkbox(label, { options: colours }),
    good: [['blue', ['blue']]],
    bad: refuses([['x']], /Invalid option/),
  },
  reference: {
    one: field.reference(label, { to: 'a/b' }),
    good: [
      ['12', 12],
      [1, 1],
      ['999999999999999', 999999999999999],
    ],
    bad: refuses(['0', 0, -1, 1.5, 'abc', '1 or 1=1', 2 ** 53, '9999999999999999', ...oddTypes], /Invalid option/),
  },
  references: {
    one: field.references(label, { to: 'a/b' }),
    good: [
      [
        ['1', 2, '2'],
        [1, 2],
      ],
      ['3,4', [3, 4]],
    ],
    bad: refuses([['a'], [0], {}, 5, [[1]]], /Invalid option/),
  },
  branches: {
    one: field.branches(label, { to: 'a/b' }),
    good: [
      [
        ['1', 2, 2],
        [1, 2],
      ],
      [['*'], null],
    ],
    bad: refuses([['a'], [0], {}, '*', ['*', 1]], /Invalid option/),
  },
  parent: {
    one: field.parent(label, { to: 'a/b' }),
    good: [
      ['7', 7],
      ['0', 0],
    ],
    bad: refuses(['x', -7], /Invalid option/),
  },
  area: {
    one: field.area(label),
    good: [
      ['530102', '530102'],
      [['530000', '530100', '530102'], '530102'],
      ['530000,530100,530102', '530102'],
      [530102, '530102'],
    ],
    bad: refuses(['53', '5301020', '030102', 'abcdef', '', {}, [], true], /Invalid area/),
  },
  place: {
    one: field.place(label),
    good: [
      [
        { lng: 102.7123456789, lat: 25.04 },
        { lng: 102.712346, lat: 25.04 },
      ],
      ['102.7, 25.04', { lng: 102.7, lat: 25.04 }],
      [
        { lng: '102.7', lat: '25' },
        { lng: 102.7, lat: 25 },
      ],
    ],
    bad: refuses(
      [
        { lng: 0, lat: 0 },
        { lng: 200, lat: 25 },
        { lng: 'a', lat: 25 },
        { lng: 102.7 },
        '102.7',
        'x,y',
        { lng: Number.NaN, lat: 25 },
        5,
        [],
      ],
      /within China|Invalid/,
    ),
  },
  file: {
    one: field.file(label),
    good: [['/storage/a/b.png', '/storage/a/b.png']],
    bad: refuses(
      [
        '/etc/passwd',
        '/storage/../etc/passwd',
        'javascript:alert(1)',
        'http://x/y.png',
        'https://cdn.example.com/a.png',
        '//evil/x',
        `/storage/${'x'.repeat(300)}`,
        '/storage/a b.png',
        ...oddTypes,
      ],
      /upload the file again/,
    ),
  },
  files: {
    one: field.files(label, { max: 2 }),
    good: [
      [['/storage/a.png'], ['/storage/a.png']],
      ['/storage/a.png,/storage/b.png', ['/storage/a.png', '/storage/b.png']],
    ],
    bad: [
      [['/storage/a', '/storage/b', '/storage/c'], /At most 2/],
      ...refuses([['x'], {}, 5], /upload the file again/),
    ],
  },
  image: {
    one: field.image(label),
    good: [['/storage/a.png', '/storage/a.png']],
    bad: refuses(['data:image/png;base64,x'], /upload the file again/),
  },
  images: {
    one: field.images(label),
    good: [[['/storage/a.png'], ['/storage/a.png']]],
    bad: refuses([['/storage/..']], /upload the file again/),
  },
  pairs: {
    one: field.pairs(label),
    good: [
      [[{ key: ' a ', value: 1, more: true }], [{ key: 'a', value: '1' }]],
      [[], []],
    ],
    bad: [
      ...refuses(['a=b', {}, 5], /Invalid/),
      [Array.from({ length: 101 }, () => ({ key: 'a', value: 'b' })), /At most 100/],
      [[{ key: 'x'.repeat(101), value: '' }], /At most 100 characters/],
    ],
  },
  color: {
    one: field.color(label),
    good: [
      ['#3d7a6f', '#3d7a6f'],
      ['#FFF', '#FFF'],
      ['#3d7a6fcc', '#3d7a6fcc'],
    ],
    bad: refuses(['red', '#12', '#ggg', 'url(x)', ...oddTypes], /colour/),
  },
  icon: {
    one: field.icon(label),
    good: [
      ['file-search', 'el-icon-Search'],
      ['rocket', 'rocket'],
      ['fa fa-user', 'fa fa-user'],
    ],
    bad: refuses(['<i>', 'x'.repeat(51), '"onload="x', ...oddTypes], /Invalid/),
  },
  editor: {
    one: field.editor(label, { max: 20 }),
    good: [['<p>字</p>', '<p>字</p>']],
    bad: [['x'.repeat(21), /At most 20/], ...refuses(oddTypes, /editor required/)],
  },
  password: {
    one: field.password(label),
    good: [
      ['Secret-1', 'Secret-1'],
      ['密码密码密码', '密码密码密码'],
    ],
    bad: refuses(
      ['short', 'x'.repeat(33), 'with"quote', "with'quote", 'a<bcdef', 'a&bcdef', 'line\nbreak', ...oddTypes],
      /password/,
    ),
  },
  account: {
    one: field.account(label),
    good: [
      ['user_1', 'user_1'],
      [' abc ', 'abc'],
    ],
    bad: refuses(['1abc', 'ab', 'a'.repeat(16), 'a b', '用户名', 'a-b', ...oddTypes], /Account/),
  },
  email: {
    one: field.email(label),
    good: [[' Li.Ming+1@example.com ', 'Li.Ming+1@example.com']],
    bad: [
      ...refuses(['a@', '@b.com', 'a b@c.com', 'a@b', 'x', ...oddTypes], /e-mail/),
      [`${'x'.repeat(95)}@example.com`, /At most 100|e-mail/],
    ],
  },
  url: {
    one: field.url(label),
    good: [
      ['https://example.com/路?x=1', 'https://example.com/路?x=1'],
      ['HTTP://a', 'HTTP://a'],
    ],
    bad: refuses(['javascript:alert(1)', 'example.com', 'https://a b', 'https://a"b', 'ftp://x', ...oddTypes], /http/),
  },
  personName: {
    one: field.personName(label),
    good: [
      ['张三', '张三'],
      ['买买提·依明', '买买提·依明'],
      ["Jane O'Neil", "Jane O'Neil"],
      ['𠮷田', '𠮷田'],
      ['José', 'José'],
    ],
    bad: refuses(['张3', '<b>', '张'.repeat(31), 'x'.repeat(61), '😀', '-张', '张三/李四', ...oddTypes], /name/),
  },
  mobile: {
    one: field.mobile(label),
    good: [
      ['13800000000', '13800000000'],
      ['+86 138-0000-0000', '13800000000'],
      [13800000000, '13800000000'],
      ['8613800000000', '13800000000'],
    ],
    bad: refuses(['12800000000', '1380000000', '138000000001', 'abc', '+1 5551234567', ...oddTypes], /mobile/),
  },
  idNumber: {
    one: field.idNumber(label),
    good: [
      [id18, id18],
      [id18.toLowerCase(), id18],
      [`110105 19491231 002X`, id18],
    ],
    bad: [
      ['530102199003078031', /checksum/],
      ['530102199002308031', /checksum|Invalid/],
      ['5301021990030780', /Invalid ID/],
      ['x', /Invalid ID/],
      ...refuses(oddTypes, /Invalid ID/),
    ],
  },
  creditCode: {
    one: field.creditCode(label),
    good: [
      ['91350100M000100Y43', '91350100M000100Y43'],
      [' 91350100m000100y43 ', '91350100M000100Y43'],
    ],
    bad: [
      ['91530102MA6K0000I2', /Invalid unified/],
      ['91350100M000100Y44', /check digit/],
      ['short', /Invalid unified/],
      ...refuses(oddTypes, /Invalid unified/),
    ],
  },
  plate: {
    one: field.plate(label),
    good: [
      ['云a12345', '云A12345'],
      ['云A·12345', '云A12345'],
      ['云AD12345', '云AD12345'],
    ],
    bad: refuses(['A12345', '云A1234', 'x', ...oddTypes], /plate/),
  },
  rows: {
    one: field.rows(label, { of: 'a/b', max: 2 }),
    good: [
      [[], []],
      [
        [{ id: 1 }, {}],
        [{ id: 1 }, {}],
      ],
    ],
    bad: [...refuses(['x', {}, 1, [1], [null], [[]]], /Invalid format/), [[{}, {}, {}], /At most 2/]],
  },
  signature: { one: field.signature(label), good: [[{ name: '王' }, { name: '王' }]], bad: refuses(['x'], /In/) },
  oneOf: {
    one: field.oneOf(label, { to: { 'zoo/animal': text('动物', 'Animal'), 'zoo/keeper': text('饲养员', 'Keeper') } }),
    good: [['zoo/keeper:12', 'zoo/keeper:12']],
    bad: refuses(
      ['zoo/keeper', 'zoo/keeper:0', 'zoo/keeper:012', 'zoo/meal:1', 'constructor:1', 'zoo/keeper:1 ', 12, {}],
      /Invalid option/,
    ),
  },
  subject: {
    one: field.subject(label),
    good: [
      [
        { resource: 'enterprise/licence', id: 7, title: '甲' },
        { resource: 'enterprise/licence', id: 7, title: '甲' },
      ],
    ],
    bad: refuses(['x', { resource: 'enterprise/licence' }, { resource: 1, id: 0, title: null }], /valid/),
  },
};
const parse = (one: AnyField, value: unknown) => kindOf(one).schema(one.options).safeParse(value);
const messagesOf = (result: ReturnType<typeof parse>) =>
  result.success ? '' : result.error.issues.map((each) => decodeMessage(each.message, 'en')).join('; ');

test('every file type is recognised', () => {
  expect(Object.keys(cases).toSorted()).toEqual(Object.keys(kinds).toSorted());
});

describe.each(Object.entries(cases))('%s', (name, { one, good, bad }) => {
  test('is its own name', () => {
    expect(kindOf(one).name).toBe(name);
  });

  test.each(good)('takes %j', (given, stored) => {
    const result = parse(one, given);
    expect([result.success, result.success ? result.data : messagesOf(result)]).toEqual([true, stored]);
  });

  test('accepts its own example', () => {
    expect(parse(one, kindOf(one).example(one.options)).success).toBe(true);
  });

  test.each(bad)('refuses %j', (given, pattern) => {
    const result = parse(one, given);
    expect(result.success, JSON.stringify(result.success && result.data)).toBe(false);
    expect(messagesOf(result)).toMatch(pattern);
  });

  test('refuses any input with our own message in both languages, and never throws', {
    timeout: 60_000,
  }, () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything({ maxDepth: 2 }),
          fc.string({ unit: 'binary' }),
          fc.constantFrom(...good.map(([given]) => given)),
        ),
        (value) => {
          const result = parse(one, value);
          if (result.success) return;
          for (const { message } of result.error.issues) {
            expect(decodeMessage(message, 'en')).toMatch(/^[\x20-\x7e]+$/);
            expect(decodeMessage(message, 'zh-cn')).toMatch(/[\u4e00-\u9fff]/);
            // an encoded message, not words a library made up
            expect(message).toMatch(/^[a-z_]+(\|\{.*\})?$/);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('normalising twice changes nothing', () => {
    if (name === 'branches') return; // everything, present and future, is sent in another form than stored
    for (const [, wire] of good) expect(parse(one, wire)).toEqual({ success: true, data: wire });
  });

  test('written into a sheet and read back it means the same', () => {
    const kind = kindOf(one);
    if ((!kind.fromText && !kind.toText) || name === 'subject' || name === 'rows') return; // never read from a cell
    for (const [, wire] of good) {
      if (wire === null) continue;
      for (const locale of ['zh-cn', 'en'] as const) {
        const written = kind.toText?.(wire, one.options, locale) ?? String(wire);
        if (written === '' || name === 'files' || name === 'images') continue;
        const read = parse(one, kind.fromText ? kind.fromText(written, one.options) : written);
        expect([written, read.success && read.data]).toEqual([written, wire]);
      }
    }
  });
});

test('the database stores amounts in cents, moments in ISO, points, flags and pairs in its own form; all else unchanged', () => {
  const stored = (one: AnyField, wire: unknown) => kindOf(one).store?.(wire);
  expect(stored(field.money(label), '9999999999999.99')).toBe(999_999_999_999_999);
  expect(stored(field.money(label), '-1.15')).toBe(-115);
  expect(stored(field.datetime(label), 1_750_000_000)).toBe('2025-06-15T15:06:40.000Z');
  expect(stored(field.place(label), { lng: 102.7, lat: 25 })).toBe('(102.7,25)');
  expect([stored(field.switch(label), '1'), stored(field.switch(label), '0')]).toEqual([true, false]);
  expect(stored(field.pairs(label), [{ key: 'a', value: '1' }])).toBe('[{"key":"a","value":"1"}]');
  const parent = field.parent(label, { to: 'a/b' });
  expect([stored(parent, 0), stored(parent, 7)]).toEqual([null, 7]);
  const others = Object.entries(kinds).filter(([, kind]) => 'store' in kind);
  expect(others.map(([name]) => name).toSorted()).toEqual(['datetime', 'money', 'pairs', 'parent', 'place', 'switch']);
});
