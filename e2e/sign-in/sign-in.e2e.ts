import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startProvider } from '#modules/identity/test/oidc/provider.ts';
import { hashToken } from '#server/auth/start-refresh-and-end-sessions-by-token.ts';
import { launchBrowser } from '../../test/support/browser.ts';
import { registerOwner } from '../support/register-owner.ts';
import { callAs, holdAnswers, shoot, signInByCall, startVisits } from '../support/visits.ts';

const visits = startVisits();

async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('账号', { exact: true }).fill(username);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

const adminInfo = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('adminInfo') ?? 'null') as { token: string } | null);

/** Whether a token is valid for the back office. */
async function isAlive(url: string, token: string): Promise<boolean> {
  const response = await fetch(`${url}/admin/index/index`, { headers: { server: 'true', batoken: token } });
  return ((await response.json()) as { code: number }).code === 1;
}

describe('signing in', () => {
  it('shows errors at their fields, and accepts the right password', async () => {
    const page = await visits.open('/');
    await page.getByRole('heading', { name: '管理员登录' }).waitFor();
    await expect.poll(() => page.title()).toBe('管理员登录 - 行鉴');
    await shoot(page, 'sign-in');

    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.getByText('请输入账号').waitFor();
    await page.getByText('请输入密码').waitFor();

    await signIn(page, 'admin', 'not-the-password');
    await page.getByText('密码不正确').waitFor();
    await expect.poll(() => page.getByLabel('密码', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => page.locator('.xj-toast').count()).toBe(0); // specification §8: shown by the page only
    await signIn(page, 'nobody_here', 'not-the-password');
    await page.getByText('用户名不正确').waitFor();

    await signIn(page, 'admin', visits.password);
    await page.waitForURL('**/admin/dashboard');
    await page.getByRole('heading', { name: /系统管理员/ }).waitFor();
    await expect.poll(() => page.title()).toBe('今日工作 - 行鉴');
    await shoot(page, 'workbench');
  });

  it('accepts an e-mail address longer than any account name', async () => {
    const email = 'a.rather.long.name@guesthouse.example.com';
    const { info } = await registerOwner(visits);
    const { id: member, username } = JSON.parse(info) as { id: number; username: string };
    await visits.query('update member set email = $1 where id = $2', [email, member]);
    const page = await visits.open('/user/login');
    await page.getByLabel('账号、手机号或邮箱').fill(email);
    await page.getByLabel('密码', { exact: true }).fill('Applicant-8');
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.waitForURL(/\/user\/(?!login)/);
    expect(await page.evaluate(() => localStorage.getItem('userInfo'))).toContain(username);
  });

  it('keeps a deep link and opens it after signing in', async () => {
    const page = await visits.open('/admin/enterprise/enterprise?status.eq=active&q=旅行');
    await page.waitForURL('**/admin/login');
    await signIn(page, 'admin', visits.password);
    await page.waitForURL('**/admin/enterprise/enterprise?**');
    const arrived = new URL(page.url());
    expect(arrived.searchParams.get('status.eq')).toBe('active');
    expect(arrived.searchParams.get('q')).toBe('旅行');
    await page.getByRole('heading', { name: '企业', exact: true }).waitFor();
  });

  it('opens the path in a loading address', async () => {
    const to = encodeURIComponent(JSON.stringify({ path: '/admin/enterprise/licence', query: { q: '许可' } }));
    const page = await visits.open(`/admin/loading/${to}`, { as: 'admin' });
    await page.waitForURL('**/admin/enterprise/licence?**');
    await page.getByRole('heading', { name: '许可证', exact: true }).waitFor();
  });

  it('works on the split-screen page', async () => {
    const page = await visits.open('/admin/newlogin');
    await shoot(page, 'sign-in-split');
    await signIn(page, 'city', visits.password);
    await page.waitForURL('**/admin/dashboard');
    await page.getByRole('heading', { name: /市级审核员/ }).waitFor();
  });

  it('links the identity of a provider, which then signs in by itself', async () => {
    const provider = await startProvider(visits.url);
    const { token } = await signInByCall(visits.url, 'admin', visits.password);
    const set = (values: object) =>
      callAs(visits.url, token, '/admin/system.setting/save', { section: 'auth/oidc', values, versions: {} });
    onTestFinished(async () => {
      await set({ enabled: '0' });
      provider.close();
    });
    await set(provider.settings);
    const person = `liu-${Date.now()}`;
    const fonts = 'https://fonts.googleapis.com'; // its pages ask for fonts
    const page = await visits.open('/admin/login', {
      tolerates: new RegExp(`left the server: (${provider.issuer}|${fonts})/`),
      before: (opened) => opened.route(`${fonts}/**`, (route) => route.fulfill({ contentType: 'text/css', body: '' })),
    });
    const enter = () => page.getByRole('button', { name: '使用统一身份认证登录' }).click();
    await enter();
    await page.locator('input[name=login]').fill(person);
    await page.locator('input[name=password]').fill('x');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    const agree = () => page.getByRole('button', { name: 'Continue' }).click();
    await agree();
    await page.getByText('没有与此身份关联的账号').waitFor();
    await shoot(page, 'provider-stranger');
    expect(new URL(page.url()).search, 'what is good once does not stay in the address').toBe('');

    await signIn(page, 'county3', visits.password);
    await page.waitForURL('**/admin/dashboard');
    await page.locator('.xj-account').click();
    await page.getByRole('menuitem', { name: '个人资料与密码' }).click();
    const identities = page.getByRole('region', { name: '统一身份认证' });
    await identities.getByRole('button', { name: '关联', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '关联', exact: true });
    await dialog.getByLabel('当前密码').fill(visits.password);
    await dialog.getByRole('button', { name: '继续' }).click();
    await agree(); // they are signed in there by now
    await page.waitForURL(`${visits.url}/admin/dashboard`);
    await page.locator('.xj-account').click();
    await page.getByRole('menuitem', { name: '个人资料与密码' }).click();
    await identities.getByText(person).waitFor();
    await shoot(page, 'provider-linked');
    await page.keyboard.press('Escape');
    await page.locator('.xj-account').click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await page.waitForURL('**/admin/login');
    await enter();
    await agree();
    await page.getByRole('heading', { name: /官渡区审核员/ }).waitFor();
  });

  it.runIf(process.platform === 'linux')('loads a Chinese font where the machine has none', async () => {
    const browser = await launchBrowser({ chinese: false });
    try {
      const page = await browser.newPage();
      await page.goto(visits.url);
      await page.waitForFunction(() =>
        [...document.fonts].some((one) => one.family.includes('Noto Sans SC') && one.status === 'loaded'),
      );
      await shoot(page, 'sign-in-own-font');
    } finally {
      await browser.close();
    }
  });

  it('switches to English and stays in it', async () => {
    const page = await visits.open('/admin/login');
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Administrator sign-in' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('en');
    await page.getByLabel('Account', { exact: true }).fill('admin');
    await page.getByLabel('Password', { exact: true }).fill('not-the-password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Wrong password').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(visits.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/dashboard');
    await page.getByRole('link', { name: 'Enterprises', exact: true }).first().waitFor();
    await shoot(page, 'workbench-en');
    await page.reload();
    await page.getByRole('heading', { name: 'To do' }).waitFor();
  });

  it('says that the member centre is closed, instead of the form', async () => {
    const { token } = await signInByCall(visits.url, 'admin', visits.password);
    const set = (site_member_center: '0' | '1') =>
      callAs(visits.url, token, '/admin/routine.config/edit', { site_member_center });
    onTestFinished(() => set('1').then(() => undefined));
    const page = await visits.open('/user/login?type=register');
    const submit = page.getByRole('button', { name: '注册并登录' });
    await submit.waitFor();
    await set('0');
    await page.reload();
    await page.getByRole('alert').getByText('会员中心已禁用，请联系网站管理员开启。').waitFor();
    expect(await submit.count()).toBe(0);
    await shoot(page, 'register-closed');
  });

  it('is skipped by whoever is signed in, until they sign out, which revokes their token', async () => {
    const page = await visits.open('/admin/login', { as: 'county3' });
    await page.waitForURL('**/admin/dashboard');
    await page.getByRole('heading', { name: /官渡区审核员/ }).waitFor();
    const before = await adminInfo(page);
    expect(await isAlive(visits.url, before?.token ?? '')).toBe(true);
    await page.locator('.xj-account').click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await page.waitForURL('**/admin/login');
    expect(await isAlive(visits.url, before?.token ?? '')).toBe(false);
    await expect.poll(() => adminInfo(page)).toBeNull();
  });
});

describe('addresses', () => {
  it('uses a token in the address once and removes it', async () => {
    const { token } = await signInByCall(visits.url, 'county2', visits.password);
    const page = await visits.open(`/admin/dashboard?batoken=${token}&from=portal`);
    await page.getByRole('heading', { name: /盘龙区审核员/ }).waitFor();
    await expect.poll(() => page.url()).not.toContain(token);
    await expect.poll(() => new URL(page.url()).searchParams.get('from')).toBe('portal');
    await page.goBack().catch(() => undefined);
    await expect.poll(() => page.url()).not.toContain(token);
  });

  it('opens a route given in the hash after signing in', async () => {
    const page = await visits.open('/#/admin/enterprise/staff');
    await page.waitForURL('**/admin/login');
    await signIn(page, 'admin', visits.password);
    await page.waitForURL('**/admin/enterprise/staff');
    await page.getByRole('heading', { name: '从业人员', exact: true }).waitFor();
  });

  it('distinguishes an unknown page from a forbidden one', async () => {
    const page = await visits.open('/no/such/page?day=2');
    await page.waitForURL('**/404?from=*');
    await page.getByRole('heading', { name: '没有这个页面' }).waitFor();
    // the page shows the unknown address, also after a reload, and finds existing pages
    await page.reload();
    await page.getByText('/no/such/page?day=2', { exact: true }).waitFor();
    await page.getByLabel('查找页面').fill('核验');
    await page.getByRole('search').getByRole('link', { name: '团队核验' }).waitFor();
    expect(await page.getByRole('search').getByRole('link', { name: '管理员登录' }).count()).toBe(0);
    await expect.poll(() => page.title()).toContain('页面不存在');
    await shoot(page, 'not-found');
    await page.goto(`${visits.url}/401`);
    await page.getByRole('heading', { name: '没有权限访问' }).waitFor();
    await page.getByText('请联系网站管理员').waitFor();

    const inside = await visits.open('/admin/no/such/page', { as: 'county1' });
    await inside.waitForURL('**/404?from=*');
    await inside.getByText('/admin/no/such/page', { exact: true }).waitFor();
    const menu = inside.getByRole('navigation', { name: '主菜单' });
    await menu.waitFor();
    await inside.getByRole('heading', { name: '没有这个页面' }).waitFor();
    await shoot(inside, 'not-found-inside');
    await inside.getByLabel('查找页面与记录').fill('许可');
    await inside.keyboard.press('Enter');
    await inside
      .getByRole('option', { name: /^许可证/ })
      .first()
      .waitFor();
    await inside.keyboard.press('Escape');
    await inside.goto(`${visits.url}/admin/auth/menu`);
    await inside.waitForURL('**/401');
    await menu.waitFor();
    await inside.getByRole('button', { name: '返回首页' }).click();
    await inside.waitForURL('**/admin/dashboard');
  });
});

describe('a token that expires', () => {
  /** The workbench, opened with a token that has expired by the time this resolves. */
  async function openExpired(
    remember: boolean,
    change: Readonly<Record<string, string>> = {},
    path = '/admin/dashboard',
    shown = '待办',
  ): Promise<Page> {
    const info = await signInByCall(visits.url, 'county2', visits.password, remember);
    const page = await visits.open(path, { storage: { adminInfo: JSON.stringify({ ...info, ...change }) } });
    await page.getByRole('heading', { name: shown }).first().waitFor();
    // pending requests of the page would find the token expired before those of the test
    await page.waitForLoadState('networkidle');
    await visits.query(`update token set expiretime = now() where type = 'admin' and hash = $1`, [
      hashToken(info.token, 'admin'),
    ]);
    // the server caches a known token for a moment
    await expect.poll(() => isAlive(visits.url, info.token)).toBe(false);
    return page;
  }

  const openList = async (page: Page) => {
    await page.getByRole('button', { name: '企业管理' }).click();
    await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '企业', exact: true }).click();
  };

  it('is refreshed once for all calls it expires under, and they are repeated', async () => {
    const { token } = await signInByCall(visits.url, 'county2', visits.password);
    const index = '/admin/enterprise.enterprise/index?limit=1';
    const { list } = await callAs<{ list: { id: number }[] }>(visits.url, token, index);
    const page = await openExpired(true, {}, `/admin/enterprise/enterprise?id=${list[0]?.id}`, '主体信息');
    const answers: { path: string; token: string; code: number }[] = [];
    page.on('response', async (response) => {
      const { pathname } = new URL(response.url());
      if (response.request().resourceType() !== 'fetch') return;
      const token = response.request().headers().batoken ?? '';
      const answer = (await response.json().catch(() => ({ code: 0 }))) as { code: number };
      answers.push({ path: pathname, token, code: answer.code });
    });
    // the list and the open record are read again together: no call is answered before both are under way, as an earlier
    // answer would have the token refreshed for the later one
    const held = holdAnswers(/\/admin\/[\w.]+\/\w+/);
    await held.before(page);
    const requests = new Set<string>();
    page.on('request', (one) => {
      if (one.url().includes('/admin/enterprise.enterprise/')) requests.add(new URL(one.url()).pathname);
    });
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: '命令面板' }).fill('刷新列表');
    await page.getByRole('option', { name: '刷新列表' }).click();
    await expect.poll(() => requests.size).toBeGreaterThanOrEqual(2);
    held.release();
    const refused = () => answers.filter((one) => one.code === 409);
    const isReplayed = ({ path, token }: { path: string; token: string }) =>
      answers.some((one) => one.path === path && one.token !== token && one.code === 1);
    await expect.poll(() => new Set(refused().map((one) => one.path)).size).toBeGreaterThanOrEqual(2);
    await expect.poll(() => refused().every(isReplayed)).toBe(true);
    for (const token of new Set(refused().map((one) => one.token))) {
      const refreshes = answers.filter((one) => one.path === '/api/common/refreshToken' && one.token === token);
      expect(refreshes).toHaveLength(1);
    }
    await page.getByRole('heading', { name: '主体信息' }).waitFor();
    expect(page.url()).toContain('/admin/enterprise/enterprise');
  });

  it('ends the session when it cannot be refreshed', async () => {
    const page = await openExpired(true, { refreshToken: 'no-such-refresh-token' });
    await openList(page);
    await page.waitForURL('**/admin/login');
    await page.getByText('登录过期，请重新登录').waitFor();
    await expect.poll(() => adminInfo(page)).toBeNull();
  });

  it('ends the session of somebody who did not ask to stay signed in', async () => {
    const page = await openExpired(false);
    await openList(page);
    await page.waitForURL('**/admin/login');
    await expect.poll(() => adminInfo(page)).toBeNull();
    await signIn(page, 'county2', visits.password);
    await page.waitForURL('**/admin/**');
    await page.getByRole('link', { name: '企业', exact: true }).first().waitFor();
  });
});
