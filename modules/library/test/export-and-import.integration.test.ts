import fs from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { isChildList } from '#kernel/kind/linked/child-rows.ts';
import { parentReferenceFieldOf, resourceOfChildList } from '#kernel/resource/child-lists-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { resultFolder } from '#server/files/name-find-and-remove-job-result-files.ts';
import { createJob, jobOwnerOf } from '#server/jobs/create-list-and-record-status-of-jobs.ts';
import { readRow } from '#server/read/row/read-one-row-as-json.ts';
import type { ReadSheet } from '#server/sheets/read-and-written-sheet-types.ts';
import { readWorkbook } from '#server/sheets/read-sheets-of-xlsx-or-csv-file.ts';
import { xlsxStream } from '#server/sheets/xlsx-writer.ts';
import { readExportRequest, writeExportFile } from '#server/transfer/export/start-export-and-write-export-file.ts';
import { importFields } from '#server/transfer/read/map-sheet-columns-to-fields.ts';
import { importableChildLists } from '#server/transfer/read/sheets-of-child-lists-in-exports-and-imports.ts';
import { runImportJob } from '#server/transfer/run-import-job.ts';
import { importFolder } from '#server/transfer/start-import-and-store-import-template.ts';
import { write } from '#server/write/write-pipeline.ts';
import { startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { bannedWord } from '../contract/banned-word/banned-word.ts';
import { violationCause } from '../contract/cause/violation-cause.ts';
import { checkItem } from '../contract/check-item/check-item.ts';
import { checklist } from '../contract/checklist/checklist.ts';
import { discretionStandard } from '../contract/discretion/discretion-standard.ts';
import { expert } from '../contract/expert/expert.ts';
import { law } from '../contract/law/law.ts';
import { officer } from '../contract/officer/enforcement-officer.ts';
import { phrase } from '../contract/phrase-for-documents.ts';
import { typicalCase } from '../contract/typical-case/typical-case.ts';

type Values = Readonly<Record<string, unknown>>;

let app: TestApp;
let admin: Caller;
let area = '';
const today = shanghaiToday();
beforeAll(async () => {
  app = await startApp();
  admin = await app.officer('admin');
  area = (await app.officer('county1')).areaCode;
});
afterAll(() => app.close());

const add = (resource: AnyResource, input: Values) =>
  write(app.engine, resource, admin, { operation: 'add', input: { ...input } });

/** Rows of a list in the order of their numbers, with the values that a sheet can contain. */
async function contentOf(resource: AnyResource, without: readonly string[], after = 0): Promise<Values[]> {
  const ids = await app.db.rows<{ id: number }>(
    sql`select id from ${sql.id(tableOf(resource))} where id > ${after} order by id`,
  );
  return Promise.all(
    ids.map(async ({ id }) =>
      writableOf(resource, (await readRow<Values>(app.engine, resource, admin, id)) ?? {}, without),
    ),
  );
}

function writableOf(resource: AnyResource, row: Values, without: readonly string[]): Values {
  const of = (one: AnyField, value: unknown) => {
    if (!isChildList(one)) return value;
    const child = resourceOfChildList(one, app.engine.find);
    return (value as Values[]).map((part) => writableOf(child, part, [parentReferenceFieldOf(child)]));
  };
  const named = Object.entries<AnyField>(resource.fields).filter(
    ([name, one]) =>
      (isChildList(one) || importFields(resource).some(([other]) => other === name)) && !without.includes(name),
  );
  return Object.fromEntries(named.map(([name, one]) => [name, of(one, row[name])]));
}

/** Exports a list with every column that can be filled in. */
async function exported(resource: AnyResource) {
  const lists = importableChildLists(resource, app.engine.find);
  const columns = Object.entries<AnyField>(resource.fields).flatMap(([name, one]) =>
    one.write === 'server' ? [] : [name],
  );
  const order = readExportRequest(resource, { order: 'id,asc', columns });
  const { url } = await writeExportFile(app.engine, admin, order, {});
  const file = path.join(resultFolder(app.engine), path.basename(url));
  const names = lists.map(({ title }) => Object.values(title));
  const { first, also } = await readWorkbook(file, names);
  const tableFrom = (sheet: ReadSheet | undefined) =>
    sheet ? [[...sheet.header], ...[...sheet.rows].map(({ cells }) => [...cells])] : [];
  await fs.rm(file);
  return {
    first: tableFrom(first),
    also: also.map((sheet, at) => ({ name: names[at]?.[0] ?? '', table: tableFrom(sheet) })),
  };
}

async function imported(resource: AnyResource, sheets: readonly { name: string; table: string[][] }[]) {
  const stored = await importFolder(app.engine).create();
  const content = xlsxStream(
    sheets
      .filter(({ table }) => table.length > 0)
      .map(({ name, table: [header = [], ...rows] }) => ({ name, columns: header.map((label) => ({ label })), rows })),
  );
  await fs.writeFile(stored.path, await buffer(content));
  const { id: job } = await app.db.transaction((tx) =>
    createJob(tx, { kind: 'import', title: '', owner: jobOwnerOf(admin), locale: 'zh-cn', params: {} }),
  );
  const order = { job, resource, file: stored.name, mode: 'all_or_nothing' as const, dry: false };
  const work = { signal: new AbortController().signal, onProgress: () => {} };
  return (await runImportJob(app.engine, admin, order, work)).report;
}

/** Exports a list, gives its rows other keys, imports them as new drafts and compares. */
async function roundTrip(
  resource: AnyResource,
  rekey: (row: (label: string, value: string | undefined) => void) => void,
  keys: readonly string[],
) {
  const before = await contentOf(resource, keys);
  expect(before.length).toBeGreaterThan(0);
  const { first, also } = await exported(resource);
  const [header = [], ...rows] = first;
  for (const cells of rows)
    rekey((label, value) => {
      const column = header.indexOf(label);
      expect(column, `${label} in ${header}`).toBeGreaterThanOrEqual(0);
      cells[column] = value ?? `X${cells[column]}`;
    });
  const last = await app.db.row<{ id: number }>(sql`select max(id) as id from ${sql.id(tableOf(resource))}`);
  const report = await imported(resource, [{ name: resource.label['zh-cn'], table: first }, ...also]);
  expect(report).toMatchObject({ imported: before.length, errors: [] });
  expect(await contentOf(resource, keys, last?.id)).toEqual(before);
}

test('laws with their articles', () => roundTrip(law, () => {}, ['code']));
test('causes with their articles and fines', () =>
  roundTrip(violationCause, (set) => set('案由编码', undefined), ['code']));
test('check items with their articles', () => roundTrip(checkItem, (set) => set('事项编码', undefined), ['code']));
test('checklists with their items', () => roundTrip(checklist, (set) => set('清单编码', undefined), ['code']));

test('discretion standards with their grades', async () => {
  const cause = await app.db.row<{ id: number }>(sql`select id from library_cause where code = 'TA11'`);
  await add(discretionStandard, {
    name: '裁量基准',
    cause_id: cause?.id,
    basis_doc: '本局裁量基准（2026年版）',
    effective_from: today,
    grades: [
      { penalty_no: 1, grade: 'lenient', circumstances: '情节较轻', fine_from: '5000.00', fine_to: '20000.00' },
      {
        penalty_no: 1,
        grade: 'severe',
        circumstances: '二年内再次；\n情节严重',
        times_from: 2,
        fine_from: '20000.00',
        fine_to: '50000.00',
      },
    ],
  });
  await roundTrip(discretionStandard, () => {}, ['code']);
});

test('phrases', async () => {
  await add(phrase, {
    kind: 'check_record',
    title: '未签合同',
    content: '经查，该单位未与旅游者签订合同。\n“现场”情况属实。',
    area_code: area,
    effective_from: today,
  });
  await roundTrip(phrase, () => {}, ['code']);
});

test('typical cases', async () => {
  await add(typicalCase, {
    title: '某旅行社不合理低价组织旅游案',
    domain: 'travel',
    cause: '以不合理低价组织旅游活动',
    area_code: area,
    open: '1',
    facts: '某旅行社以低于成本的价格组织旅游活动。',
    handling: '责令改正，没收违法所得，罚款。',
    basis: '旅游法第三十五条',
    lesson: '低价游的成本最终由旅游者承担。',
    effective_from: today,
  });
  await roundTrip(typicalCase, () => {}, ['code']);
});

test('banned words', async () => {
  await add(bannedWord, {
    word: '绝无仅有',
    variants: '絕無僅有、jue wu jin you',
    exceptions: '绝无仅有的一次',
    kind: 'absolute',
    severity: 'warn',
    replacement: '少有',
    basis: '广告法第九条',
    effective_from: today,
  });
  await roundTrip(bannedWord, (set) => set('禁用词', undefined), ['code', 'word']);
});

/** Accounts for the officers of a list and for those of its copy. */
async function accounts(names: readonly string[]) {
  for (const name of names)
    await app.db.query(sql`insert into auth_admin (username, nickname, password, group_arr, area_code)
      select ${name}, ${name}, password, group_arr, area_code from auth_admin where username = 'county1'`);
}

test('officers', async () => {
  await accounts(['执法员甲', '执法员乙']);
  const account = await app.db.row<{ id: number }>(sql`select id from auth_admin where username = '执法员甲'`);
  await add(officer, {
    admin_id: account?.id,
    name: '李执法',
    mobile: '13888001234',
    cert_no: 'YN-000001',
    cert_org: '云南省人民政府',
    cert_valid_to: addDays(today, 400),
    domains: ['travel', 'scenic'],
    area_code: area,
    capacity: 3,
    on_duty: '1',
  });
  await roundTrip(
    officer,
    (set) => {
      set('后台账号', '执法员乙');
      set('执法证号', 'YN-000002');
      set('手机', '13888005678');
    },
    ['admin_id', 'cert_no', 'mobile'],
  );
});

test('experts', async () => {
  await add(expert, {
    name: '王专家',
    id_no: '11010519491231002X',
    mobile: '13888001235',
    unit: '云南大学',
    title: '教授',
    area_code: area,
    fields: ['law', 'service_quality'],
    cv: '从事旅游法研究。\n二十年。',
    conflicts: [{ person: '李经理', reason: '近亲属' }],
    valid_to: addDays(today, 400),
  });
  await roundTrip(
    expert,
    (set) => {
      set('身份证号', '');
      set('手机', '13888005678');
    },
    ['id_no', 'mobile'],
  );
});
