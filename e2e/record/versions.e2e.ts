import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';

/** A row of a library from its draft to its second version: an invented library, part of the product if `MODULES` names it. */
const visits = startVisits();
const today = shanghaiToday();
const colleague = 'rule_reviewer';
let token = '';

const call = <T>(action: string, body?: unknown) => callAs<T>(visits.url, token, `/admin/shelf.${action}`, body);
const addressOf = (id: number) => `/admin/shelf/rule/${id}`;

beforeAll(async () => {
  if (!process.env.MODULES) return;
  token = (await signInByCall(visits.url, 'admin', visits.password)).token;
  await visits.query(
    `insert into auth_admin (username, nickname, password, group_arr, area_code)
     select $1, '复核员', password, group_arr, area_code from auth_admin where username = 'admin'
       and not exists (select from auth_admin where username = $1)`,
    [colleague],
  );
});

/** Presses the button of a move, and the one in its dialog. */
async function make(page: Page, move: string) {
  await page.getByRole('button', { name: move, exact: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: move }).click();
}
/** Opens the versions of the record in sight: the page before it stays in its tab. */
const openVersions = (page: Page) => page.getByRole('tab', { name: '版本与引用' }).filter({ visible: true }).click();

describe.skipIf(!process.env.MODULES)('a row of a library', () => {
  it('is reviewed by another, published, changed by a version, compared and cited', async () => {
    const title = `投喂规程 ${Date.now()}`;
    const { id } = await call<{ id: number }>('rule/add', {
      title,
      effective_from: addDays(today, -10),
      articles: [{ content: '投喂前称重' }],
    });
    const page = await visits.open(addressOf(id), { as: 'admin' });
    await page.getByText('未发布').first().waitFor();
    // whoever wrote it is not offered the review
    expect(await page.getByRole('button', { name: '审核通过', exact: true }).count()).toBe(0);
    const reviewer = await visits.open(addressOf(id), { as: colleague });
    await make(reviewer, '审核通过');
    await reviewer.getByText('已审核').first().waitFor();
    await make(page, '发布');
    await page.getByText('有效', { exact: true }).first().waitFor();
    expect(await page.getByRole('button', { name: '编辑', exact: true }).count()).toBe(0);
    const first = await call<{ row: { articles: { id: number }[] } }>(`rule/edit?id=${id}`);
    await call('decision/add', {
      name: `决定 ${id}`,
      day: addDays(today, -5),
      rule_id: id,
      article_id: first.row.articles[0]?.id,
    });

    await make(page, '编制新版本');
    await expect
      .poll(async () => (await call<{ row: { next_id: number | null } }>(`rule/edit?id=${id}`)).row.next_id)
      .toBeTruthy();
    const { row } = await call<{ row: { next_id: number } }>(`rule/edit?id=${id}`);
    const draft = await call<{ row: { articles: { id: number; content: string }[] } }>(`rule/edit?id=${row.next_id}`);
    await call('rule/edit', {
      id: row.next_id,
      effective_from: today,
      articles: [...draft.row.articles, { content: '投喂后记录' }],
    });
    await reviewer.goto(`${visits.url}${addressOf(row.next_id)}`);
    await make(reviewer, '审核通过');
    await page.goto(`${visits.url}${addressOf(row.next_id)}`);
    await make(page, '发布');
    await page.getByText('有效', { exact: true }).first().waitFor();

    await openVersions(page);
    const versions = page.getByRole('table').filter({ hasText: /^各版本/ });
    await versions.getByRole('row', { name: /第 2 版.*有效/ }).waitFor();
    await versions.getByRole('row', { name: new RegExp(`第 1 版.*${addDays(today, -1)}.*已修改`) }).waitFor();
    const differences = page.getByRole('table').filter({ hasText: '投喂后记录' });
    await differences.getByRole('row', { name: /条文/ }).waitFor();
    // cited is the first version alone
    await page.getByRole('row', { name: '决定 0 1' }).waitFor();
    await shoot(page, 'library-versions');
    await versions.getByRole('link', { name: '第 1 版' }).click();
    await page.waitForURL(new RegExp(`${addressOf(id)}(\\?|$)`));
    await versions.waitFor({ state: 'hidden' });
    await openVersions(page);
    await page.getByRole('row', { name: '决定 1 1' }).filter({ visible: true }).waitFor();
    await page.getByRole('row', { name: '决定（引用条文） 1 1' }).filter({ visible: true }).waitFor();

    // a decision of an earlier day offers the version that was in force then, and the list the present one
    await page.goto(`${visits.url}/admin/shelf/decision?form=add`);
    const form = page.locator('form.xj-form');
    await form.getByLabel('日期').fill(addDays(today, -3));
    await form.getByLabel('日期').press('Enter');
    await form.getByLabel('依据').fill(title);
    const offered = page.getByRole('option').filter({ hasText: title }).or(page.locator('.ant-select-item-option'));
    await expect.poll(async () => offered.allTextContents()).toEqual([expect.stringContaining('第 1 版')]);
    await page.keyboard.press('Escape');

    const english = await visits.open(addressOf(row.next_id), { as: 'admin', locale: 'en' });
    await english.getByRole('tab', { name: 'Versions and citations' }).click();
    await english.getByRole('row', { name: /Version 1.*Amended/ }).waitFor();
    await shoot(english, 'library-versions-english');
  });
});
