import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDemoEnterprisesAndAddAllOtherDemoData } from '#modules/demo/server/load-demo-enterprises-and-add-all-other-demo-data.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { indexNames, prepareNameIndex } from '#server/read/search/index-row-names-for-search.ts';
import { type SearchHit, searchAllResources } from '#server/read/search/search-all-resources.ts';
import { createTestEngine, type TestEngine } from '../../../test/support/test-engine.ts';

let on: TestEngine;
let chief: Caller;
beforeAll(async () => {
  on = await createTestEngine();
  await loadDemoEnterprisesAndAddAllOtherDemoData(on.engine, { areaCode: '530100', count: 300, seed: 7 });
  chief = await on.officer('admin');
}, 120_000);
afterAll(() => on.close());

const few = { most: 10, mostOfEach: 5, compared: 40 };
const search = async (typed: string, caller = chief): Promise<readonly SearchHit[]> =>
  (await searchAllResources(on.engine, on.engine.resources, caller, typed, few)).hits;
const shown = async (typed: string, caller = chief): Promise<string[]> =>
  (await search(typed, caller)).map(({ resource, title }) => `${resource} ${title}`);

test('a plate is found however it is written', async () => {
  const row = await on.db.row<{ plate: string }>(
    sql`select plate from crew_vehicle where plate ~ '^云A[0-9]{5}$' order by id limit 1`,
  );
  const plate = row?.plate ?? '';
  const tail = plate.slice(2);
  for (const typed of [`车牌 云A ${tail}`, plate, plate.toLowerCase(), `云Ａ·${tail}`])
    expect([typed, (await shown(typed))[0]]).toEqual([typed, `crew/vehicle ${plate}`]);
});

test('an enterprise comes before what is named after it', async () => {
  const rows = await on.db.rows<{
    name: string;
  }>(sql`select s.name from risk_score s join enterprise e on e.id = s.enterprise_id
    where e.name = s.name and not exists (select from enterprise o where o.id <> e.id and o.name = e.name) order by s.id limit 8`);
  expect(rows.length).toBe(8);
  for (const { name } of rows)
    expect([name, (await shown(name)).filter((hit) => hit.endsWith(` ${name}`))[0]]).toEqual([
      name,
      `enterprise/enterprise ${name}`,
    ]);
});

test('low prices and shops lead to the cause TA10 and to Article 35 of the tourism law', async () => {
  const [cause, article] = await search('低价 购物');
  const code = await on.db.row<{ code: string }>(sql`select code from library_cause where id = ${cause?.id ?? 0}`);
  expect([cause?.resource, code?.code]).toEqual(['library/cause', 'TA10']);
  expect([article?.resource, article?.title]).toEqual(['library/article', '中华人民共和国旅游法 · 第三十五条']);
  expect(article?.excerpt).toContain('低价');
});

test('an article comes before what quotes it', async () => {
  for (const [typed, article] of [
    ['旅游法第三十五条', '中华人民共和国旅游法 · 第三十五条'],
    ['旅游法 第三十五条', '中华人民共和国旅游法 · 第三十五条'],
    ['行政处罚法第四十二条', '中华人民共和国行政处罚法 · 第四十二条'],
  ] as const)
    expect([typed, (await shown(typed))[0]]).toEqual([typed, `library/article ${article}`]);
});

/** What people type, and one of the first three hits, as judged by hand. */
const golden: readonly (readonly [typed: string, hit: string])[] = [
  ['低价购物', 'library/article 中华人民共和国旅游法 · 第三十五条'],
  ['旅游法 35', 'library/article 中华人民共和国旅游法 · 第三十五条'],
  ['旅遊法', 'library/law 中华人民共和国旅游法'],
  ['行政处罚法', 'library/law 中华人民共和国行政处罚法'],
  ['旅行社条例', 'library/law 旅行社条例'],
  ['導遊人員管理條例', 'library/law 导游人员管理条例'],
  ['娱乐场所', 'library/law 娱乐场所管理条例'],
  ['出版管理', 'library/law 出版管理条例'],
  ['听证', 'library/article 中华人民共和国行政处罚法 · 第六十三条'],
  ['未经许可', 'library/cause 未经许可经营旅行社业务'],
  ['国旅', 'library/cause 擅自经营出国旅游业务'],
  ['导游证', 'library/checkItem 电子导游证有效并佩戴'],
  ['團隊', 'library/checkItem 团队接待登记'],
  ['安全通道', 'library/checkItem 安全通道'],
  ['零负团费', 'library/checkItem 无低价、零负团费（抽三团核成本）'],
  ['保证金', 'library/checkItem 保证金足额'],
  ['质保金', 'library/checkItem 保证金足额'],
  ['许可证', 'library/checkItem 许可证与现场一致'],
  ['网吧', 'library/checklist 上网服务营业场所检查清单'],
  ['大巴', 'library/checklist 旅游客车路面检查清单'],
  ['lxsjcqd', 'library/checklist 旅行社检查清单'],
  ['退费', 'opinion/term 退款'],
  ['退款', 'opinion/term 退款'],
  ['强迫购物', 'opinion/term 强迫购物'],
  ['旅行社', 'opinion/term 旅行社'],
  ['投诉', 'opinion/term 投诉'],
  ['宾馆', 'opinion/term 酒店'],
  ['罚款', 'opinion/term 罚款'],
  ['导游', 'opinion/term 导游'],
  ['合同', 'opinion/term 合同'],
  ['民宿', 'opinion/term 民宿'],
  ['消防', 'system/word 消防'],
  ['文物', 'system/word 文物'],
  ['一日游', 'system/word 一日游'],
  ['昆明', 'system/area 昆明市'],
  ['丽江', 'system/area 丽江市'],
  ['大理', 'system/area 大理白族自治州'],
  ['石林', 'system/area 石林彝族自治县'],
  ['石林 景区', 'scenic/spot 禄劝石林景区'],
  ['祿勸石林', 'scenic/spot 禄劝石林景区'],
  ['lqsljq', 'scenic/spot 禄劝石林景区'],
  ['滇池', 'travel/product 纯玩·昆明西山滇池一日游'],
  ['翠湖', 'reward/record 翠湖宾馆（团队接待）'],
  ['刘珍', 'crew/guide 刘珍'],
  ['cml', 'crew/guide 曹明林'],
  ['DZG2026530100001', 'crew/guide 刘珍'],
  ['dzg 2026 5301 00001', 'crew/guide 刘珍'],
  ['绿春园', 'enterprise/enterprise 盘龙区绿春园餐馆'],
  ['９１５３０１２８ＭＡ３４Ｔ６ＱＪ１Ｕ', 'enterprise/enterprise 禄劝碧水古道旅游开发有限公司'],
];

