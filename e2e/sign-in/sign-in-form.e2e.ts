import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { shoot, startVisits } from '../support/visits.ts';

const visits = startVisits();

/** Tells the page that a captcha is required: tests run without. */
async function requestCode(page: Page): Promise<void> {
  await page.route(/\/(admin\/index\/login|api\/user\/checkIn|api\/index\/index)$/, async (route) => {
    if (route.request().method() !== 'GET' || route.request().resourceType() === 'document') return route.continue();
    const response = await route.fetch();
    const answer = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, captcha: true } } });
  });
}

/** Parts of a form that are off the screen or overlap, and by how much the page is higher than the screen. */
function measureForm(): { cut: string[]; higher: number } {
  const cut: string[] = [];
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth) cut.push(`the page is ${scrollWidth} wide`);
  const parts = [
    ...document.querySelectorAll('.xj-field-line, .xj-captcha img, .xj-sign-form button, main a, main h1'),
  ];
  const boxes = parts.map((part) => ({ part, box: part.getBoundingClientRect() }));
  for (const { part, box } of boxes) {
    const name = part.textContent || part.className || part.tagName;
    if (box.left < 0 || box.right > innerWidth)
      cut.push(`${name}: ${Math.round(box.left)} to ${Math.round(box.right)}`);
    const over = boxes.find(
      ({ part: other, box: its }) =>
        !part.contains(other) &&
        !other.contains(part) &&
        Math.min(box.right, its.right) - Math.max(box.left, its.left) > 1 &&
        Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top) > 1,
    );
    if (over) cut.push(`${name} stands upon ${over.part.textContent || over.part.className}`);
  }
  return { cut, higher: Math.max(0, scrollHeight - innerHeight) };
}

/** The form says whom to ask if a code cannot be sent to the account. */
const otherWays: Readonly<Record<string, Record<'zh-cn' | 'en', string>>> = {
  '/admin/resetpwd': {
    'zh-cn': '没有绑定手机号？ 请本单位的系统管理员为您重设密码。',
    en: 'No mobile on your account? Ask the administrator of your office to set a new password.',
  },
  '/user/resetpwd': {
    'zh-cn':
      '没有绑定手机号或邮箱？ 企业可用新账号申请认领本企业，由主管部门核实；导游请携导游证到主管部门办理。 去认领企业',
    en: 'Neither a mobile nor an e-mail on your account? For an enterprise, claim it with a new account: the authority checks the claim. Guides see the authority with their card. Claim the enterprise',
  },
};

/** A laptop at 200 percent. */
const zoomed = [
  [720, 450],
  [683, 384],
] as const;

it.each(['zh-cn', 'en'] as const)('sign-in forms with a captcha fit a laptop at 200 percent (%s)', async (locale) => {
  const page = await visits.open('/', { size: zoomed[0], locale, before: requestCode });
  for (const path of ['/', '/user/login', '/user/login?type=register', '/admin/resetpwd', '/user/resetpwd']) {
    if (path !== '/') await page.goto(visits.url + path);
    const button = page.locator('.xj-sign-button').first();
    for (const [width, height] of zoomed) {
      await page.setViewportSize({ width, height });
      await button.waitFor();
      if (path !== '/user/login?type=register') await page.locator('.xj-captcha img').waitFor();
      await shoot(page, `zoomed-${width}-${locale}-${path}`);
      const where = `${path} in ${locale} at ${width} px`;
      await expect.poll(async () => [where, ...(await page.evaluate(measureForm)).cut]).toEqual([where]);
      // the first page is seen whole; longer forms are scrolled
      if (path === '/') expect([where, (await page.evaluate(measureForm)).higher]).toEqual([where, 0]);
      await button.scrollIntoViewIfNeeded();
      await button.click({ trial: true });
    }
    const way = otherWays[path]?.[locale];
    if (way) expect(await page.locator('.xj-sign-other').innerText()).toContain(way);
  }
});

it('a captcha can be replaced, and its digits can be heard', async () => {
  const page = await visits.open('/', { before: requestCode });
  const picture = page.locator('.xj-captcha img');
  const first = await picture.getAttribute('src');
  await page.getByRole('button', { name: '换一张' }).click();
  await expect.poll(() => picture.getAttribute('src')).not.toBe(first);
  await picture.evaluate((one: HTMLImageElement) => one.decode());
  // by keyboard: from the field to the button that reads the digits
  const code = page.getByLabel('图形验证码');
  await code.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  expect(await focused()).toBe('听数字');
  await page.keyboard.press('Enter');
  const sound = page.locator('audio');
  await expect.poll(() => sound.evaluate((one: HTMLAudioElement) => one.duration)).toBeGreaterThan(2);
  expect(await sound.getAttribute('aria-label')).toBe('图片中的数字');
  expect(await focused(), 'what was pressed keeps the focus').toBe('再听一遍');
  await sound.evaluate((one: HTMLAudioElement) => one.pause());
  await page.keyboard.press('Enter');
  await expect.poll(() => sound.evaluate((one: HTMLAudioElement) => one.paused)).toBe(false);
  await shoot(page, 'sign-in-heard');
  await page.getByRole('button', { name: '换一张' }).click();
  await sound.waitFor({ state: 'detached' });
});

it('a password reset asks for a captcha, at its field, after many errors', async () => {
  const page = await visits.open('/user/resetpwd', { locale: 'en', before: requestCode });
  // as the server answers a network with too many errors
  const sent: Record<string, string>[] = [];
  await page.route('**/api/account/retrievePassword', async (route) => {
    const body = route.request().postDataJSON() as Record<string, string>;
    sent.push(body);
    const message = 'Too many errors from this network. Enter the captcha';
    const refusal = body.captchaInfo
      ? { msg: 'The code is wrong or has expired', data: { reason: 'invalid' } }
      : { msg: message, data: { reason: 'captcha', errors: { captchaInfo: [message] } } };
    await route.fulfill({ json: { code: 0, time: 0, ...refusal } });
  });
  const picture = page.locator('.xj-captcha img');
  await picture.waitFor();
  await page.getByRole('textbox', { name: 'Bound mobile number' }).fill('13900001234');
  await page.getByRole('textbox', { name: 'SMS verification code' }).fill('123456');
  await page.getByLabel('New password', { exact: true }).fill('Quite-Another-2026');
  const submit = page.getByRole('button', { name: 'Reset password' });
  const before = await picture.getAttribute('src');
  await submit.click();
  const digits = page.getByRole('textbox', { name: 'Code in the picture' });
  await expect.poll(() => digits.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.getByText('Too many errors from this network').waitFor();
  expect(await picture.getAttribute('src')).not.toBe(before);
  await shoot(page, 'reset-asks-for-picture');
  await digits.fill('1234');
  await submit.click();
  const code = page.getByRole('textbox', { name: 'SMS verification code' });
  await expect.poll(() => code.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.getByText('The code is wrong or has expired').waitFor();
  expect(sent.map(({ captchaInfo }) => captchaInfo)).toEqual([undefined, '1234']);
  expect([await code.inputValue(), await digits.inputValue()]).toEqual(['123456', '']);
});
