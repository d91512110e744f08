import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { relationNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { readRowsAsRawProtocolMessages } from '#server/db/driver/read-rows-as-raw-protocol-messages.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { invalid } from '#server/refusal.ts';
import { staysUnchangedAsNumberCell } from '#server/sheets/can-text-become-number-cell-unchanged.ts';
import { guardFormula } from '#server/sheets/csv-injection-guard.ts';
import { readSheetFile } from '#server/sheets/read-sheets-of-xlsx-or-csv-file.ts';
import { exportColumns, exportedCellText } from '#server/transfer/export/columns-and-cells-of-export.ts';
import { sqlResultAsSheet } from '#server/transfer/export/sql-result-as-sheet.ts';
import { writeWorkbookFile } from '#server/transfer/export/write-export-workbook.ts';
import { createFinderOfUniqueIndexViolations } from '#server/transfer/find-imported-rows-violating-unique-indexes.ts';
import { parseImportSheets } from '#server/transfer/read/parse-import-sheets-with-child-rows.ts';
import { type ImportMode, runImport } from '#server/transfer/write-or-try-rows-of-parsed-import.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';

const shop = resource({
  name: 'shop/shop',
  label: text('店铺', 'Shops'),
  title: 'name',
  scope: 'all',
  fields: {
    name: field.text(text('店名', 'Name'), { required: true, max: 10 }),
    code: field.text(text('代码', 'Code'), { required: true, unique: true }),
  },
});

let db: TestDatabase;
let folder: string;
beforeAll(async () => {
  db = await createTestDatabase();
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'xingjian-transfer-'));
  await db.query(
    'create table shop (id bigint generated always as identity primary key, name text not null, code text not null, part xid8 not null default pg_current_xact_id(), constraint shop_code unique (code))',
  );
});
beforeEach(() => db.query('truncate shop restart identity'));
afterAll(async () => {
  await db.close();
  await fs.rm(folder, { recursive: true, force: true });
});

const lookup = { references: async () => new Map<string, number>(), areas: async () => new Map<string, string>() };
const writeRow = async (tx: Transaction, values: Readonly<Record<string, unknown>>) => {
  await tx
    .query('insert into shop (name, code) values ($1, $2)', [values.name, values.code])
    .catch((error: { code?: string }) => {
      throw error.code === '23505' ? invalid({ code: ['代码已存在'] }) : error;
    });
};
const tryRow = async (_tx: Transaction, values: Readonly<Record<string, unknown>>) => values;
const trial = () => ({ tryRow, findDuplicates: createFinderOfUniqueIndexViolations(db, shop, 'zh-cn') });
const importRows = async (rows: string[], mode: ImportMode, dry = false, write = writeRow, attempt = tryRow) => {
  const sheet = await readSheetFile(Buffer.from(['店名,代码', ...rows].join('\n')));
  const reading = await parseImportSheets(shop, sheet, 'zh-cn', lookup);
  const steps: string[] = [];
  const outcome = await runImport({
    db,
    reading,
    mode,
    dry,
    locale: 'zh-cn',
    writeRow: write,
    ...trial(),
    tryRow: attempt,
    onProgress: (done, total) => steps.push(`${done}/${total}`),
  });
  return { ...outcome, steps, stored: Number((await db.row<{ count: number }>('select count(*) from shop'))?.count) };
};

test('all or nothing: one bad row and nothing is saved, row and column named', async () => {
  await db.query(`insert into shop (name, code) values ('有', '7')`);
  const { report, left, stored } = await importRows(
    ['甲,1', '名字长得超过了十个字符,2', '丙,7', '丁,4', '戊,1'],
    'all_or_nothing',
  );
  expect(stored).toBe(1);
  expect(report).toEqual({
    total: 5,
    valid: 2,
    imported: 0,
    errors: [
      { row: 3, column: '店名', field: 'name', message: '不能超过 10 个字符' },
      { row: 4, column: '代码', field: 'code', message: '代码已存在' },
      { row: 6, column: '代码', field: 'code', message: '与第 2 行重复' },
    ],
  });
  expect(left.map(({ row, errors }) => [row, errors.length])).toEqual([
    [2, 0],
    [3, 1],
    [4, 1],
    [5, 0],
    [6, 1],
  ]);
  const good = await importRows(['甲,1', '乙,2'], 'all_or_nothing');
  expect(good).toMatchObject({
    stored: 3,
    left: [],
    steps: ['1/2', '2/2'],
    report: { total: 2, valid: 2, imported: 2, errors: [] },
  });
  expect((await importRows(['甲,1', '乙,2'], 'all_or_nothing')).report.errors.map((error) => error.message)).toEqual([
    '代码已存在',
    '代码已存在',
  ]);
});

