import { expect, it } from 'vitest';
import { callAs, replaceInitialPassword, shoot, signInByCall, startVisits } from '../support/visits.ts';
import { choose } from '../support/widgets.ts';

const visits = startVisits();

it('access analysis explains a refusal, compares two groups, and previews pages as one of them', async () => {
  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  const { list } = await callAs<{ list: { id: number; username: string }[] }>(
    visits.url,
    token,
    '/admin/auth.admin/index?select=true&quick_search=county1',
  );
  const call = new URLSearchParams({
    person: String(list[0]?.id),
    resource: 'enterprise/enterprise',
    action: 'revoke:confirm',
  });
  const page = await visits.open(`/admin/auth/access?${call.toString()}`, { as: 'admin' });
  await page.getByRole('heading', { name: '不可以' }).waitFor();
  await page.getByText('enterprise/enterprise/revoke:confirm').first().waitFor();
  await shoot(page, 'access-why');
  const phone = await visits.open(`/admin/auth/access?${call.toString()}`, {
    as: 'admin',
    locale: 'en',
    theme: 'dark',
    size: [390, 844],
  });
  await phone.getByRole('heading', { name: 'Not allowed' }).waitFor();
  await shoot(phone, 'access-why-phone');

  await page.getByRole('tab', { name: '角色差异' }).click();
  const shown = page.getByRole('tabpanel', { name: '角色差异' });
  await shown.getByRole('combobox').first().click();
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option')
    .filter({ hasText: '市级市场管理' })
    .click();
  await shown.getByRole('combobox').nth(1).click();
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option')
    .filter({ hasText: '县级市场管理' })
    .click();
  await shown.getByText('enterprise/enterprise/finalPass').waitFor();
  await shoot(page, 'access-compare');

  await page.getByRole('tab', { name: '权限矩阵' }).click();
  const rights = page.getByRole('tabpanel', { name: '权限矩阵' });
  await rights.getByLabel('按业务、操作或节点筛选').fill('finalPass');
  await expect.poll(() => rights.locator('tbody tr').count()).toBe(1);
  await rights.getByRole('img', { name: /：有/ }).first().waitFor();
  await shoot(page, 'access-matrix');

  await page.getByRole('tab', { name: '视角查看' }).click();
  const view = page.getByRole('tabpanel', { name: '视角查看' });
  await view.getByRole('combobox').first().click();
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option')
    .filter({ hasText: '县级市场管理' })
    .click();
  await view.getByRole('button', { name: '开始查看' }).click();
  const banner = page.getByRole('status').filter({ hasText: '县级市场管理' });
  await banner.waitFor();
  await page.getByRole('heading', { name: /好，|夜深了/ }).click(); // nothing covers the page
  await expect.poll(() => page.getByText('组织与权限').count()).toBe(0);
  await shoot(page, 'viewing');
  // the other windows of the browser show the preview too, and end it together with this one
  const dashboard = await visits.openTab(page, '/admin/dashboard');
  const there = dashboard.getByRole('status').filter({ hasText: '县级市场管理' });
  await there.waitFor();
  await banner.getByRole('button', { name: '退出查看' }).click();
  await banner.waitFor({ state: 'hidden' });
  await there.waitFor({ state: 'hidden' });
  await dashboard.getByText('组织与权限').first().waitFor();
  await dashboard.close();
  await page.getByText('组织与权限').first().waitFor();

  // work one officer has begun is handed to another, who finds it open
  const [giver, taker] = await addProposer(token);
  await page.goto(`${visits.url}/admin/auth/handOver`);
  await page.getByRole('heading', { name: '工作交接' }).waitFor();
  const handOver = page.getByRole('button', { name: '移交', exact: true });
  expect(await handOver.isDisabled()).toBe(true);
  await choose(page, page.getByRole('combobox', { name: '移交人' }), giver, giver);
  await page.getByText('企业：待批准的提请 1').waitFor();
  await choose(page, page.getByRole('combobox', { name: '接收人' }), taker, taker);
  await page.getByRole('checkbox', { name: '移交全部在办事项' }).check();
  await shoot(page, 'hand-over');
  await handOver.click();
  await page.getByRole('dialog', { name: '确认移交？' }).getByRole('button', { name: '移交', exact: true }).click();
  await page.getByText('没有指名由其承办的在办事项', { exact: false }).waitFor();
  await choose(page, page.getByRole('combobox', { name: '移交人' }), taker, taker);
  await page.getByText('企业：待批准的提请 1').waitFor();
});

/** Two officers of the city, by name; the first has proposed to revoke an enterprise, and nobody has confirmed it yet. */
async function addProposer(token: string): Promise<[string, string]> {
  const call = <T>(path: string, body?: unknown, as = token) => callAs<T>(visits.url, as, path, body);
  const { options } = await call<{ options: { id: number; name: string }[] }>(
    '/admin/auth.group/index?select=true&isTree=0&quick_search=市级市场管理',
  );
  const stamp = String(Date.now()).slice(-8);
  const add = async (username: string) => {
    await call('/admin/auth.admin/add', {
      username,
      nickname: username,
      password: 'Given-Lantern-6',
      area_code: '530100',
      status: '1',
      group_arr: [options[0]?.id],
    });
    return username;
  };
  const names: [string, string] = [await add(`giver_${stamp}`), await add(`taker_${stamp}`)];
  await replaceInitialPassword(visits.url, names[0], 'Given-Lantern-6', visits.password);
  const giver = await signInByCall(visits.url, names[0], visits.password);
  const where = 'search[0][field]=status&search[0][operator]=%3D&search[0][val]=active';
  const { list } = await call<{ list: { id: number; _moves: string[] }[] }>(
    `/admin/enterprise.enterprise/index?limit=20&${where}`,
    undefined,
    giver.token,
  );
  const id = list.find(({ _moves }) => _moves.includes('revoke:propose'))?.id;
  const revocation = { document_no: '昆文旅罚〔2026〕9号', reason: '严重违法经营，拒不改正' };
  await call('/admin/enterprise.enterprise/revoke', { id, step: 'propose', ...revocation }, giver.token);
  return names;
}
