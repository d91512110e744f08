import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { field } from '#kernel/field.ts';
import { resource } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';
import type { Transaction } from '#server/db/connect.ts';
import { invalid } from '#server/refusal.ts';
import { readSheetFile } from '#server/sheets/read-sheet.ts';
import { exportColumns } from '#server/transfer/export-columns.ts';
import { readImport } from '#server/transfer/read-import.ts';
import { runExport } from '#server/transfer/run-export.ts';
import { type ImportMode, runImport } from '#server/transfer/run-import.ts';
import { takenRows } from '#server/transfer/taken-rows.ts';
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts';

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
const trial = () => ({ tryRow, findTaken: takenRows(db, shop, 'zh-cn') });
const importRows = async (rows: string[], mode: ImportMode, dry = false, write = writeRow, attempt = tryRow) => {
  const sheet = await readSheetFile(Buffer.from(['店名,代码', ...rows].join('\n')));
  const reading = await readImport(shop, sheet, 'zh-cn', lookup);
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
  const reading = await readImport(
    shop,
    await readSheetFile(Buffer.from(['店名,代码', ...rows].join('\n'))),
    'zh-cn',
    lookup,
  );
  const faulty = async (tx: Transaction, values: Readonly<Record<string, unknown>>, row: number) => {
    if (row === 432) throw new Error('disk');
    await writeRow(tx, values);
  };
  for (const [mode, kept] of [
    ['all_or_nothing', 0],
    ['valid_only', 400],
  ] as const) {
    await db.query('truncate shop');
    await expect(
      runImport({ db, reading, mode, dry: false, locale: 'zh-cn', writeRow: faulty, ...trial() }),
    ).rejects.toThrow('disk');
    expect(await db.row('select count(*) from shop')).toEqual({ count: kept });
  }
});

test('an export reads page by page into a file, and leaves none when it is stopped', async () => {
  await db.query(`insert into shop (name, code) select '店' || i, i from generate_series(1, 2500) i`);
  const columns = exportColumns(shop, ['id', 'name', 'code'], 'zh-cn');
  const steps: number[] = [];
  const readPage = ({ afterId = 0 }: { afterId?: number | undefined }) =>
    db.rows('select id, name, code from shop where id > $1 order by id limit 1000', [afterId]);
  for (const format of ['xlsx', 'csv'] as const) {
    const to = path.join(folder, `a.${format}`);
    const { rows, bytes } = await runExport({
      columns,
      locale: 'zh-cn',
      name: '店铺',
      format,
      readPage,
      to,
      onProgress: (done) => steps.push(done),
    });
    expect(rows).toBe(2500);
    const file = await fs.readFile(to);
    expect(file.length).toBe(bytes);
    const sheet = await readSheetFile(file);
    expect(sheet.header).toEqual(['编号', '店名', '代码']);
    let last: readonly string[] = [];
    for (const { cells } of sheet.rows) last = cells;
    expect(last).toEqual(['2500', '店2500', '2500']);
  }
  expect(steps).toEqual([1000, 2000, 2500, 1000, 2000, 2500]);
  const stop = new AbortController();
  const to = path.join(folder, 'stopped.xlsx');
  const stopped = runExport({
    columns,
    locale: 'zh-cn',
    name: '店铺',
    format: 'xlsx',
    to,
    signal: stop.signal,
    readPage: async (place) => {
      if (place.done >= 1000) stop.abort();
      return readPage(place);
    },
  });
  await expect(stopped).rejects.toThrow();
  await expect(fs.access(to)).rejects.toThrow();
});