test('golden queries have their answer among the first three hits', async () => {
  const missed: string[] = [];
  for (const [typed, hit] of golden) {
    const first = (await shown(typed)).slice(0, 3);
    if (!first.includes(hit)) missed.push(`${typed}: ${hit}, not ${first.join(' | ')}`);
  }
  expect(missed).toEqual([]);
}, 60_000);

test('an office finds what is in its area, and nothing that was moved away or deleted', async () => {
  const county = await on.officer('county1');
  const row = await on.db.row<{ id: number; name: string }>(
    sql`select id, name from enterprise where area_code = ${county.areaCode} and name !~ '门市部' order by id limit 1`,
  );
  const finds = async (typed: string) =>
    (await search(typed, county)).some(({ resource, id }) => resource === 'enterprise/enterprise' && id === row?.id);
  const letters = await on.db.row<{ initials: string }>(
    sql`select initials from search_name where resource = 'enterprise/enterprise' and row_id = ${row?.id ?? 0}`,
  );
  expect([await finds(row?.name ?? ''), await finds(letters?.initials ?? '')]).toEqual([true, true]);
  await on.db.query(sql`update enterprise set area_code = '530103' where id = ${row?.id ?? 0}`);
  expect([await finds(row?.name ?? ''), await finds(letters?.initials ?? '')]).toEqual([false, false]);
  expect((await shown(row?.name ?? '')).join()).toContain(row?.name);
});

test('synonyms apply as soon as they are saved', async () => {
  expect(await search('白云观景台')).toEqual([]);
  await on.db.query(sql`insert into system_synonym (terms) values ('白云观景台、禄劝石林景区')`);
  expect(await shown('白云观景台')).toContain('scenic/spot 禄劝石林景区');
});

test('the index of names is built again from the rows, in any state', async () => {
  const read = () =>
    on.db.rows(sql`select resource, row_id, name, initials from search_name order by resource, row_id`);
  const before = await read();
  await on.db.query(sql`delete from search_name where row_id % 3 = 0`);
  await on.db.query(sql`insert into search_name values ('enterprise/enterprise', 999999, '没有', 'my')`);
  for (let n = 0; n < 2; n++) {
    expect(await indexNames(on.db, on.engine.resources, { again: true })).toBeGreaterThan(1000);
    expect(await read()).toEqual(before);
  }
});

test('rows written without the triggers, and under another field, are indexed after the next start', async () => {
  await on.db.query(`drop trigger search_name_added on enterprise; drop trigger search_name_changed on enterprise;
    create trigger search_name_added after insert on enterprise for each row execute function index_search_name('enterprise/enterprise', 'address')`);
  const row = await on.db.row<{ id: number }>(
    sql`update enterprise set name = '别样名称观景旅行社' where id = (select min(id) from enterprise) returning id`,
  );
  await prepareNameIndex(on.db, on.engine.resources);
  const args = await on.db.rows(
    sql`select convert_from(replace(tgargs::text, '00', '2c')::bytea, 'UTF8') as args from pg_trigger where tgrelid = 'enterprise'::regclass and tgname = 'search_name_added'`,
  );
  expect(args).toEqual([{ args: 'enterprise/enterprise,name,' }]);
  await indexNames(on.db, on.engine.resources);
  const named = await on.db.row(
    sql`select name from search_name where resource = 'enterprise/enterprise' and row_id = ${row?.id ?? 0}`,
  );
  expect(named).toEqual({ name: '别样名称观景旅行社' });
  const before = await on.db.rows(sql`select oid from pg_trigger where tgname like 'search_name_%' order by oid`);
  await prepareNameIndex(on.db, on.engine.resources);
  expect(await on.db.rows(sql`select oid from pg_trigger where tgname like 'search_name_%' order by oid`)).toEqual(
    before,
  );
});

test('hostile searches find nothing and break nothing', async () => {
  for (const typed of [
    "' or 1=1 --",
    '%%',
    '\\\\',
    '(((((',
    '\u0001\u0001',
    '🀄🀄',
    `${'长'.repeat(1000)}`,
    'a'.repeat(2000),
  ])
    expect([typed.slice(0, 9), await search(typed)]).toEqual([typed.slice(0, 9), []]);
});
