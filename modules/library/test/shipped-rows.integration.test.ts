import { afterAll, beforeAll, expect, test } from 'vitest';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import { write } from '#server/write/write-pipeline.ts';
import { startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { faultsOfFines } from '../contract/cause/statutory-fine-range-and-faults.ts';
import { checkItem } from '../contract/check-item/check-item.ts';
import {
  loadShippedViolationCausesAndChecklists,
  shippedViolationCauses,
} from '../server/reference-data/load-shipped-violation-causes-and-checklists.ts';

let on: TestApp;
beforeAll(async () => {
  on = await startApp();
});
afterAll(() => on.close());

const counts = () =>
  on.db.row(sql`select (select count(*)::int from library_cause) as causes,
    (select count(*)::int from library_check_item) as items, (select count(*)::int from library_checklist) as checklists,
    (select count(*)::int from library_checklist_item) as listed, (select count(*)::int from history) as history`);

test('causes, check items and checklists are published in every database', async () => {
  expect(
    await on.db.rows(sql`select 'cause' as of, status, standing, revision, count(*)::int as n from (
        select t.status, t.standing, t.revision from library_cause t) c group by 2, 3, 4
      union all select 'item', status, standing, revision, count(*)::int from (
        select t.status, t.standing, t.revision from library_check_item t) i group by 2, 3, 4
      union all select 'list', status, standing, revision, count(*)::int from (
        select t.status, t.standing, t.revision from library_checklist t) l group by 2, 3, 4 order by 1`),
  ).toEqual([
    { of: 'cause', status: 'published', standing: 'effective', revision: 1, n: 59 },
    { of: 'item', status: 'published', standing: 'effective', revision: 1, n: 116 },
    { of: 'list', status: 'published', standing: 'effective', revision: 1, n: 10 },
  ]);
  expect(
    await on.db.rows(sql`select c.code, count(*)::int as n from library_checklist c
      join library_checklist_item i on i.checklist_id = c.id group by 1 order by 1`),
  ).toEqual([
    { code: 'QD-CB', n: 8 },
    { code: 'QD-DY', n: 10 },
    { code: 'QD-GW', n: 6 },
    { code: 'QD-JQ', n: 18 },
    { code: 'QD-KC', n: 14 },
    { code: 'QD-LX', n: 20 },
    { code: 'QD-WB', n: 10 },
    { code: 'QD-YC', n: 10 },
    { code: 'QD-YL', n: 12 },
    { code: 'QD-ZS', n: 8 },
  ]);
});

test('the fines of a cause are those of the statute', async () => {
  const fines = (code: string) =>
    on.db.rows(sql`select p.subject, p.base, p.amount_from / 100 as from, p.amount_below / 100 as below,
        p.fine_min / 100 as least, p.fine_max / 100 as most, p.multiple_min::float8 as times, p.multiple_max::float8 as upto
      from library_penalty p join library_cause c on c.id = p.cause_id where c.code = ${code} order by p.weigh, p.id`);
  const none = { from: null, below: null, least: null, most: null, times: null, upto: null };
  expect(await fines('TA10')).toEqual([
    { ...none, subject: 'org', base: 'gains', below: 300_000, least: 30_000, most: 300_000 },
    { ...none, subject: 'org', base: 'gains', from: 300_000, times: 1, upto: 5 },
    { ...none, subject: 'person', base: 'fixed', least: 2000, most: 20_000 },
  ]);
  expect(await fines('TG06')).toEqual([{ ...none, subject: 'person', base: 'fixed', least: 0, most: 500 }]);
  expect(await fines('TA15')).toEqual([]);
});

test('shipped fines are in order', () => {
  for (const { code, fines } of shippedViolationCauses) {
    const rows = fines.map(({ base, from, below, fixedFine: fine, multiple }) => ({
      base,
      amount_from: from?.toFixed(2),
      amount_below: below?.toFixed(2),
      fine_min: fine?.[0].toFixed(2),
      fine_max: fine?.[1].toFixed(2),
      multiple_min: multiple?.[0],
      multiple_max: multiple?.[1],
    }));
    expect([code, faultsOfFines(rows as never)]).toEqual([code, []]);
  }
});

test('loading again changes nothing, and leaves what the bureau edited', async () => {
  const before = await counts();
  await loadShippedViolationCausesAndChecklists(on.engine);
  expect(await counts()).toEqual(before);
  const { id } = (await on.db.row<{ id: number }>(sql`select id from library_check_item where code = 'LX20'`))!;
  await write(on.engine, checkItem, await on.officer('admin'), {
    operation: 'move',
    move: 'retire',
    id,
    input: { effective_to: shanghaiToday(), reason: '本地不检查此项' },
  });
  await on.db.query(sql`update library_checklist set code = 'QD-OWN' where code = 'QD-GW'`);
  await loadShippedViolationCausesAndChecklists(on.engine);
  expect(await counts()).toMatchObject({ causes: 59, items: 116, checklists: 11, listed: 122 });
  expect(await on.db.row(sql`select status from library_check_item where code = 'LX20'`)).toEqual({
    status: 'retired',
  });
});

test('causes and items cite the articles of the statutes shipped with them', async () => {
  const cited = (code: string) =>
    on.db.rows(sql`select l.title, a.article_no, c.role, c.paragraph from library_cause_article c
      join library_article a on a.id = c.article_id join library_law l on l.id = a.law_id
      join library_cause o on o.id = c.cause_id where o.code = ${code} order by c.weigh, c.id`);
  expect(await cited('TA10')).toEqual([
    { title: '中华人民共和国旅游法', article_no: '第三十五条', role: 'breach', paragraph: null },
    { title: '中华人民共和国旅游法', article_no: '第九十八条', role: 'penalty', paragraph: null },
  ]);
  expect(
    await on.db.rows(sql`select o.code from library_cause o
      where not exists (select from library_cause_article c where c.cause_id = o.id)`),
  ).toEqual([]);
  // a violation of last year can be cited under its cause
  expect(
    await on.db.row(sql`select o.effective_from::text as since, l.effective_from::text as law from library_cause o
      join library_law l on l.title = '中华人民共和国旅游法' where o.code = 'TA10'`),
  ).toEqual({ since: '2018-10-26', law: '2018-10-26' });
  const lost = await on.db.rows(sql`select i.code from library_check_item i
    where i.basis is not null and not exists (select from library_item_article a where a.item_id = i.id) order by 1`);
  expect(lost).toEqual([]);
});

test('a citation without a paragraph is named by its article, once', async () => {
  const officer = await on.client({ officer: 'admin' });
  const cited = await on.db.row<{ id: number }>(sql`select c.id from library_cause_article c
    join library_cause o on o.id = c.cause_id where o.code = 'TA10' and c.role = 'penalty'`);
  const { data } = await officer.get<{ row: { _heading: string } }>('/admin/library.causeArticle/edit', {
    id: cited?.id,
  });
  expect(data.row._heading).toBe('第九十八条');
});