test('all or nothing: a row that only the storing of it refuses is told of as well', async () => {
  await db.query(`alter table shop add constraint shop_named check (name <> '丙')`);
  const picky = async (tx: Transaction, values: Readonly<Record<string, unknown>>) => {
    await writeRow(tx, values).catch((error: { code?: string }) => {
      throw error.code === '23514' ? invalid({ name: ['不能叫丙'] }) : error;
    });
  };
  try {
    const { report, stored } = await importRows(['甲,1', '乙,2', '丙,3'], 'all_or_nothing', false, picky);
    expect(stored).toBe(0);
    expect(report.errors).toEqual([{ row: 4, column: '店名', field: 'name', message: '不能叫丙' }]);
  } finally {
    await db.query('alter table shop drop constraint shop_named');
  }
});

test('valid only: good rows are saved, the rest is left over', async () => {
  const { report, left, stored } = await importRows(['甲,1', ',2', '丙,1', '丁,4'], 'valid_only');
  expect(stored).toBe(2);
  expect(report).toMatchObject({ total: 4, valid: 2, imported: 2 });
  expect(left.map(({ row, cells }) => [row, cells])).toEqual([
    [3, ['', '2']],
    [4, ['丙', '1']],
  ]);
});

test('a dry run tells the same, saves nothing, uses up no number and holds no lock', async () => {
  await db.query(`insert into shop (name, code) values ('有', '7')`);
  const held: unknown[] = [];
  const spy = async (tx: Transaction, values: Readonly<Record<string, unknown>>) => {
    const at = await tx.row(`select pg_current_xact_id_if_assigned()::text as xid,
      (select count(*) from pg_locks where pid = pg_backend_pid() and mode = 'RowExclusiveLock') as locks`);
    held.push(at);
    return tryRow(tx, values);
  };
  for (const mode of ['valid_only', 'all_or_nothing'] as const) {
    const { report, stored } = await importRows(['甲,1', '乙,1', '丙,7'], mode, true, writeRow, spy);
    expect(stored).toBe(1);
    expect(report).toMatchObject({
      total: 3,
      valid: 1,
      imported: 0,
      errors: [
        { row: 3, column: '代码', message: '与第 2 行重复' },
        { row: 4, column: '代码', message: '代码已存在' },
      ],
    });
  }
  expect(held).toEqual(Array.from({ length: 4 }, () => ({ xid: null, locks: 0 })));
  expect(await db.row(`insert into shop (name, code) values ('新', '8') returning id`)).toEqual({ id: 2 });
});

test('a dry run knows what indexes know: of some rows alone, and with what was not in the sheet', async () => {
  await db.query(`create unique index shop_open on shop (lower(name)) where code <> 'closed'`);
  try {
    await db.query(`insert into shop (name, code) values ('Ab', 'closed'), ('Cd', '1')`);
    // hooks make 'Gh' of what the sheet calls otherwise
    const named = async (_tx: Transaction, { name, code }: Readonly<Record<string, unknown>>) => ({
      name: String(name).replace(/^x.*/, 'Gh'),
      code,
    });
    const { report } = await importRows(['ab,2', 'cd,3', 'x1,4', 'x2,5'], 'valid_only', true, writeRow, named);
    expect(report).toMatchObject({ total: 4, valid: 2 });
    expect(report.errors.map(({ row, message }) => [row, message])).toEqual([
      [3, '记录已存在'],
      [5, '与第 4 行重复'],
    ]);
  } finally {
    await db.query('drop index shop_open');
  }
});

test('no transaction holds more savepoints than PostgreSQL keeps in memory', async () => {
  const rows = Array.from({ length: 450 }, (_, i) => `店${i},${i}`);
  for (const mode of ['valid_only', 'all_or_nothing'] as const) {
    await db.query('truncate shop');
    const { report } = await importRows(rows, mode, false);
    expect(report.imported).toBe(450);
    // each savepoint that wrote has a number of its own between the first and the last of its transaction
    const most = await db.row<{ most: number }>(
      'select max(n)::int as most from (select count(distinct xmin::text) as n from shop group by part) t',
    );
    expect(most?.most).toBeLessThanOrEqual(mode === 'valid_only' ? 50 : 1);
  }
});

