import fs from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { resultFolder } from '#server/files/name-find-and-remove-job-result-files.ts';
import { createJob, jobOwnerOf } from '#server/jobs/create-list-and-record-status-of-jobs.ts';
import { readListQuery } from '#server/read/condition/read-list-query.ts';
import { readListPage } from '#server/read/list/read-list-page.ts';
import { readRow } from '#server/read/row/read-one-row-as-json.ts';
import type { ReadSheet } from '#server/sheets/read-and-written-sheet-types.ts';
import { readSheetFile, readWorkbook } from '#server/sheets/read-sheets-of-xlsx-or-csv-file.ts';
import { xlsxStream } from '#server/sheets/xlsx-writer.ts';
import { readExportRequest, writeExportFile } from '#server/transfer/export/start-export-and-write-export-file.ts';
import { runImportJob } from '#server/transfer/run-import-job.ts';
import { importFolder, storeImportTemplate } from '#server/transfer/start-import-and-store-import-template.ts';
import type { ImportMode } from '#server/transfer/write-or-try-rows-of-parsed-import.ts';
import { decodeByteString } from '#server/utf8-byte-string.ts';
import { write } from '#server/write/write-pipeline.ts';
import { itinerary, tripEngine } from '../invented/trip.ts';
import { createTestEngine, type TestEngine } from '../support/test-engine.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows of every shape are looked into
type Row = Record<string, any> & { id: number };
type Table = readonly (readonly (string | number)[])[];

let on: TestEngine;
let engine: Engine;
let county: Caller;
const nodes = ['itinerary', 'tourist', 'hotel'].flatMap((name) =>
  ['index', 'add', 'edit', 'del', 'import', 'export'].map((one) => `trip/${name}/${one}`),
);
beforeAll(async () => {
  on = await createTestEngine();
  engine = await tripEngine(on);
  county = { ...(await on.officer('county1')), nodes: new Set(nodes), grantKey: 'trip' };
});
afterAll(() => on.close());

const workbook = (sheets: Readonly<Record<string, Table>>) =>
  buffer(
    xlsxStream(
      Object.entries(sheets).map(([name, [header = [], ...rows]]) => ({
        name,
        columns: header.map((label) => ({ label: String(label) })),
        rows: rows.map((row) => row.map(String)),
      })),
    ),
  );
const tableOf = (sheet: ReadSheet | undefined): string[][] | undefined =>
  sheet && [[...sheet.header], ...[...sheet.rows].map(({ cells }) => [...cells])];
const names = ['日程', '停靠点', '游客'];
const openResult = async (url: string) => {
  const file = path.join(resultFolder(engine), path.basename(url.split('?')[0] as string));
  const { first, also } = await readWorkbook(file, [...names.map((name) => [name]), ['可选项']]);
  return [first, ...also].map(tableOf);
};

interface Bring {
  mode?: ImportMode;
  dry?: boolean;
  caller?: Caller;
  job?: number;
  onProgress?: (done: number) => void;
  signal?: AbortSignal;
}
const newJob = () =>
  engine.db.transaction((tx) =>
    createJob(tx, { kind: 'import', title: '', owner: jobOwnerOf(county), locale: 'zh-cn', params: {} }),
  );
async function bring(file: Buffer, given: Bring = {}) {
  const { mode = 'all_or_nothing', dry = false, caller = county, signal = new AbortController().signal } = given;
  const stored = await importFolder(engine).create();
  await fs.writeFile(stored.path, file);
  const job = given.job ?? (await newJob()).id;
  const order = { job, resource: itinerary, file: stored.name, mode, dry };
  const { report } = await runImportJob(engine, caller, order, { signal, onProgress: given.onProgress ?? (() => {}) });
  return report;
}
const find = async (team_no: string): Promise<Row | undefined> => {
  const row = await on.db.row<{ id: number }>('select id from trip_itinerary where team_no = $1', [team_no]);
  return row && readRow<Row>(engine, itinerary, county, row.id);
};
const count = async (table: string) =>
  (await on.db.row<{ n: number }>(`select count(*)::int as n from trip_${table}`))?.n as number;

const whole: Table = [
  ['团号', '地区'],
  ['T-甲', '530102'],
  ['T-乙', '530102'],
];
const days: Table = [
  ['行程单', '编号', '概要', '日期'],
  ['T-甲', 1, '到达', '2026-12-01'],
  ['T-乙', 2, '到达', ''],
  ['T-甲', 3, '返程', ''],
];
const stops: Table = [
  ['日程', '名称', '到达时间', '费用'],
  [2, '滇池', '', ''],
  [1, '石林', '09:30', '12.5'],
  ['返程', '翠湖', '', ''],
  [1, '九乡', '', ''],
];

