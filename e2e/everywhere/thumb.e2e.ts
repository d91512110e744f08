import { expect, it } from 'vitest';
import { registerOwner } from '../support/register-owner.ts';
import { thumbReport } from '../support/thumb-report.ts';
import { shoot, startVisits } from '../support/visits.ts';

const visits = startVisits();
const narrow = { size: [360, 740], context: { hasTouch: true, isMobile: true } } as const;

/** One of each sort: what is drawn alike is tried once. */
const offices = [
  'dashboard',
  'report?span=all',
  'enterprise/enterprise',
  'enterprise/enterprise?id=1',
  'enterprise/licence?form=add',
  'message/sms',
  'user/moneyLog?form=add',
  'auth/menu?form=add',
  'system/setting',
];
const centres = [
  'account/overview',
  'account/profile',
  'account/balance',
  'message/notice',
  'enterprise/staff?form=add',
];

async function findings(path: string, options: Parameters<typeof visits.open>[1]): Promise<string[]> {
  const page = await visits.open(path, { ...narrow, ...options });
  await page
    .locator(path.includes('id=') ? '.xj-state-bar' : 'h1, .xj-form')
    .first()
    .waitFor();
  await expect.poll(() => page.locator('[aria-busy=true], [data-fetching], .xj-bone, .ant-skeleton').count()).toBe(0);
  await shoot(page, `thumb-${path}`);
  const { wider, small } = await thumbReport(page);
  await page.context().close();
  return [...(wider > 0 ? [`${wider} px wider than the screen`] : []), ...small].map((one) => `${path}: ${one}`);
}

it('the screens of an office fit 360 px, and a thumb hits what is on them', async () => {
  const found: string[] = [];
  for (const path of offices) found.push(...(await findings(`/admin/${path}`, { as: 'admin' })));
  expect(found).toEqual([]);
});

it('so do those of a member', async () => {
  const { info } = await registerOwner(visits);
  const found: string[] = [];
  for (const path of centres) found.push(...(await findings(`/user/${path}`, { storage: { userInfo: info } })));
  expect(found).toEqual([]);
});

it('so do the pages anybody may open', async () => {
  const found: string[] = [];
  for (const path of [
    'admin/login',
    'user/login',
    'user/login?type=register',
    'user/resetpwd',
    'check',
    'rewards',
    'enterprise/register',
  ])
    found.push(...(await findings(`/${path}`, {})));
  expect(found).toEqual([]);
});

it.each(['zh-cn', 'en'] as const)('a thumb finds the doors of all others on the first page, in %s', async (locale) => {
  const phone = { size: [390, 844], locale, context: narrow.context } as const;
  for (const [door, heading] of [
    [/^(企业|Enterprises)/, /^(企业登录|Enterprise sign-in)$/],
    [/^(导游|Guides)/, /^(导游登录|Guide sign-in)$/],
    [/^(游客|Tourists)/, /^(团队核验|Check a team)/],
  ] as const) {
    const page = await visits.open('/', phone);
    const link = page.getByRole('navigation', { name: /其他入口|Other entrances/ }).getByRole('link', { name: door });
    await link.waitFor();
    const { top = -1, bottom = 9999, height = 0 } = await link.evaluate((one) => one.getBoundingClientRect().toJSON());
    expect([top >= 0, bottom <= 844, height >= 44], `${door}: ${top} to ${bottom}`).toEqual([true, true, true]);
    await shoot(page, `doors-${locale}`);
    await link.tap();
    await page.getByRole('heading', { name: heading }).waitFor();
    await page.context().close();
  }
});