test('a fault of ours ends the import: all is taken back, of valid rows the batches before stay', async () => {
  const rows = Array.from({ length: 450 }, (_, i) => `店${i},${i}`);
  const reading = await parseImportSheets(
    shop,
    await readSheetFile(Buffer.from(['店名,代码', ...rows].join('\n'))),
    'zh-cn',
    lookup,
  );
  const faulty = async (tx: Transaction, values: Readonly<Record<string, unknown>>, row: number) => {
    if (row === 432) throw new Error('disk');
    await writeRow(tx, values);
  };
  for (const [mode, expected] of [
    ['all_or_nothing', 0],
    ['valid_only', 400],
  ] as const) {
    await db.query('truncate shop');
    await expect(
      runImport({ db, reading, mode, dry: false, locale: 'zh-cn', writeRow: faulty, ...trial() }),
    ).rejects.toThrow('disk');
    expect(await db.row('select count(*) from shop')).toEqual({ count: expected });
  }
});

test('an export is written into a file as it is read, and leaves none when it is stopped', async () => {
  await db.query(`insert into shop (name, code) select '店' || i, i from generate_series(1, 20000) i`);
  const columns = exportColumns(shop, ['id', 'name', 'code'], 'zh-cn');
  const rows = sql`select id, name, code from shop order by id`;
  const exported = async (format: 'xlsx' | 'csv', more: Partial<Parameters<typeof writeWorkbookFile>[0]> = {}) =>
    db.session(async (session) => {
      await session.query('begin');
      try {
        const sheet = await sqlResultAsSheet(session, { name: '店铺', columns, rows }, 'zh-cn');
        return await writeWorkbookFile({
          ...sheet,
          locale: 'zh-cn',
          format,
          to: path.join(folder, `a.${format}`),
          ...more,
        });
      } finally {
        await session.query('rollback');
      }
    });
  for (const format of ['xlsx', 'csv'] as const) {
    const steps: number[] = [];
    const { rows: written, bytes } = await exported(format, { onProgress: (done) => steps.push(done) });
    expect(written).toBe(20_000);
    expect(steps.length).toBeGreaterThan(2);
    expect(steps).toEqual([...steps].sort((one, other) => one - other));
    const file = await fs.readFile(path.join(folder, `a.${format}`));
    expect(file.length).toBe(bytes);
    const sheet = await readSheetFile(file, { mostRows: 20_000 });
    expect(sheet.header).toEqual(['编号', '店名', '代码']);
    const cells = [...sheet.rows].map((one) => one.cells);
    expect(cells[0]).toEqual(['1', '店1', '1']);
    expect(cells.at(-1)).toEqual(['20000', '店20000', '20000']);
  }
  const stop = new AbortController();
  const to = path.join(folder, 'stopped.xlsx');
  await expect(exported('xlsx', { to, signal: stop.signal, onProgress: () => stop.abort() })).rejects.toThrow();
  await expect(fs.access(to)).rejects.toThrow();
});

