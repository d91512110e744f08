import { afterAll, beforeAll, expect, test } from 'vitest';
import { article } from '#modules/article/contract/article.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { addEnterprise, enterpriseForm, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../support/test-engine.ts';

/** A code may be that of several rows: versions of one, or an enterprise registered under two types. */
let app: TestApp;
let county: Client;
beforeAll(async () => {
  app = await startApp();
  county = await app.client({ officer: 'county1' });
  await uploadMaterials(app.engine);
});
afterAll(() => app.close());

interface Found {
  resource: string;
  id: number;
  choices?: { resource: string; id: number; title: string; about: string }[];
}
const lookUp = async (as: Client, code: string) => (await as.get<Found>('/admin/search/code', { code })).data;

/** Registers a hotel and a homestay, or what is named, with one credit code. */
async function registerTwice(changes: Readonly<Record<string, unknown>> = {}) {
  const officer = await app.officer('admin');
  const uscc = String(enterpriseForm().uscc);
  const hotel = await addEnterprise(app.engine, officer, { uscc });
  const other = await addEnterprise(app.engine, officer, { uscc, ent_type: 'homestay', ...changes });
  return { uscc, hotel, other };
}

test('a credit code of several enterprises offers those that operate, each with its type and state', async () => {
  const { uscc, hotel, other } = await registerTwice();
  const found = await lookUp(county, uscc);
  expect(found).toMatchObject({ resource: enterprise.name, id: other });
  expect(found.choices?.map(({ resource, id }) => [resource, id])).toEqual([
    [enterprise.name, other],
    [enterprise.name, hotel],
  ]);
  const about = found.choices?.map((one) => one.about) ?? [];
  expect(about[0]).toMatch(/^企业 · .*民宿.* · 草稿$/);
  expect(about[1]).toMatch(/^企业 · .*饭店.* · 草稿$/);
  const english = await lookUp(await app.client({ officer: 'county1' }, 'en'), uscc);
  expect(english.choices?.[0]?.about).toMatch(/Draft$/);

  // one that was deregistered, though younger, is not what somebody at its door looks for
  await app.db.query(sql`update enterprise set status = 'cancelled' where id = ${other}`);
  expect(await lookUp(county, uscc)).toEqual({ resource: enterprise.name, id: hotel });
  await app.db.query(sql`update enterprise set status = 'revoked' where id = ${hotel}`);
  expect((await lookUp(county, uscc)).choices, 'where none operates, both').toHaveLength(2);
});

test('only rows that the caller sees are offered', async () => {
  const { uscc, hotel, other } = await registerTwice({ area_code: '530112' });
  expect(await lookUp(county, uscc)).toEqual({ resource: enterprise.name, id: hotel });
  const city = await app.client({ officer: 'city' });
  expect((await lookUp(city, uscc)).choices?.map(({ id }) => id)).toEqual([other, hotel]);
});

test('of the versions of a row, the one that is published opens; where none is, the newest', async () => {
  await app.db.query(sql`
    with c as (insert into article_category (name, name_en, slug) values ('通知', 'Notices', 'notices') returning id)
    insert into article (code, revision, title, category_id, area_code, content, status)
      select 'WZ202600009', revision, '通知', c.id, '530102', '<p>x</p>', status
      from c, (values (2, 'published'), (1, 'superseded'), (3, 'draft')) as v(revision, status)`);
  const idOf = async (revision: number) =>
    (
      await app.db.row<{ id: number }>(
        sql`select id from article where code = 'WZ202600009' and revision = ${revision}`,
      )
    )?.id;
  const admin = await app.client({ officer: 'admin' });
  for (const code of ['WZ202600009', 'https://any.example/article/WZ202600009'])
    expect(await lookUp(admin, code)).toEqual({ resource: article.name, id: await idOf(2) });
  await app.db.query(sql`update article set status = 'submitted' where code = 'WZ202600009' and revision = 2`);
  expect(await lookUp(admin, 'WZ202600009')).toEqual({ resource: article.name, id: await idOf(3) });
});
