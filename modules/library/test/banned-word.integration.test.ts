import { afterAll, beforeAll, expect, test } from 'vitest';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { publishShippedAndEarlierBannedWordListsIfNone } from '../server/banned-word/publish-shipped-and-earlier-banned-word-lists-if-library-has-none.ts';

let app: TestApp;
let admin: Client;
let city: Client;
let county: Client;
beforeAll(async () => {
  app = await startApp();
  admin = await app.client({ officer: 'admin' });
  city = await app.client({ officer: 'city' });
  county = await app.client({ officer: 'county1' });
});
afterAll(() => app.close());

const current = () => app.engine.screening.now();
const find = (word: string) => current().filter((one) => one.word === word);

async function ok<T = { id: number }>(who: Client, path: string, body: object): Promise<T> {
  const answer = await who.post<T>(`/admin/library.bannedWord/${path}`, body);
  expect(answer.code, answer.msg).toBe(1);
  return answer.data;
}

test('a word counts once it is published, with its other spellings and exceptions', async () => {
  const { id } = await ok(city, 'add', {
    word: '第一',
    variants: '第壹、NO1',
    exceptions: '第一天，第一次',
    kind: 'absolute',
    severity: 'refuse',
    effective_from: shanghaiToday(),
  });
  await ok(admin, 'review', { id });
  await app.engine.screening.reload();
  expect(find('第一')).toEqual([]);
  await ok(admin, 'publish', { id });
  await expect.poll(() => find('第一')).toMatchObject([{ exceptions: ['第一天', '第一次'], severity: 'refuse' }]);
  expect(find('NO1')).toHaveLength(1);
});

test('counties read the list and do not change it', async () => {
  const { total } = (await county.get<{ total: number }>('/admin/library.bannedWord/index', { limit: 1 })).data;
  expect(total).toBeGreaterThan(20);
  const form = { word: '首家', kind: 'absolute', severity: 'warn' };
  expect((await county.post('/admin/library.bannedWord/add', form)).code).not.toBe(1);
});

test('words that a bureau maintained for titles of products are taken over, once', async () => {
  await app.db.query(sql`delete from library_banned_word`);
  await app.db.query(sql`insert into system_word (list, value, label, label_en, valid_to) values
    ('travel/bannedWord', 'own', '躺平游', 'lazy tour', null), ('travel/bannedWord', 'best', '最佳', 'best', '2026-01-31')`);
  await publishShippedAndEarlierBannedWordListsIfNone(app.engine);
  expect(find('躺平游')).toMatchObject([{ severity: 'refuse', until: null }]);
  expect(find('最佳')).toMatchObject([{ until: '2026-01-31' }]);
  expect(find('国家级')).toHaveLength(1);
  expect(await app.db.row(sql`select 1 from system_word where list = 'travel/bannedWord'`)).toBeUndefined();
  await app.db.query(sql`delete from library_banned_word where word = '国家级'`);
  await publishShippedAndEarlierBannedWordListsIfNone(app.engine);
  await app.engine.screening.reload();
  expect(find('国家级')).toEqual([]);
});