test('cells are what the value says: of every type a column answers', async () => {
  const shown = resource({
    name: 'shop/shown',
    label: text('一览', 'All'),
    title: 'name',
    scope: 'all',
    fields: {
      name: field.text(text('店名', 'Name'), { required: true }),
      kind: field.select(text('类型', 'Type'), { options: { tea: text('茶叶', 'Tea') } }),
      sells: field.selects(text('经营', 'Sells'), { options: { a: text('甲', 'A'), b: text('乙', 'B') } }),
      parent_id: field.reference(text('总店', 'Main shop'), { to: 'shop/shop' }),
      area_code: field.area(text('地区', 'Area')),
      opened_at: field.datetime(text('开业时间', 'Opened')),
      shuts: field.time(text('打烊', 'Closes')),
      opened_on: field.date(text('开业日期', 'Opened on')),
      ends_on: field.date(text('到期', 'Ends'), { endless: text('长期有效', 'Unlimited') }),
      rent: field.money(text('租金', 'Rent')),
      staff: field.integer(text('人数', 'Staff')),
      size: field.number(text('面积', 'Size')),
      open: field.switch(text('营业', 'Open')),
      more: field.pairs(text('其他', 'More')),
      note: field.editor(text('说明', 'Note')),
    },
    life: lifecycle({ initial: 'draft', states: { draft: text('草稿', 'Draft') }, moves: {} }),
  });
  const names = Object.keys(shown.fields);
  const rows = sql`select * from (values
    (E'=1+1\\t"甲"\\n\\\\', 'tea', array['a', 'b'], 7::bigint, json_build_object('id', 7, 'name', E'总店\\t一\\\\'), '530102', json_build_object('code', '530102', 'full_name', '云南省昆明市五华区'),
      1795224600::bigint, time '18:00', date '2026-11-21', null::date, '1200.50', 3, 12.50::numeric, '1', '[{"key": "a", "value": "b\\nc"}]'::jsonb, '<p>甲 &amp; 乙</p>', 1795224600::bigint, 'workingDay'),
      ('', 'gone', null, 8, null, null, null, -1, time '18:00:07', null, date '2030-01-31', '-0.50', -3, 1e3, '0', null, null, 1795224600, 'hour'),
      ('😀', null, '{}', null, null, '', null, 253402271999, null, null, null, null, null, null, null, null, '', null, null))
    v (name, kind, sells, parent_id, parent, area_code, area, opened_at, shuts, opened_on, ends_on, rent, staff, size, open, more, note, due_at, due_unit)`;
  const columns = exportColumns(shown, [...names, 'due_at'], 'zh-cn');
  const wire = await db.rows<{ row: Record<string, unknown> }>(sql`select to_json(p) as row from (${rows}) p`);
  const to = path.join(folder, 'types.csv');
  await db.session(async (session) => {
    await session.query('begin');
    const sheet = await sqlResultAsSheet(session, { name: 'a', columns, rows }, 'zh-cn');
    await writeWorkbookFile({ ...sheet, locale: 'zh-cn', format: 'csv', to });
    // the driver reads for itself again
    expect(await session.row('select 1 as one')).toEqual({ one: 1 });
    await session.query('rollback');
  });
  const [, ...cells] = parse(await fs.readFile(to, 'utf8'), { bom: true }) as string[][];
  expect(cells).toEqual(
    wire.map(({ row }) =>
      columns.map((one) => {
        const context = { related: row[relationNameOf(one.name)], due_unit: row.due_unit };
        const formatted = exportedCellText(one, row[one.name], 'zh-cn', context);
        return one.number && staysUnchangedAsNumberCell(formatted) ? formatted : guardFormula(formatted);
      }),
    ),
  );
  expect(cells[0]).toEqual([
    '\'=1+1\t"甲"\n\\',
    '茶叶',
    '甲、乙',
    '总店\t一\\',
    '云南省昆明市五华区',
    '2026-11-21 09:30',
    '18:00',
    '2026-11-21',
    '长期有效',
    '1200.50',
    '3',
    '12.5',
    '是',
    'a=b\nc',
    '甲 & 乙',
    '2026-11-21',
  ]);
});

test('rows are handed over as they were sent, and what fails among them is told', async () => {
  const read = (text: string) =>
    db.session(async (session) => {
      const rows = Buffer.concat(await readRowsAsRawProtocolMessages(session.client, text));
      const lengths: number[] = [];
      for (let at = 0; at < rows.length; at += 1 + rows.readUInt32BE(at + 1)) lengths.push(rows.readInt32BE(at + 7));
      return lengths;
    });
  // rows shorter and longer than what the connection reads at once
  const lengths = Array.from({ length: 400 }, (_, i) => (i % 50 === 0 ? 200_000 : i));
  expect(await read(`select repeat('x', n) from unnest('{${lengths.join()}}'::int[]) n`)).toEqual(lengths);
  expect(await read('select null')).toEqual([-1]);
  expect(await read('select where false')).toEqual([]);
  await db.session(async (session) => {
    const broken = readRowsAsRawProtocolMessages(
      session.client,
      'select 1 / (5000 - n) from generate_series(1, 9000) n',
    );
    const next = session.row('select 2 as two');
    await expect(broken).rejects.toThrow('division by zero');
    expect(await next).toEqual({ two: 2 });
    const [first, second] = [
      readRowsAsRawProtocolMessages(session.client, 'select 1'),
      readRowsAsRawProtocolMessages(session.client, 'select 22'),
    ];
    expect((await first).length + (await second).length).toBe(2);
  });
});
