import { describe, expect, it } from 'vitest';
import { callAs, replaceInitialPassword, shoot, signInByCall, startVisits } from '../support/visits.ts';
import { rowsOf, waitForRows } from '../support/widgets.ts';

const visits = startVisits();
const list = '/admin/enterprise/enterprise';
const gone = '记录不存在，或您无权查看。';

interface Rule {
  id: number;
  name: string;
  children?: Rule[];
}

const flatten = (rules: readonly Rule[]): Rule[] => rules.flatMap((rule) => [rule, ...flatten(rule.children ?? [])]);

describe('an officer of one county', () => {
  it('sees no enterprise of another county, and only the menu and pages of their group', async () => {
    const { token } = await signInByCall(visits.url, 'county1', visits.password);
    const { list: rows } = await callAs<{ list: { id: number; name: string }[] }>(
      visits.url,
      token,
      '/admin/enterprise.enterprise/index?limit=1',
    );
    const [{ id, name }] = rows as [{ id: number; name: string }];
    const page = await visits.open(`${list}/${id}`, { as: 'county2' });
    await page.getByText(gone).waitFor();
    await expect.poll(() => page.getByText(name).count()).toBe(0);
    await shoot(page, 'out-of-scope');
    await page.goto(`${visits.url}${list}?id=${id}`);
    await page.getByRole('dialog').getByText(gone).waitFor();
    await page.goto(`${visits.url}${list}?edit=${id}`);
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await expect.poll(() => page.getByText(name).count()).toBe(0);
    await page.goto(`${visits.url}${list}?area_code.eq=530102`);
    await page.getByText('没有符合条件的记录').waitFor();

    // and only the menu of their group
    await page
      .getByRole('button', { name: /^移除筛选：/ })
      .first()
      .click();
    await waitForRows(page);
    const menu = page.getByRole('navigation', { name: '主菜单' });
    await expect.poll(() => menu.getByText('组织与权限').count()).toBe(0);
    await page.goto(`${visits.url}/admin/auth/group`);
    await page.waitForURL('**/401');
  });
});

describe('an editor of groups', () => {
  it('can grant only permissions of their own', async () => {
    const admin = await signInByCall(visits.url, 'admin', visits.password);
    const { list: tree } = await callAs<{ list: Rule[] }>(visits.url, admin.token, '/admin/auth.menu/index');
    const held = flatten(tree).filter(({ name }) =>
      /^(workbench|dashboard|auth|auth\/group.*|enterprise|enterprise\/enterprise|enterprise\/enterprise\/(index|export))$/.test(
        name,
      ),
    );
    const { list: groups } = await callAs<{ list: { id: number }[] }>(
      visits.url,
      admin.token,
      '/admin/auth.group/index',
    );
    const { id } = await callAs<{ id: number }>(visits.url, admin.token, '/admin/auth.group/add', {
      pid: groups[0]?.id,
      name: '组管理员',
      rules: held.map((rule) => rule.id),
      status: '1',
    });
    await callAs(visits.url, admin.token, '/admin/auth.admin/add', {
      username: 'grouper',
      nickname: '组管理员',
      password: 'Given-Lantern-6',
      group_arr: [id],
      area_code: '530100',
      status: '1',
    });
    await replaceInitialPassword(visits.url, 'grouper', 'Given-Lantern-6', visits.password);

    const page = await visits.open('/admin/auth/group?form=add', { as: 'grouper' });
    const form = page.locator('form.xj-form');
    const rules = form.locator('.xj-branches');
    await rules.getByRole('button', { name: '全选' }).waitFor();
    const titles = await rules.locator('.ant-tree-title').allTextContents();
    expect(titles).not.toContain('系统'); // permissions of others are not offered
    expect(titles).not.toContain('短信队列');
    await form.getByRole('textbox', { name: /^组名/ }).fill('与我同权');
    await rules.getByRole('button', { name: '全选' }).click();
    await shoot(page, 'group-form');
    await form.getByRole('button', { name: '保存' }).click();
    await form.getByRole('alert').getByText('您需要拥有该分组的所有权限且还有额外权限时，才可以操作该分组~').waitFor();

    await rules.getByRole('button', { name: '清空' }).click();
    await rules.getByRole('textbox', { name: '筛选' }).fill('导出');
    await rules.getByRole('checkbox').last().click();
    await form.getByRole('textbox', { name: /^组名/ }).fill('只能导出');
    await form.getByRole('button', { name: '保存' }).click();
    await page.getByText('已添加').waitFor();
    await expect.poll(() => rowsOf(page).filter({ hasText: '只能导出' }).count()).toBe(1);
  });
});
