import type { Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';
import {
  expectNames,
  firstNames,
  namesOf as names,
  rowsOf,
  totalOf as total,
  waitForRows,
} from '../support/widgets.ts';

const visits = startVisits();
const list = '/admin/enterprise/enterprise';
const search = '搜索企业名称、简称、统一社会信用代码';

describe('the list', () => {
  it('asks for its first page with nothing but its columns, and is filtered by two clicks or four keys', async () => {
    const requests: Request[] = [];
    const page = await visits.open(list, {
      as: 'admin',
      before: async (opened) => {
        opened.on('request', (one) => {
          if (one.url().includes('/admin/enterprise.enterprise/index')) requests.push(one);
        });
        await opened.addInitScript(() => {
          for (const kind of ['click', 'keydown'])
            window.addEventListener(
              kind,
              ({ isTrusted }) => {
                const { body } = document;
                if (isTrusted) body.dataset[kind] = String(Number(body.dataset[kind] ?? 0) + 1);
              },
              true,
            );
        });
      },
    });
    const rows = await waitForRows(page);
    const params = new URLSearchParams(requests.map((one) => new URL(one.url()).search)[0]);
    expect([...params.keys()]).toEqual(['columns']);
    expect(params.get('columns')?.split(',')).toContain('contact_mobile');
    expect(params.get('columns')?.split(',')).not.toContain('legal_mobile');
    expect(requests[0]?.headers()).toMatchObject({ 'think-lang': 'zh-cn', server: 'true' });
    await expect.poll(() => rows.count()).toBe(10);
    await expect.poll(() => total(page)).toBeGreaterThanOrEqual(2000);
    await shoot(page, 'list');

    const counter = (kind: string) => page.evaluate((one) => Number(document.body.dataset[one] ?? 0), kind);
    const chip = page.locator('.xj-chip:visible');
    await page.getByRole('button', { name: '+ 筛选' }).click();
    await page.getByRole('option', { name: '待受理', exact: true }).click();
    await expect.poll(() => chip.allTextContents()).toEqual([expect.stringMatching(/^状态 .*待受理/)]);
    expect(await counter('click')).toBeLessThanOrEqual(2);

    await page.goto(`${visits.url}${list}`);
    await waitForRows(page);
    await page.keyboard.press('f');
    await page.getByRole('combobox', { name: '查找字段或取值' }).waitFor();
    await page.keyboard.type('ds');
    await page.getByRole('option', { name: '状态：待受理', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => chip.allTextContents()).toEqual([expect.stringMatching(/^状态 .*待受理/)]);
    expect(await counter('keydown')).toBeLessThanOrEqual(4);
  });

  it('keeps search and filters in the address and as chips across a reload', async () => {
    const page = await visits.open(list, { as: 'admin' });
    await waitForRows(page);
    await page.keyboard.press('/');
    await page.keyboard.type('旅行社');
    await page.waitForURL((to) => to.searchParams.has('q'));
    await expectNames(page, '旅行社');
    const found = await total(page);
    expect(found).toBeGreaterThan(0);

    // by keyboard: the filter opens with its fields, and initials find a value
    await page.getByRole('heading', { level: 1 }).first().click();
    await page.keyboard.press('f');
    const fields = page.getByRole('combobox', { name: '查找字段或取值' });
    await fields.waitFor();
    await page.keyboard.type('zcjy');
    await page.getByRole('option', { name: '状态：正常经营', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    const chip = page.locator('.xj-chip:visible');
    await expect.poll(() => chip.allTextContents()).toEqual([expect.stringMatching(/^状态 .*正常经营/)]);
    await expect.poll(() => total(page)).toBeLessThan(found);
    const narrowed = await total(page);
    await shoot(page, 'list-filtered');

    await page.reload();
    await waitForRows(page);
    await expect.poll(() => total(page)).toBe(narrowed);
    await expect.poll(() => page.getByRole('searchbox', { name: new RegExp(search) }).inputValue()).toBe('旅行社');
    await page.getByRole('button', { name: '移除筛选：状态' }).click();
    await expect.poll(() => total(page)).toBe(found);
    await page.goBack();
    await expect.poll(() => total(page)).toBe(narrowed);

    // an alternative is added with two clicks; removing one leaves the other
    await chip.locator('.xj-chip-body').click();
    await page.getByRole('form', { name: '筛选' }).getByRole('button', { name: '或…' }).click();
    await page.getByRole('option', { name: '停业整顿', exact: true }).click();
    const group = page.getByRole('group', { name: '满足其一' });
    await expect
      .poll(() => group.locator('.xj-chip-body').allTextContents())
      .toEqual([expect.stringMatching(/正常经营$/), expect.stringMatching(/停业整顿$/)]);
    await expect.poll(() => total(page)).toBeGreaterThan(narrowed);
    await shoot(page, 'list-any');
    await group.getByRole('button', { name: '移除筛选：状态' }).last().click();
    await expect.poll(() => total(page)).toBe(narrowed);
  });

  it('keeps columns, their order and density per user, in every browser', async () => {
    // the default, whatever an earlier attempt has saved
    const { token } = await signInByCall(visits.url, 'city', visits.password);
    await callAs(visits.url, token, '/admin/preference/save', { key: 'table:enterprise/enterprise', value: null });
    const page = await visits.open(list, { as: 'city' });
    await waitForRows(page);
    const headers = () => page.locator('[data-list] thead th:visible').allTextContents();
    await expect.poll(() => headers()).toContain('联系人');
    await page.getByRole('button', { name: '列设置' }).click();
    const panel = page.locator('.xj-column-panel');
    await panel.getByRole('checkbox', { name: '联系人', exact: true }).click();
    await panel.getByRole('checkbox', { name: '等级', exact: true }).click();
    await panel.getByRole('button', { name: '上移 等级' }).click();
    await panel.getByText('紧凑').click();
    await panel.getByRole('button', { name: '上移 等级' }).click();
    await expect
      .poll(async () => (await headers()).slice(1, 6))
      .toEqual(['企业名称', '状态', '办理期限', '等级', '统一社会信用代码']);
    // a column is found by name and pinned, and unpinned in the menu of its header by keyboard
    await panel.getByRole('searchbox', { name: '查找列' }).fill('类型');
    await panel.getByRole('button', { name: '固定 企业类型' }).click();
    await expect.poll(async () => (await headers()).slice(1, 4)).toEqual(['企业名称', '企业类型', '状态']);
    await shoot(page, 'columns');
    await page.keyboard.press('Escape');
    await page.locator('[data-list] thead').getByRole('button', { name: '企业类型', exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('menuitem', { name: '取消固定' }).click();
    // the same menu filters and groups by a column
    const menuOf = (label: string) =>
      page
        .locator('[data-list] thead')
        .getByRole('button', { name: `${label}：列菜单` })
        .click();
    await menuOf('企业类型');
    await page.getByRole('menuitem', { name: '按此列筛选…' }).click();
    await page.getByRole('option', { name: '星级饭店' }).click();
    await page.waitForURL(/ent_type\.eq=hotel/);
    await page.getByRole('button', { name: '移除筛选：企业类型' }).click();
    await waitForRows(page);
    await menuOf('企业类型');
    await page.getByRole('menuitem', { name: '按此列分组' }).click();
    await page.getByRole('region', { name: '按企业类型分组' }).waitFor();
    await page.getByRole('button', { name: '按企业类型分组' }).click();
    await page.getByRole('menuitem', { name: '不分组' }).click();
    // groups have no column for the field they are grouped by
    await page.getByRole('region', { name: '按企业类型分组' }).waitFor({ state: 'hidden' });
    await waitForRows(page);
    await expect.poll(async () => (await headers()).slice(1, 4)).toEqual(['企业名称', '状态', '办理期限']);
    const chosen = await headers();
    expect(chosen).not.toContain('联系人');

    const elsewhere = await visits.open(list, { as: 'city' });
    // settings apply to the page at once and are saved in the background
    await expect
      .poll(async () => {
        await elsewhere.reload();
        await waitForRows(elsewhere);
        return elsewhere.locator('[data-list] thead th:visible').allTextContents();
      })
      .toEqual(chosen);
    await elsewhere.getByRole('button', { name: '列设置' }).click();
    // without pages: rows are fetched while scrolling, to the last one and back
    await elsewhere.getByRole('switch', { name: '连续滚动，不分页' }).click();
    await elsewhere.keyboard.press('Escape');
    const grid = elsewhere.getByRole('table', { name: '企业列表' });
    await expect.poll(async () => Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThan(1000);
    const box = elsewhere.locator('.xj-list-box');
    const indexes = () =>
      rowsOf(elsewhere).evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('aria-rowindex'))));
    // other tests add rows meanwhile: the end moves
    await expect
      .poll(async () => {
        await box.evaluate((one) => one.scrollTo(0, one.scrollHeight));
        return (await indexes()).includes(Number(await grid.getAttribute('aria-rowcount')));
      })
      .toBe(true);
    expect((await indexes()).length).toBeLessThan(100);
    await shoot(elsewhere, 'endless');
    await box.evaluate((one) => one.scrollTo(0, 34 * 700));
    await expect.poll(async () => (await indexes()).includes(705)).toBe(true);
    await box.evaluate((one) => one.scrollTo(0, 0));
    await expect.poll(async () => (await indexes())[0]).toBe(2);
    expect(await box.evaluate((one) => one.scrollTop)).toBe(0);
    await elsewhere.getByRole('button', { name: '列设置' }).click();
    await elsewhere.getByRole('button', { name: '恢复默认' }).click();
    await expect.poll(() => elsewhere.locator('[data-list] thead th:visible').allTextContents()).toContain('联系人');
  });

  it('sorts by a header and turns pages', async () => {
    const page = await visits.open(list, { as: 'admin' });
    await waitForRows(page);
    const header = page.locator('[data-list] thead th:visible').filter({ hasText: '统一社会信用代码' });
    // a page without codes would be in any order: all rows must have one
    const codes = () =>
      rowsOf(page)
        .locator('td')
        .filter({ hasText: /^9\d{7}[0-9A-Z]{10}$/ })
        .allTextContents();
    const expectOrder = (sorted: (all: string[]) => string[]) =>
      expect
        .poll(async () => {
          const found = await codes();
          return { rows: found.length, inOrder: found.join() === sorted(found).join() };
        })
        .toEqual({ rows: 10, inOrder: true });
    await header.click();
    await page.waitForURL(/order=uscc%2Casc/);
    await expectOrder((all) => all.toSorted());
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending');
    await header.click();
    await page.waitForURL(/order=uscc%2Cdesc/);
    await expectOrder((all) => all.toSorted().toReversed());

    const firstPage = await firstNames(page, 10);
    await page.getByRole('button', { name: '下一页' }).click();
    await page.waitForURL(/page=2/);
    await expect.poll(async () => (await names(page)).some((name) => firstPage.includes(name))).toBe(false);
    await page.getByRole('button', { name: '10 条/页' }).click();
    await page.getByRole('menuitem', { name: '20 条/页' }).click();
    await page.waitForURL(/limit=20/);
    await expect.poll(() => rowsOf(page).count()).toBe(20);
    await expect.poll(() => names(page)).toEqual(expect.arrayContaining(firstPage)); // the first visible row is still visible
  });
});