test('rows of additional sheets become child rows of the rows they name', async () => {
  const file = await workbook({ 行程单: whole, 日程: days, 停靠点: stops });
  const dry = await bring(file, { dry: true });
  expect(dry).toEqual({
    total: 2,
    valid: 2,
    imported: 0,
    errors: [],
    columns: [
      { header: '团号', field: 'team_no', suggested: null },
      { header: '地区', field: 'area_code', suggested: null },
    ],
    lists: [
      { sheet: '日程', total: 3 },
      { sheet: '停靠点', total: 4 },
      { sheet: '游客', total: 0 },
    ],
  });
  expect(await count('itinerary')).toBe(0);
  expect(await bring(file)).toMatchObject({ imported: 2, errors: [] });
  const shape = (row: Row | undefined) =>
    row?.days.map((day: Row) => [day.summary, day.stops.map((one: Row) => [one.name, one.fee])]);
  expect(shape(await find('T-甲'))).toEqual([
    [
      '到达',
      [
        ['石林', '12.50'],
        ['九乡', null],
      ],
    ],
    ['返程', [['翠湖', null]]],
  ]);
  expect(shape(await find('T-乙'))).toEqual([['到达', [['滇池', null]]]]);
});

test('an export contains a sheet for each list of child rows that its caller sees, and can be imported unchanged', async () => {
  const order = (params: Record<string, unknown>) =>
    readExportRequest(itinerary, {
      order: 'team_no,asc',
      search: [{ field: 'team_no', operator: 'LIKE', val: 'T-' }],
      ...params,
    });
  const exported = async (params: Record<string, unknown> = {}, caller = county) =>
    openResult((await writeExportFile(engine, caller, order(params), {})).url);
  const [first, ofDays, ofStops, ofTourists] = await exported();
  expect(first?.map((row) => row.slice(0, 4))).toEqual([
    ['编号', '团号', '日程', '游客'],
    [expect.stringMatching(/^\d+$/), 'T-甲', '2', '0'],
    [expect.stringMatching(/^\d+$/), 'T-乙', '1', '0'],
  ]);
  const idOf = (team: string) => first?.find((row) => row[1] === team)?.[0];
  expect(ofDays?.map((row) => [row[0], row[2]])).toEqual([
    ['行程单', '概要'],
    [idOf('T-甲'), '到达'],
    [idOf('T-甲'), '返程'],
    [idOf('T-乙'), '到达'],
  ]);
  expect(ofStops?.slice(1).map((row) => row[1])).toEqual(['石林', '九乡', '翠湖', '滇池']);
  expect(ofTourists, 'a header at least').toHaveLength(1);

  // the export can be imported
  const { url } = await writeExportFile(engine, county, order({}), {});
  const file = await fs.readFile(path.join(resultFolder(engine), path.basename(url)));
  const before = [await count('itinerary'), await count('day'), await count('stop')];
  expect(await bring(file)).toMatchObject({ imported: 2, errors: [] });
  expect([await count('itinerary'), await count('day'), await count('stop')]).toEqual(before.map((n) => 2 * n));

  // a sheet of child rows requires its column and the right to see them; a .csv has only one sheet
  expect((await exported({ columns: ['team_no'] })).slice(0, 2)).toEqual([
    expect.arrayContaining([['团号']]),
    undefined,
  ]);
  const blind: Caller = {
    ...county,
    nodes: new Set(nodes.filter((one) => !one.includes('tourist'))),
    grantKey: 'blind',
  };
  expect((await exported({}, blind)).map((sheet) => sheet !== undefined)).toEqual([true, true, true, false, false]);
  const { url: csv } = await writeExportFile(engine, county, order({ format: 'csv' }), {});
  const { header } = await readSheetFile(path.join(resultFolder(engine), path.basename(csv)));
  expect(header.slice(0, 2)).toEqual(['团号', '日程']);
});

