import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { previousCode } from '../support/authenticator.ts';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';
import { openRecordTab } from '../support/widgets.ts';

const visits = startVisits();
const first = 'First-Pass-2026';

/** An account of the city's office, created by the administrator, with an initial password. */
async function addOfficer(username: string): Promise<void> {
  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  const { options } = await callAs<{ options: { id: number; name: string }[] }>(
    visits.url,
    token,
    '/admin/auth.group/index?select=true&isTree=0',
  );
  const group_arr = [options.find(({ name }) => name.includes('市级市场管理'))?.id];
  await callAs(visits.url, token, '/admin/auth.admin/add', {
    username,
    nickname: '周行',
    password: first,
    group_arr,
    status: '1',
  });
}
async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('账号', { exact: true }).fill(username);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

it('an officer sets their own password, adds an authenticator app and a passkey, and signs in with each', async () => {
  await addOfficer('traveller');
  // passkeys need a host name, not an IP address
  const page = await visits.open('/admin/login', { url: visits.url.replace('127.0.0.1', 'localhost') });
  await signIn(page, 'traveller', first);
  await page.getByRole('heading', { name: '修改密码' }).waitFor();
  await shoot(page, 'new-password');
  await page.getByLabel('新密码', { exact: true }).fill(visits.password);
  await page.getByLabel('再次输入新密码').fill('something-else');
  await page.getByRole('button', { name: '继续' }).click();
  await page.getByText('两次输入的新密码不一致').waitFor();
  await page.getByLabel('再次输入新密码').fill(visits.password);
  await page.getByRole('button', { name: '继续' }).click();
  await page.waitForURL('**/admin/dashboard');

  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.getByRole('button', { name: /周行/ }).click();
  await page.getByRole('menuitem', { name: '个人资料与密码' }).click();
  const part = page.getByRole('region', { name: '二次验证' });
  await part.getByRole('button', { name: '添加身份验证器' }).click();
  const dialog = page.getByRole('dialog', { name: '添加身份验证器' });
  await dialog.getByLabel('当前密码').fill(visits.password);
  await dialog.getByRole('button', { name: '继续' }).click();
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  await shoot(page, 'add-totp');
  await dialog.getByLabel('验证器上的 6 位数字').fill(await previousCode(page, app));
  await dialog.getByRole('button', { name: '继续' }).click();
  const paper = page.getByRole('region', { name: '备用码' });
  await expect.poll(() => paper.getByRole('listitem').count()).toBe(10);
  const onPaper = await paper.getByRole('listitem').first().innerText();
  await shoot(page, 'recovery-codes');
  await paper.getByRole('button', { name: '已妥善保存' }).click();
  await part.getByRole('button', { name: '添加通行密钥' }).click();
  const passkey = page.getByRole('dialog', { name: '添加通行密钥' });
  await passkey.getByLabel('当前密码').fill(visits.password);
  await passkey.getByRole('button', { name: '继续' }).click();
  await passkey.getByLabel('验证器上的 6 位数字，或备用码').fill(onPaper);
  await shoot(page, 'proof');
  await passkey.getByRole('button', { name: '继续' }).click();
  await expect.poll(() => part.getByRole('listitem').count()).toBe(3);
  await shoot(page, 'factors');

  const again = async () => {
    await page.evaluate(() => localStorage.clear());
    await page.goto(new URL('/admin/login', page.url()).href);
    await page.evaluate(() => localStorage.setItem('lang', 'zh-cn'));
    await signIn(page, 'traveller', visits.password);
    await page.getByRole('heading', { name: '二次验证' }).waitFor();
  };
  await again();
  await shoot(page, 'second-step');
  await page.getByRole('button', { name: '使用通行密钥' }).click();
  await page.waitForURL('**/admin/dashboard');
  await page.evaluate(() => localStorage.clear());
  await page.goto(new URL('/admin/login', page.url()).href);
  await page.evaluate(() => localStorage.setItem('lang', 'zh-cn'));
  await page.getByRole('button', { name: '使用通行密钥登录' }).click();
  await page.waitForURL('**/admin/dashboard');
  await again();
  await page.getByRole('button', { name: '改用验证器' }).click();
  await page.getByLabel('验证器上的 6 位数字').fill('000000');
  await page.getByRole('button', { name: '继续' }).click();
  await page.getByText('验证未通过，请重试').waitFor();
  await page.getByLabel('验证器上的 6 位数字').fill(app.generate());
  await page.getByRole('button', { name: '继续' }).click();
  await page.waitForURL('**/admin/dashboard');
  // the phone is lost: an administrator gives a reason and removes the second factors
  const chief = await visits.open('/admin/auth/admin?quick_search=traveller', { as: 'admin' });
  await chief.locator('.xj-title-link').first().click();
  const record = chief.locator('.xj-record-sheet');
  await openRecordTab(record, '二次验证');
  await record.getByRole('button', { name: '重置二次验证' }).click();
  const asking = chief.getByRole('dialog', { name: '重置 traveller 的二次验证' });
  const reason = asking.getByRole('textbox', { name: /^理由/ });
  await expect.poll(() => reason.evaluate((one) => one === document.activeElement)).toBe(true);
  await chief.keyboard.type('遗失');
  await chief.keyboard.press('Control+Enter');
  await asking.locator('.xj-form-field-error').waitFor();
  await shoot(chief, 'reset-factor');
  await chief.keyboard.press('Escape');
  await chief
    .getByRole('dialog', { name: '离开而不保存？' })
    .getByRole('button', { name: '离开', exact: true })
    .click();
  await asking.waitFor({ state: 'hidden' });
  await record.getByRole('button', { name: '重置二次验证' }).click();
  await expect.poll(() => reason.inputValue()).toBe('遗失');
  await reason.fill('手机遗失，本人到场核实');
  await chief.keyboard.press('Control+Enter');
  await asking.waitFor({ state: 'hidden' });
  await record.getByText('该账号没有二次验证。').waitFor();
});
