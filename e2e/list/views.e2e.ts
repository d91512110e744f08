import { describe, expect, it } from 'vitest';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';
import { totalOf as total, waitForRows } from '../support/widgets.ts';

const visits = startVisits();
const list = '/admin/enterprise/enterprise';

describe('views of a list', () => {
  it('a query is saved as a view, shared and unshared', async () => {
    // distinct from what an earlier attempt may have left
    const own = `name.ne=${Date.now()}`;
    const page = await visits.open(`${list}?ent_type.eq=hotel&${own}&order=name%2Casc`, { as: 'city' });
    await waitForRows(page);
    const hotels = await total(page);
    await page.getByRole('button', { name: '视图' }).click();
    await page.getByRole('menuitem', { name: '保存为视图…' }).click();
    await page.getByRole('textbox', { name: '视图名称' }).fill('全部饭店');
    await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
    await page.getByText('视图已保存').waitFor();
    // the list is the view once its menu has the name: until then, columns are those of the list itself
    await page.getByRole('button', { name: '全部饭店' }).waitFor();
    // it has columns of its own: changing them does not change the list
    const heads = () => page.locator('[data-list] thead th:visible').allTextContents();
    await page.locator('[data-list] thead').getByRole('button', { name: '联系人：列菜单' }).click();
    await page.getByRole('menuitem', { name: '隐藏此列' }).click();
    await expect.poll(heads).not.toContain('联系人');
    await page.getByRole('button', { name: '全部饭店' }).click();
    await page.getByRole('menuitem', { name: '保存到视图“全部饭店”' }).click();

    await page.getByRole('button', { name: '全部饭店' }).click();
    await page.getByRole('menuitem', { name: '全部', exact: true }).click();
    await expect.poll(() => total(page)).toBeGreaterThan(hotels);
    await expect.poll(heads).toContain('联系人');
    await page.reload();
    await waitForRows(page);
    await page.getByRole('button', { name: '视图' }).click();
    await page.getByRole('menuitem', { name: '全部饭店', exact: true }).click();
    await expect.poll(() => total(page)).toBe(hotels);
    await expect.poll(() => new URL(page.url()).searchParams.get('ent_type.eq')).toBe('hotel');
    await expect.poll(heads).not.toContain('联系人');
    await page.getByRole('button', { name: '全部饭店' }).click();
    await page.getByRole('menuitem', { name: '有新记录时告诉我' }).click();
    await page.getByTitle('有新记录时会告诉您').waitFor();
    // its page says in words what it follows
    const { token } = await signInByCall(visits.url, 'city', visits.password);
    const { list: followed } = await callAs<{ list: { id: number; name: string }[] }>(
      visits.url,
      token,
      '/admin/auth.subscription/index',
    );
    const subscription = followed.find(({ name }) => name === '全部饭店');
    const saved = await visits.open(`/admin/auth/subscription/${subscription?.id}`, { as: 'city' });
    await saved
      .getByText(/企业类型.*星级饭店/)
      .first()
      .waitFor();
    expect(await saved.getByText('ent_type.eq').count()).toBe(0);
    await shoot(saved, 'subscription');
    await page.getByRole('button', { name: '全部饭店' }).click();
    await page.getByRole('menuitem', { name: '有新记录时不再告诉我' }).click();
    await page.getByTitle('有新记录时会告诉您').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '全部饭店' }).click();
    await page.getByRole('menuitem', { name: '删除视图“全部饭店”' }).click();

    // shared with subordinate offices: an officer there finds it, and can save it as their own
    const shared = `共用${Date.now()}`;
    await page.getByRole('button', { name: '视图' }).click();
    await page.getByRole('menuitem', { name: '保存为视图…' }).click();
    await page.getByRole('textbox', { name: '视图名称' }).fill(shared);
    expect(await page.getByRole('radio', { name: '全体管理员' }).count(), 'nobody above their own office').toBe(0);
    await page.getByRole('radio', { name: '本办公室及下级' }).click();
    await shoot(page, 'view-shared');
    await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
    await page.getByRole('button', { name: shared }).waitFor();
    const other = await visits.open(list, { as: 'county1' });
    await waitForRows(other);
    await other.getByRole('button', { name: '视图' }).click();
    await other.getByRole('menuitem', { name: `${shared}（昆明市）` }).click();
    await expect.poll(() => new URL(other.url()).searchParams.get('ent_type.eq')).toBe('hotel');
    await other.getByRole('button', { name: shared }).click();
    await other.getByRole('menuitem', { name: '另存为我的视图' }).waitFor();
    expect(await other.getByRole('menuitem', { name: /取消共享/ }).count()).toBe(0);
    await page.getByRole('button', { name: shared }).click();
    await page.getByRole('menuitem', { name: `取消共享“${shared}”` }).click();
    await page.getByRole('button', { name: '视图' }).waitFor();

    // an officer shares with their own office
    const ours = `本县${Date.now()}`;
    await other.goto(new URL(`${list}?ent_type.eq=homestay`, other.url()).href);
    await waitForRows(other);
    await other.getByRole('button', { name: '视图' }).click();
    await other.getByRole('menuitem', { name: '保存为视图…' }).click();
    await other.getByRole('textbox', { name: '视图名称' }).fill(ours);
    await other.getByRole('radio', { name: '本办公室', exact: true }).click();
    await shoot(other, 'view-office');
    await other.getByRole('dialog').getByRole('button', { name: '保存' }).click();
    await other.getByRole('button', { name: ours }).click();
    await other.getByRole('menuitem', { name: `${ours}（本办公室）` }).waitFor();
    await other.getByRole('menuitem', { name: `取消共享“${ours}”` }).click();
    await other.getByRole('button', { name: '视图' }).waitFor();

    await page.getByRole('button', { name: '视图' }).click();
    await page.getByRole('menuitem', { name: '待我办' }).click();
    await page.waitForURL(/awaits=me/);
    await page.getByRole('button', { name: '移除筛选：待我办' }).waitFor();
    // the chip shows it; the button beside it keeps its label
    expect(await page.getByRole('button', { name: /^待我办/ }).count()).toBe(0);
    await page.getByRole('button', { name: /^视图/ }).click();
    await page.getByRole('menuitem', { name: '30 天内到期' }).click();
    await page.waitForURL(/due_at\.range=next30/);
    await expect
      .poll(() => page.locator('.xj-chip:visible').allTextContents())
      .toEqual([expect.stringMatching(/未来 30 天/)]);
    await expect.poll(() => total(page)).toBeLessThan(hotels);
    await page.getByRole('button', { name: '30 天内到期' }).waitFor();
    // relative periods take one click
    await page.locator('.xj-chip-body:visible').click();
    await page.getByRole('form', { name: '筛选' }).getByRole('button', { name: '今年' }).click();
    await page.waitForURL(/due_at\.range=year/);
    await shoot(page, 'view-due');
  });

  it('the same rows are shown grouped, and as board, cards, calendar and map', async () => {
    const page = await visits.open(list, { as: 'county1' });
    await waitForRows(page);
    const all = await total(page);
    await page.getByRole('button', { name: '分组' }).click();
    await page.getByRole('menuitem', { name: '状态', exact: true }).click();
    await page.waitForURL(/group=status/);
    const groups = page.getByRole('region', { name: '按状态分组' });
    const counts = groups.locator('.xj-group-count');
    const numbers = async () => (await counts.allTextContents()).map((label) => Number(label.replace(/\D/g, '')));
    await expect.poll(async () => (await numbers()).reduce((sum, n) => sum + n, 0)).toBe(all);
    const inGroups = groups.locator('.xj-group tr[data-row]');
    await inGroups.first().waitFor();
    // open groups are in the address
    const head = groups.getByRole('button', { name: /正常经营/ });
    await head.click();
    await page.waitForURL(/unfolded=.*active/);
    const active = groups.locator('[data-group="active"]');
    await active.locator('tr[data-row]').first().waitFor();
    await shoot(page, 'groups');
    // rows of groups are navigated, previewed, selected and processed like those of the table
    await page.keyboard.press('j');
    await expect.poll(() => page.evaluate(() => document.activeElement?.matches('tr[data-row]'))).toBe(true);
    await page.keyboard.press('Space');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('j');
    await expect
      .poll(() => new URL(page.url()).searchParams.get('id'))
      .toBe(await inGroups.nth(1).getAttribute('data-row'));
    await page.keyboard.press('Space');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await inGroups.nth(0).getByRole('checkbox').click();
    await inGroups
      .nth(2)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] });
    const bar = page.getByRole('toolbar', { name: '批量操作' });
    await bar.getByText('已选 3 条').waitFor();
    await bar.getByRole('button', { name: `选择符合条件的全部 ${all.toLocaleString('en-US')} 条` }).waitFor();
    await shoot(page, 'groups-chosen');
    await bar.getByRole('button', { name: '取消选择' }).click();
    // on a phone they are cards, which are selected one by one or by group
    await page.setViewportSize({ width: 390, height: 844 });
    const cards = groups.locator('.xj-group').first().locator('.xj-compact-row');
    await cards.first().getByRole('checkbox').check();
    await bar.getByText('已选 1 条').waitFor();
    await groups.getByRole('checkbox', { name: '全选本组' }).first().check();
    await bar.getByText(`已选 ${await cards.count()} 条`).waitFor();
    await shoot(page, 'groups-phone');
    await bar.getByRole('button', { name: '取消选择' }).click();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.reload();
    await active.locator('tr[data-row]').first().waitFor();
    await head.click();
    await active.locator('tr[data-row]').first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '按状态分组' }).click();
    await page.getByRole('menuitem', { name: '不分组' }).click();
    await waitForRows(page);
    for (const [label, drawn] of [
      ['看板', '.xj-board'],
      ['卡片', '.xj-row-cards'],
      ['日历', '.xj-calendar'],
      ['地图', '.xj-map[data-ready]'],
    ] as const) {
      await page.getByText(label, { exact: true }).click();
      await page.locator(drawn).first().waitFor();
      await shoot(page, `lens-${drawn.replace(/\W/g, '')}`);
    }
    // the map shows all rows of the list, not one page
    const marks = page.locator('.xj-map .xj-cluster');
    await marks.first().click();
    await page.locator('.xj-map-lens-rows li').first().waitFor();
    await page.locator('.xj-map-lens-rows').getByRole('button', { name: '关闭' }).click();
    await page.locator('.xj-map-lens-rows').waitFor({ state: 'detached' });
    // its legend draws the marks of the states like lists, in the colours of the current theme
    const mark = page.getByRole('button', { name: /正常经营/ }).locator('svg.xj-tone-mark:visible');
    const colour = () => mark.first().evaluate((one) => getComputedStyle(one).color);
    const byDay = await colour();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(colour).not.toBe(byDay);
    await shoot(page, 'lens-map-dark');
    await page.emulateMedia({ colorScheme: 'light' });
    // it explains them, and opens their rows
    await page
      .getByRole('list', { name: '图例' })
      .getByRole('button', { name: /正常经营/ })
      .click();
    await waitForRows(page);
    await expect
      .poll(() => page.locator('.xj-chip:visible').allTextContents())
      .toEqual([expect.stringMatching(/正常经营/)]);
  });
});
