import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortMomentText } from '#kernel/kind/datetime.ts';
import { csvStream } from '#server/sheets/csv-writer.ts';
import type { DatabaseCellSource } from '#server/sheets/write-database-rows-as-sheet.ts';
import { writeXlsx } from '#server/sheets/xlsx-writer.ts';
import type { WrittenSheet, WrittenSheetColumn } from './read-and-written-sheet-types.ts';

/** A row as PostgreSQL sends it: of each field its length and its bytes. */
function messageOf(fields: readonly (string | null)[]): Buffer {
  const numbers = (length: number, value: number) => {
    const written = Buffer.alloc(length);
    written.writeIntBE(value, 0, length);
    return written;
  };
  const body = fields.flatMap((one) =>
    one === null ? [numbers(4, -1)] : [numbers(4, Buffer.byteLength(one)), Buffer.from(one)],
  );
  const content = Buffer.concat([numbers(2, fields.length), ...body]);
  return Buffer.concat([Buffer.from('D'), numbers(4, content.length + 4), content]);
}

async function* inPieces(rows: readonly (readonly (string | null)[])[], length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < rows.length; at += length) yield Buffer.concat(rows.slice(at, at + length).map(messageOf));
}

const bytes = async (stream: AsyncIterable<Uint8Array>) => {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
};

const columns: WrittenSheetColumn[] = [
  { label: '名称' },
  { label: '租金', number: '0.00' },
  { label: '时间' },
  { label: '到期' },
  { label: '总店', error: true },
];
const cells: DatabaseCellSource[] = [
  { as: 'text', unset: '' },
  { as: 'text', unset: '' },
  { as: 'moment', unset: '' },
  { as: 'text', unset: '长期有效' },
  { as: 'formatted', fields: 2, format: ([key, name]) => (key === null ? '' : `${key}：${name ?? '无'}`) },
];

const character = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    ...'=+-@\t\r\n\\\'"<>&_,（）＝＋－＠、。「“”…\u00a0\u1680\u2003\u2028\u202f\u205f\u3000\ufeff\ufffd\ufffe\uffff',
    '_x000D_',
    ']]>',
  ),
  fc.constantFrom('昆明', 'abc', '12'),
);
const word = fc.array(character, { maxLength: 6 }).map((parts) => parts.join('').replaceAll('\0', '').toWellFormed());
const number = fc.oneof(
  word,
  fc.constantFrom(
    '0',
    '-0',
    '00',
    '01',
    '-5',
    '1200.50',
    '-.5',
    '1.',
    '1e5',
    '123456789012345',
    '1234567890123456',
    '-12345678901234.5',
  ),
  fc.integer().map(String),
);
const moment = fc.oneof(
  fc.integer({ min: -1e9, max: 253_402_300_799 }),
  fc.constantFrom(0, 951_782_400, 253_402_271_999, -1, -60),
  fc.integer({ min: 0, max: 4e9 }).map((minute) => minute * 60),
);
const row = fc.record({
  name: fc.option(word),
  rent: fc.option(number),
  at: fc.option(moment),
  until: fc.option(word),
  key: fc.option(word),
  above: fc.option(word),
});

test('rows as PostgreSQL sends them make the same sheet as their texts do', async () => {
  for (const length of [1, 7, 100, 1000]) {
    const rows = fc.sample(row, 400);
    const seen: number[] = [];
    const fromBytes: WrittenSheet = {
      name: '店铺',
      columns,
      rows: {
        cells,
        pieces: inPieces(
          rows.map(({ name, rent, at, until, key, above }) => [
            name,
            rent,
            at === null ? null : String(at),
            until,
            key,
            above,
          ]),
          length,
        ),
        onRows: (done) => seen.push(done),
      },
    };
    const fromTexts: WrittenSheet = {
      name: '店铺',
      columns,
      rows: rows.map(({ name, rent, at, until, key, above }) => [
        name ?? '',
        rent ?? '',
        at === null ? '' : shortMomentText(at),
        until ?? '长期有效',
        key === null ? '' : `${key}：${above ?? '无'}`,
      ]),
    };
    const [format, write] =
      length % 2 === 1
        ? (['csv', (one: WrittenSheet) => bytes(csvStream(one))] as const)
        : (['xlsx', (one: WrittenSheet) => bytes(writeXlsx([one]))] as const);
    expect((await write(fromBytes)).equals(await write(fromTexts)), `${format} in pieces of ${length}`).toBe(true);
    expect(seen.at(-1)).toBe(400);
  }
});
