import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';
import { waitForRows } from '../support/widgets.ts';

const visits = startVisits();
const list = '/admin/enterprise/enterprise';

const toastWith = (page: Page, content: string) => page.locator('#xj-toasts').getByText(content);

describe('opening a list', () => {
  it('asks for the rows once, and does not redraw a tab that was kept', async () => {
    const { token } = await signInByCall(visits.url, 'county1', visits.password);
    const store = (value: unknown) =>
      callAs(visits.url, token, '/admin/preference/save', { key: 'table:enterprise/enterprise', value });
    await store({ endless: true });
    // other tests of this officer use pages
    onTestFinished(async () => void (await store(null)));
    const page = await visits.open('/admin/dashboard', { as: 'county1' });
    await page.locator('.xj-workbench h1').waitFor();
    const requests: { page: string | null; limit: string | null }[] = [];
    page.on('request', (one) => {
      const { pathname, searchParams } = new URL(one.url());
      if (pathname === '/admin/enterprise.enterprise/index')
        requests.push({ page: searchParams.get('page'), limit: searchParams.get('limit') });
    });
    const menu = page.getByRole('navigation', { name: '菜单' });
    const link = menu.getByRole('link', { name: '企业', exact: true });
    if (!(await link.isVisible())) await menu.getByRole('button', { name: '企业管理' }).click();
    await link.hover();
    await page.mouse.down();
    // pressing the button of the mouse is enough
    await expect.poll(() => requests).toEqual([{ page: '1', limit: '100' }]);
    await page.mouse.up();
    await waitForRows(page);

    const list = page.locator('[data-list]');
    await list.evaluate((one) => {
      new MutationObserver((seen) => one.setAttribute('data-seen', String(seen.length))).observe(one, {
        subtree: true,
        childList: true,
        characterData: true,
      });
    });
    await page.getByRole('tab', { name: '今日工作', exact: true }).click();
    await page.locator('.xj-workbench h1').waitFor();
    await page.getByRole('tab', { name: '企业', exact: true }).click();
    await waitForRows(page);
    expect(await list.getAttribute('data-seen')).toBe(null);
    expect(requests).toHaveLength(1);

    // the actions of a row are at the edge, whether or not columns are scrolled
    const box = page.locator('.xj-list-box');
    const fromEdge = () =>
      box.evaluate((one) => {
        const cell = one.querySelector('tbody tr[data-row] .xj-actions-cell');
        const edge = one.getBoundingClientRect().left + one.clientLeft + one.clientWidth;
        return Math.round(edge - (cell?.getBoundingClientRect().right ?? 0));
      });
    await page.setViewportSize({ width: 1100, height: 900 });
    await expect.poll(() => box.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeGreaterThan(100);
    await expect.poll(fromEdge).toBe(0);
    await box.evaluate((one) => one.scrollTo(60, 0));
    await expect.poll(() => box.getAttribute('data-aside')).toBe('');
    expect(await fromEdge()).toBe(0);
    await shoot(page, 'list-aside');
  });
});

describe('navigation', () => {
  it('a form with unsaved changes stays, with its tab and its address', async () => {
    const page = await visits.open(list, { as: 'county1' });
    await waitForRows(page);
    await page.getByRole('button', { name: '添加', exact: true }).click();
    const name = page.getByRole('textbox', { name: /^企业名称/ });
    await name.fill('没有保存的企业');
    const question = page.getByRole('dialog', { name: '离开而不保存？' });
    const toast = toastWith(page, '还有未保存的内容，没有离开本页');
    await page.keyboard.press('Alt+w');
    await question.getByRole('button', { name: '继续编辑' }).click();
    await toast.waitFor();
    expect(await name.inputValue()).toBe('没有保存的企业');
    await toast.waitFor({ state: 'detached' });
    await page.goBack();
    await question.getByRole('button', { name: '继续编辑' }).click();
    await toast.waitFor();
    expect(await name.inputValue()).toBe('没有保存的企业');
    await expect.poll(() => new URL(page.url()).searchParams.get('form')).toBe('add');
    // the address changes first; the tab stores it once the page is drawn
    const stored = () => page.evaluate(() => sessionStorage.getItem('storeTabViewConfig') ?? '');
    await expect.poll(stored).toContain('form=add');

    await page.goBack();
    await question.getByRole('button', { name: '离开', exact: true }).click();
    await name.waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('form')).toBe(null);
    // discarded changes do not keep the tab from closing
    await waitForRows(page);
    await page.keyboard.press('Alt+w');
    await expect.poll(() => page.getByRole('tab', { name: '企业', exact: true }).count()).toBe(0);
  });

  it('menu and palette say that one is there already, and the palette goes where an early Enter asks', async () => {
    const page = await visits.open(list, { as: 'county1' });
    await waitForRows(page);
    await page.getByRole('navigation', { name: '菜单' }).getByRole('link', { name: '企业', exact: true }).click();
    await toastWith(page, '已经位于目标位置').waitFor();
    await toastWith(page, '已经位于目标位置').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: '命令面板' }).fill('企业');
    await page
      .getByRole('option', { name: /^企业(?!管理)/ })
      .first()
      .click();
    await toastWith(page, '已经位于目标位置').waitFor();

    // Enter before the palette has drawn its list still opens the typed page
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('combobox', { name: '命令面板' });
    await palette.evaluate(async (one: HTMLInputElement) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(one, '许可证');
      one.dispatchEvent(new Event('input', { bubbles: true }));
      await Promise.resolve(); // the input is drawn, its list is not
      one.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    });
    await page.waitForURL(/licence/, { timeout: 10_000 });
  });

  it('a row moved below another branch is refused with a message', async () => {
    const page = await visits.open('/admin/auth/department', { as: 'admin' });
    await waitForRows(page);
    const unfold = page.getByRole('button', { name: '全部展开' });
    // while rows are reloaded the label of the button changes for a moment, and a click would collapse
    const unfoldAll = async () => {
      if (await unfold.isVisible()) await unfold.click({ timeout: 1000 }).catch(() => undefined);
      return page.getByRole('button', { name: '全部收起' }).isVisible();
    };
    await expect.poll(unfoldAll, { interval: 300 }).toBe(true);
    // a department directly below its parent: its siblings may come from other tests
    const { token } = await signInByCall(visits.url, 'admin', visits.password);
    const { list: tops } = await callAs<{ list: { children?: { id: number }[] }[] }>(
      visits.url,
      token,
      '/admin/auth.department/index',
    );
    const child = tops.find(({ children = [] }) => children.length > 0)?.children?.[0]?.id;
    const handle = page.locator(`[data-list] tr[data-row="${child}"]:visible .xj-drag-handle`);
    const liveRegion = page.locator('[id^="DndLiveRegion"]');
    // a row that is redrawn loses the drag
    const take = async () => {
      if (!/^移到第 \d+ 行$/.test((await liveRegion.textContent()) ?? '')) await handle.press('Space');
      return liveRegion.textContent();
    };
    await expect.poll(take, { interval: 1000 }).toMatch(/^移到第 \d+ 行$/);
    const place = Number(/\d+/.exec((await liveRegion.textContent()) ?? '')?.[0]);
    // keys of a drag are handled from the next turn on
    await page.evaluate(() => new Promise((done) => setTimeout(done)));
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => liveRegion.textContent()).toBe(`移到第 ${place - 1} 行`);
    await page.keyboard.press('Space');
    await toastWith(page, '移动位置超出了可移动范围').waitFor();
    expect(await liveRegion.textContent()).toBe(`放在第 ${place - 1} 行`);
  });

  it('the current tab stays in sight after its page has named it', async () => {
    const page = await visits.open(list, { as: 'county1', size: [390, 844] });
    await page.locator('[data-list] .xj-title-link').first().waitFor();
    const ids = await page
      .locator('[data-list] [data-row]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-row')));
    for (const id of ids.slice(0, 3)) {
      await page.goto(`${visits.url}${list}/${id}`);
      await page.locator('.xj-details').first().waitFor();
    }
    const beyond = () =>
      page.locator('.xj-tabs [aria-selected=true]').evaluate((tab) => {
        const bar = tab.closest('[role=tablist]')?.getBoundingClientRect();
        return Math.round((tab.parentElement?.getBoundingClientRect().right ?? 0) - (bar?.right ?? 0));
      });
    await expect.poll(beyond).toBeLessThanOrEqual(0);
  });

  it('the palette lists pages before records, even if records arrive first', async () => {
    const page = await visits.open('/admin/dashboard', { as: 'admin' });
    await page.locator('.xj-workbench h1').waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('行程');
    const palette = page.locator('.xj-palette');
    await palette.getByRole('group', { name: '查找结果' }).waitFor();
    await shoot(page, 'palette-called');
    await expect.poll(() => palette.getByRole('option').first().textContent()).toContain('团队行程');
    await page.keyboard.press('Enter');
    await page.waitForURL(/travel\/itinerary$/);
  });
});