test('the template has a sheet for each list of child rows, and can be imported when filled in', async () => {
  const { url } = await storeImportTemplate(engine, itinerary, county);
  const [first, ofDays, ofStops, ofTourists] = await openResult(url);
  expect(first?.[0]).toEqual(['编号', '团号', '地区']);
  expect(ofDays?.[0]).toEqual(['行程单', '编号', '概要', '日期']);
  expect(ofDays?.[1]?.[0]).toBe('必填；工作表“行程单”中对应行的团号或编号');
  expect(ofStops?.[0]?.slice(0, 2)).toEqual(['日程', '名称']);
  const filled = await workbook({
    行程单: [...(first ?? []), ['', 'F-1', '530102']],
    日程: [...(ofDays ?? []), ['F-1', '', '一日游', '']],
    停靠点: [...(ofStops ?? []), ['一日游', '石林']],
    游客: ofTourists ?? [],
  });
  expect(await bring(filled)).toMatchObject({ total: 1, imported: 1, errors: [] });
  expect((await find('F-1'))?.days[0].stops[0].name).toBe('石林');
});

test('errors are reported by sheet, row and column, and exclude the row with its parent', async () => {
  const file = await workbook({
    行程单: [['团号', '地区'], ...['E-1', 'E-2', 'E-3', 'E-3', 'E-4'].map((team) => [team, '530102'])],
    日程: [
      ['行程单', '概要', '日期'],
      ['E-1', '好', '2026-12-01'],
      ['E-2', '坏', '十二月'],
      ['E-9', '无主', ''],
      ['E-3', '两可', ''],
      ['', '无名', ''],
      ['E-4', '好四', ''],
    ],
    停靠点: [
      ['日程', '名称', '酒店'],
      ['好', '石林', ''],
      ['无主', '游魂', ''],
      ['好四', '远方', '没有的酒店'],
    ],
    游客: [
      ['行程单', '姓名', '身份证号'],
      ['E-1', '张三', '53010219900101'],
    ],
  });
  const expected = [
    { sheet: '游客', row: 2, column: '身份证号', field: 'id_no', message: expect.any(String) },
    { sheet: '日程', row: 3, column: '日期', field: 'date', message: '请输入有效日期，如 2026-05-01' },
    { sheet: '停靠点', row: 4, column: '酒店', field: 'hotel_id', message: expect.any(String) },
    { sheet: '日程', row: 4, column: '行程单', field: 'itinerary_id', message: '工作表“行程单”中没有“E-9”' },
    { sheet: '日程', row: 5, column: '行程单', field: 'itinerary_id', message: expect.stringContaining('有多行“E-3”') },
    { sheet: '日程', row: 6, column: '行程单', field: 'itinerary_id', message: expect.any(String) },
  ];
  const before = await count('itinerary');
  const dry = await bring(file, { dry: true, mode: 'valid_only' });
  expect(dry).toMatchObject({ total: 5, valid: 2, imported: 0, errors: expected });
  expect(await bring(file)).toMatchObject({ imported: 0, errors: expected });
  expect(await count('itinerary')).toBe(before);
  const { workbook_url, ...report } = await bring(file, { mode: 'valid_only' });
  expect(report).toMatchObject({ imported: 2, errors: expected });
  expect([await find('E-1'), await find('E-2'), await find('E-4')]).toEqual([undefined, undefined, undefined]);

  // the excluded rows, on their sheets, ready for correction
  const [first, ofDays, ofStops, ofTourists] = await openResult(String(workbook_url));
  expect(first?.map((row) => row[0])).toEqual(['团号', 'E-1', 'E-2', 'E-4']);
  expect(ofDays?.map((row) => row[1])).toEqual(['概要', '好', '坏', '无主', '两可', '无名', '好四']);
  expect(ofDays?.[2]?.[3]).toContain('日期');
  expect([ofStops?.length, ofTourists?.length]).toEqual([4, 2]);
});

