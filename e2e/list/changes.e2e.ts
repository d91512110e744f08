import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { callAs, replaceInitialPassword, shoot, signInByCall, startVisits } from '../support/visits.ts';
import {
  choose,
  chooseDelete,
  firstNames,
  namesOf as names,
  rowsOf,
  totalOf as total,
  waitForRows,
} from '../support/widgets.ts';

const visits = startVisits();

interface Rule {
  id: number;
  name: string;
  children?: Rule[];
}
const list = '/admin/enterprise/enterprise';

describe('changes in a list', () => {
  it('a deletion is confirmed first and can be undone', async () => {
    const page = await visits.open('/admin/enterprise/licence', { as: 'admin' });
    await waitForRows(page);
    const all = await total(page);
    const [number = ''] = await firstNames(page, 1);
    // its row is named by firm and kind, without the number
    const more = await rowsOf(page)
      .first()
      .getByRole('button', { name: /^更多：/ })
      .getAttribute('aria-label');
    const name = more?.slice('更多：'.length) ?? '';
    await chooseDelete(page, name);
    const question = page.getByRole('dialog', { name: '确定删除选中的记录？' });
    await question.getByText(name).waitFor();
    const cancel = question.getByRole('button', { name: '取消' });
    await expect.poll(() => cancel.evaluate((one) => one === document.activeElement)).toBe(true);
    await shoot(page, 'delete');
    await page.keyboard.press('Escape');
    await expect.poll(() => total(page)).toBe(all);

    await chooseDelete(page, name);
    await question.getByRole('button', { name: '删除' }).click();
    await expect.poll(() => total(page)).toBe(all - 1);
    await expect.poll(() => names(page)).not.toContain(number);
    await page
      .locator('.xj-toast', { hasText: `已删除 ${name}` })
      .getByRole('button', { name: '撤销' })
      .click();
    await expect.poll(() => total(page)).toBe(all);
    await expect.poll(() => names(page)).toContain(number);
  });

  it('many deleted rows are restored from their log, which names those that cannot be', async () => {
    const { token } = await signInByCall(visits.url, 'admin', visits.password);
    const call = <T>(path: string, body?: unknown) => callAs<T>(visits.url, token, path, body);
    const stamp = String(Date.now()).slice(-6);
    const add = async (name: string, more: object = {}) =>
      (
        await call<{ id: number }>('/admin/auth.department/add', {
          name: `${name}${stamp}`,
          kind: 'section',
          area_code: '530100',
          status: '1',
          ...more,
        })
      ).id;
    const above = await add('上级科');
    const below = await add('下级科', { pid: above });
    const apart = await add('独立科');
    await call('/admin/auth.department/del', { ids: [above, below, apart] });

    const page = await visits.open(`/admin/security/dataRecycleLog?q=科${stamp}`, { as: 'admin' });
    await waitForRows(page);
    // its names are links to the tables: an entry is opened by its first word that is no link, and shows the deleted row
    await rowsOf(page)
      .filter({ hasText: `独立科${stamp}` })
      .locator('.xj-title-link')
      .click();
    const copy = page.locator('.xj-record-sheet');
    await copy.locator('.xj-timeline-changes').getByText(`独立科${stamp}`, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await copy.waitFor({ state: 'detached' });
    for (const name of ['下级科', '独立科'])
      await rowsOf(page)
        .filter({ hasText: `${name}${stamp}` })
        .getByRole('checkbox')
        .click();
    await page.getByRole('toolbar', { name: '批量操作' }).getByRole('button', { name: '恢复' }).click();
    await page.getByRole('dialog', { name: '恢复 2 条记录？' }).getByRole('button', { name: '恢复' }).click();
    const refusal = page.getByRole('dialog', { name: '1 条不能办理，全部未办理' });
    await refusal.getByText(`下级科${stamp}：上级部门：所指的记录已删除，请先恢复它`).waitFor();
    await shoot(page, 'restore-conflict');
    await refusal.getByRole('button', { name: '办理其余 1 条' }).click();
    await page.locator('.xj-toast', { hasText: '已恢复 1 条' }).waitFor();
    await expect
      .poll(
        async () =>
          (await call<{ list: unknown[] }>(`/admin/auth.department/index?quick_search=独立科${stamp}`)).list.length,
      )
      .toBe(1);
  });

  it('the log hides name and content of rows an officer has no access to, and refuses to restore them', async () => {
    const { token } = await signInByCall(visits.url, 'admin', visits.password);
    const call = <T>(path: string, body?: unknown) => callAs<T>(visits.url, token, path, body);
    const stamp = Date.now() % 1_000_000;
    const { list } = await call<{ list: Rule[] }>('/admin/auth.menu/index');
    const flat = (rules: readonly Rule[]): Rule[] => rules.flatMap((one) => [one, ...flat(one.children ?? [])]);
    const rules = flat(list).filter(({ name }) => /^security(\/|$)/.test(name));
    const group = { name: `查看日志${stamp}`, rules: rules.map(({ id }) => id), status: '1' };
    const username = `logs_${stamp}`;
    await call('/admin/auth.admin/add', {
      username,
      nickname: '查看日志',
      password: 'Given-Lantern-6',
      area_code: '530100',
      status: '1',
      group_arr: [(await call<{ id: number }>('/admin/auth.group/add', group)).id],
    });
    await replaceInitialPassword(visits.url, username, 'Given-Lantern-6', visits.password);
    const { id } = await call<{ id: number }>('/admin/auth.department/add', {
      name: `密名科${stamp}`,
      kind: 'section',
      area_code: '530100',
      status: '1',
    });
    await call('/admin/auth.department/del', { ids: [id] });
    const [line] = (await call<{ list: { id: number }[] }>('/admin/security.dataRecycleLog/index?limit=1')).list;
    const name = `#${line?.id}`;

    const page = await visits.open('/admin/security/dataRecycleLog', { as: username });
    await page.getByRole('button', { name: `打开 ${name}` }).click();
    const sheet = page.getByRole('dialog', { name });
    await sheet.getByText('记录编号').waitFor();
    await shoot(page, 'name-withheld');
    await sheet.getByRole('button', { name: '恢复' }).click();
    await page
      .getByRole('dialog', { name: /恢复 1 条记录/ })
      .getByRole('button', { name: '恢复' })
      .click();
    await page.getByText(`${name}：没有权限恢复该业务的记录`).waitFor();
    expect(await page.getByText('删除的内容').count()).toBe(0);
    expect(await page.locator('body').innerText()).not.toContain('密名科');
  });

  it('a row others refer to is not deleted, with the reason', async () => {
    // one with a licence: enterprises of other tests may have none
    const { token } = await signInByCall(visits.url, 'admin', visits.password);
    const call = <T>(path: string) => callAs<T>(visits.url, token, path);
    const licences = await call<{ list: { enterprise_id: number }[] }>('/admin/enterprise.licence/index?limit=1');
    const id = licences.list[0]?.enterprise_id;
    const { name } = (await call<{ row: { name: string } }>(`/admin/enterprise.enterprise/edit?id=${id}`)).row;
    const page = await visits.open(`${list}?q=${encodeURIComponent(name)}`, { as: 'admin' });
    await waitForRows(page);
    await chooseDelete(page, name);
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    const refusal = page.getByRole('dialog', { name: /该记录仍被“.+”引用，不能删除/ });
    await refusal
      .getByRole('link', { name: /^许可证：/ })
      .first()
      .waitFor();
    await shoot(page, 'delete-refused');
    await refusal.getByRole('button', { name: '知道了' }).click();
    await expect.poll(() => names(page)).toContain(name);
  });

  it('pinned columns cover no cell the keyboard goes to; cells are edited, copied, pasted and undone', async () => {
    const page = await visits.open(`${list}?status.eq=active&limit=100`, {
      as: 'admin',
      size: [900, 700],
      context: { permissions: ['clipboard-read', 'clipboard-write'] },
    });
    await waitForRows(page);
    const row = rowsOf(page).nth(1);
    const here = row.locator('td[data-here]');
    const covered = () =>
      here.evaluate((cell) => {
        const { left, right, top, height } = cell.getBoundingClientRect();
        const [middle, inset] = [top + height / 2, 3];
        return [left + inset, right - inset].some((x) => !cell.contains(document.elementFromPoint(x, middle)));
      });
    await row.focus();
    const columns = (await row.locator('td').count()) - 2;
    expect(columns).toBeGreaterThan(6);
    for (const key of ['ArrowRight', 'ArrowLeft'])
      for (let at = key === 'ArrowRight' ? 0 : 1; at < columns; at += 1) {
        await page.keyboard.press(key);
        await expect.poll(covered, { message: `${key} ${at}` }).toBe(false);
      }
    await page.keyboard.press('End');
    await expect.poll(covered).toBe(false);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await expect.poll(covered).toBe(false);

    // cells are edited, copied, and pasted over after a preview
    await page.setViewportSize({ width: 1440, height: 900 });
    const heads = await page.locator('[data-list] thead th:visible').allTextContents();
    const cell = (row: number) => rowsOf(page).nth(row).locator('td').nth(heads.indexOf('联系人'));
    const before = await Promise.all([0, 1, 2].map((row) => cell(row).textContent()));
    // a unique name, without digits
    const stamp = `联${[...String(Date.now()).slice(-5)].map((digit) => '零一二三四五六七八九'[Number(digit)]).join('')}`;
    const takeBack = (label: RegExp) =>
      page.locator('.xj-toast', { hasText: label }).getByRole('button', { name: '撤销' }).click();

    await cell(0).dblclick();
    await cell(0).getByRole('textbox').fill(stamp);
    await page.keyboard.press('Enter');
    await expect.poll(() => cell(0).textContent()).toBe(stamp);
    await takeBack(/联系人已改/);
    await expect.poll(() => cell(0).textContent()).toBe(before[0]);

    // a change of somebody else is shown, and the typed text is kept
    const { token } = await signInByCall(visits.url, 'admin', visits.password);
    const call = <T>(path: string, body?: unknown) =>
      callAs<T>(visits.url, token, `/admin/enterprise.enterprise/${path}`, body);
    const id = await rowsOf(page).nth(0).getAttribute('data-row');
    const read = async () =>
      (await call<{ row: { id: number; version: number; contact_name: string } }>(`edit?id=${id}`)).row;
    const changeBehind = async (name: string) => {
      const { version } = await read();
      await call('edit', { id: Number(id), version, contact_name: name });
    };
    await cell(0).dblclick();
    await cell(0).getByRole('textbox').fill(`${stamp}我`);
    await changeBehind(`${stamp}他`);
    await page.keyboard.press('Enter');
    await cell(0)
      .getByRole('alert')
      .filter({ hasText: `${stamp}他` })
      .waitFor();
    await shoot(page, 'cell-conflict');
    await page.keyboard.press('Escape'); // theirs
    expect((await read()).contact_name).toBe(`${stamp}他`);
    await cell(0).dblclick();
    await cell(0).getByRole('textbox').fill(`${stamp}我`);
    await changeBehind(before[0] ?? '');
    await page.keyboard.press('Enter');
    await cell(0).getByRole('alert').waitFor();
    await page.keyboard.press('Enter'); // mine
    await expect.poll(async () => (await read()).contact_name).toBe(`${stamp}我`);
    await takeBack(/联系人已改/);
    await expect.poll(async () => (await read()).contact_name).toBe(before[0]);

    // typed text is kept while its row is scrolled out of sight
    await cell(0).dblclick();
    await cell(0).getByRole('textbox').fill(`${stamp}留`);
    const box = page.locator('.xj-list-box:visible');
    await box.evaluate((one) => {
      one.scrollTop = one.scrollHeight;
    });
    await page.locator('.xj-row-gap').first().waitFor({ state: 'attached' });
    await box.evaluate((one) => {
      one.scrollTop = 0;
    });
    await expect.poll(() => cell(0).getByRole('textbox').inputValue()).toBe(`${stamp}留`);
    await cell(0).getByRole('textbox').press('Escape');
    await expect.poll(() => cell(0).textContent()).toBe(before[0]);

    // by keyboard: the cell below, and the one after it
    await cell(1).click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+c');
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toBe(`${before[1]}\n${before[2]}`);
    await page.evaluate((content) => navigator.clipboard.writeText(content), `${stamp}甲\n`);
    await cell(1).click();
    await page.keyboard.press('Control+v');
    const preview = page.getByRole('dialog', { name: '粘贴：1 条记录' });
    await preview.getByText(`${stamp}甲`).waitFor();
    await shoot(page, 'paste');
    await preview.getByRole('button', { name: '写入 1 条' }).click();
    await expect.poll(() => cell(1).textContent()).toBe(`${stamp}甲`);
    await takeBack(/粘贴：完成 1 条/);
    await expect.poll(() => cell(1).textContent()).toBe(before[1]);

    // all matching rows, not only the page: counted by the server, checked before anything is written
    const all = await total(page);
    await rowsOf(page).nth(0).getByRole('checkbox').click();
    const bar = page.getByRole('toolbar', { name: '批量操作' });
    await bar.getByRole('button', { name: /^选择符合条件的全部/ }).click();
    await bar.getByText(`已选符合条件的全部 ${all.toLocaleString('en-US')} 条`).waitFor();
    await bar.getByRole('button', { name: '批量修改…' }).click();
    const dialog = page.getByRole('dialog', { name: /^批量修改/ });
    await choose(page, dialog.getByRole('combobox', { name: '修改哪一项' }), '联系人');
    await dialog.getByRole('textbox', { name: /^联系人/ }).fill(stamp);
    await dialog.getByRole('button', { name: '预览' }).click();
    await dialog.getByRole('button', { name: `修改 ${all} 条` }).waitFor();
    await shoot(page, 'bulk-edit');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: '离开而不保存？' }).getByRole('button', { name: '离开' }).click();
    // rows that are no longer shown are not selected
    await page.getByRole('button', { name: '移除筛选：状态' }).click();
    await bar.waitFor({ state: 'detached' });
  });

  it('several rows are processed at once, and other pages show it', async () => {
    const other = await visits.open(`${list}?status.eq=submitted`, { as: 'city' });
    await waitForRows(other);
    const page = await visits.open(`${list}?status.eq=submitted`, { as: 'admin' });
    await waitForRows(page);
    const [first = '', second = ''] = await firstNames(page, 2);
    await page.getByRole('checkbox', { name: `选择 ${first}` }).click();
    await page.getByRole('checkbox', { name: `选择 ${second}` }).click();
    const bar = page.getByRole('toolbar', { name: '批量操作' });
    await bar.getByText('已选 2 条').waitFor();
    await shoot(page, 'batch');
    // only selected rows are exported
    await bar.getByRole('button', { name: /^导出所选/ }).click();
    const [sheet] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ]);
    const lines = fs
      .readFileSync(await sheet.path(), 'utf8')
      .trim()
      .split('\n');
    expect([lines.length, [first, second].every((name) => lines.some((line) => line.includes(name)))]).toEqual([
      3,
      true,
    ]);
    await bar.getByRole('button', { name: '受理' }).click();
    await page.getByText('受理：完成 2 条').waitFor();
    await expect.poll(() => names(page)).not.toContain(first);
    await other.getByText('2 条记录有新变化').waitFor();
    await expect.poll(() => names(other)).toContain(first); // a list never changes by itself
    await other.getByRole('button', { name: '刷新查看' }).click();
    await expect.poll(() => names(other)).not.toContain(first);

    // one after another, each by the number of its button
    const [third = '', fourth = ''] = await firstNames(page, 2);
    await rowsOf(page).locator('.xj-title-link').first().click();
    const record = page.getByRole('dialog', { name: third });
    // kept, also from an earlier attempt; drawn one turn after the click, which `check` does not wait for
    const goOn = record.getByRole('checkbox', { name: '连续办理' });
    if (!(await goOn.isChecked())) await goOn.click();
    await expect.poll(() => goOn.isChecked()).toBe(true);
    await record.getByRole('button', { name: '受理' }).waitFor();
    await page.keyboard.press('1');
    await page.getByRole('dialog', { name: fourth }).getByRole('button', { name: '受理' }).waitFor();
    await expect.poll(() => names(page)).not.toContain(third);
    await shoot(page, 'triage');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    // all matching rows, not only the page: counted again and confirmed with their number
    const { token } = await signInByCall(visits.url, 'admin', visits.password);
    const waiting = 'search[0][field]=status&search[0][operator]==&search[0][val]=submitted';
    const submitted = await callAs<{ list: { id: number }[] }>(
      visits.url,
      token,
      `/admin/enterprise.enterprise/index?limit=11&order=id,desc&${waiting}`,
    );
    // the newest eleven that wait: no other row is between them
    const ids = submitted.list.map(({ id }) => id);
    await page.goto(`${visits.url}${list}?status.eq=submitted&id.range=${Math.min(...ids)}%2C${Math.max(...ids)}`);
    await waitForRows(page);
    await expect.poll(() => total(page)).toBe(11);
    await rowsOf(page).nth(0).getByRole('checkbox').click();
    await bar.getByRole('button', { name: '选择符合条件的全部 11 条' }).click();
    await bar.getByRole('button', { name: '受理' }).click();
    const question = page.getByRole('dialog', { name: '受理：符合条件的全部 11 条？' });
    await shoot(page, 'bulk-move');
    await question.getByRole('button', { name: '受理' }).click();
    await page.getByText('受理：完成 11 条').waitFor();
    await bar.waitFor({ state: 'detached' });
    await page.getByText('没有符合条件的').first().waitFor();
  });
});