test('refusals by the write pipeline are reported at the rows of their sheets', async () => {
  const tourists = (n: number, id_no = '') => Array.from({ length: n }, () => ['H-1', '张三', id_no]);
  const twice = await workbook({
    行程单: [
      ['团号', '地区'],
      ['H-1', '530102'],
    ],
    游客: [['行程单', '姓名', '身份证号'], ...tourists(2, '53010219900101001X')],
  });
  expect((await bring(twice)).errors).toMatchObject([{ sheet: '游客', row: 3, column: '身份证号' }]);
  const many = await workbook({
    行程单: [
      ['团号', '地区'],
      ['H-1', '530102'],
    ],
    日程: [['行程单', '概要'], ...Array.from({ length: 61 }, () => ['H-1', '天'])],
  });
  expect((await bring(many)).errors).toEqual([
    { row: 2, column: '日程', field: 'days', message: expect.stringContaining('60') },
  ]);
  const clerk: Caller = {
    ...county,
    nodes: new Set(nodes.filter((one) => one !== 'trip/tourist/add')),
    grantKey: 'clerk',
  };
  const one = await workbook({
    行程单: [
      ['团号', '地区'],
      ['H-1', '530102'],
    ],
    游客: [['行程单', '姓名'], ...tourists(1)],
  });
  expect(await bring(one, { caller: clerk })).toMatchObject({
    imported: 0,
    errors: [{ sheet: '游客', row: 2, message: '没有权限操作！' }],
  });
  const unjoined = await workbook({
    行程单: [
      ['团号', '地区'],
      ['H-2', '530102'],
    ],
    日程: [['概要'], ['天']],
  });
  expect(await bring(unjoined, { mode: 'valid_only' })).toMatchObject({
    imported: 0,
    errors: [{ sheet: '日程', row: 1, column: '行程单' }],
  });
});

test('five thousand child rows of one row are imported and exported; a hundred thousand are refused', {
  timeout: 60_000,
}, async () => {
  const sheets = (n: number) => ({
    行程单: [
      ['团号', '地区'],
      ['L-1', '530102'],
    ],
    游客: [['行程单', '姓名', '房号'], ...Array.from({ length: n }, (_, at) => ['L-1', '游客', at])],
  });
  expect(await bring(await workbook(sheets(5000)))).toMatchObject({ imported: 1, errors: [] });
  const { id } = (await find('L-1')) as Row;
  expect(await on.db.row('select count(*)::int as n from trip_tourist where itinerary_id = $1', [id])).toEqual({
    n: 5000,
  });
  const page = await readListPage(engine, itinerary, county, readListQuery(itinerary, {}));
  expect((JSON.parse(decodeByteString(page.list)) as Row[])[0]).toMatchObject({ team_no: 'L-1', tourists: 5000 });
  const { url, rows } = await writeExportFile(
    engine,
    county,
    readExportRequest(itinerary, { search: [{ field: 'team_no', operator: '=', val: 'L-1' }] }),
    {},
  );
  expect(rows).toBe(5001);
  const [, , , out] = await openResult(url);
  expect([out?.length, out?.[1]?.at(3), out?.at(-1)?.at(-1)]).toEqual([5001, expect.any(String), '4999']);
  await expect(bring(await workbook(sheets(100_000)))).rejects.toMatchObject({
    text: { 'zh-cn': expect.stringContaining('20000') },
  });
});

test('an interrupted import continues with complete rows', async () => {
  const teams = Array.from({ length: 120 }, (_, at) => `R-${at}`);
  const file = await workbook({
    行程单: [['团号', '地区'], ...teams.map((team) => [team, '530102'])],
    日程: [
      ['行程单', '概要'],
      ...teams.flatMap((team) => [
        [team, '去'],
        [team, '回'],
      ]),
    ],
  });
  const stop = new AbortController();
  const { id: job } = await newJob();
  const broken = bring(file, {
    mode: 'valid_only',
    job,
    signal: stop.signal,
    onProgress: (done) => void (done === 60 && stop.abort()),
  });
  await expect(broken).rejects.toThrow();
  const stored = await on.db.row(`select count(*)::int as n from trip_itinerary where team_no like 'R-%'`);
  expect(stored).toEqual({ n: 100 });
  expect(await bring(file, { mode: 'valid_only', job })).toMatchObject({ total: 120, imported: 120, errors: [] });
  const all = await on.db.row(`select count(distinct i.id)::int as n, count(*)::int as days from trip_itinerary i
    join trip_day d on d.itinerary_id = i.id where i.team_no like 'R-%'`);
  expect(all).toEqual({ n: 120, days: 240 });
});

test('a caller who sees only one row gets no child rows of another', async () => {
  const id = (
    await write(engine, itinerary, county, {
      operation: 'add',
      input: { team_no: 'S-1', area_code: '530102', days: [{ summary: '别处' }] },
      unread: true,
    })
  ).id;
  await on.db.query(`update trip_itinerary set area_code = '530103' where id = $1`, [id]);
  const order = readExportRequest(itinerary, { search: [{ field: 'team_no', operator: '=', val: 'S-1' }] });
  const sheets = await openResult((await writeExportFile(engine, county, order, {})).url);
  expect(sheets.map((sheet) => sheet?.length)).toEqual([1, 1, 1, 1, undefined]);
});
