import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { registerOwner } from '../support/register-owner.ts';
import { thumbReport } from '../support/thumb-report.ts';
import { shoot, startVisits } from '../support/visits.ts';

const visits = startVisits();
const narrow = { size: [360, 740], context: { hasTouch: true, isMobile: true } } as const;

/** One screen of each kind. */
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

/** What is too wide or too small on pages, each opened by its address in the same browser. */
async function findings(paths: readonly string[], options: Parameters<typeof visits.open>[1] = {}): Promise<string[]> {
  const found: string[] = [];
  let page: Page | undefined;
  for (const path of paths) {
    // without the tabs of earlier pages
    await page?.evaluate(() => sessionStorage.clear());
    if (page) await page.goto(visits.url + path);
    else page = await visits.open(path, { ...narrow, ...options });
    await page
      .locator(path.includes('id=') ? '.xj-state-bar' : 'h1, .xj-form')
      .first()
      .waitFor();
    await expect
      .poll(() => page?.locator('[aria-busy=true], [data-fetching], .xj-bone, .ant-skeleton').count())
      .toBe(0);
    await shoot(page, `thumb-${path}`);
    const { wider, small } = await thumbReport(page);
    const wrong = [...(wider > 0 ? [`${wider} px wider than the screen`] : []), ...small];
    found.push(...wrong.map((one) => `${path}: ${one}`));
  }
  return found;
}

it('screens of officers fit 360 px, and their controls are large enough for a thumb', async () => {
  const paths = offices.map((path) => `/admin/${path}`);
  expect(await findings(paths, { as: 'admin' })).toEqual([]);
});

it('screens of members fit 360 px, and their controls are large enough for a thumb', async () => {
  const { info } = await registerOwner(visits);
  const paths = centres.map((path) => `/user/${path}`);
  expect(await findings(paths, { storage: { userInfo: info } })).toEqual([]);
});

it('public pages fit 360 px, and their controls are large enough for a thumb', async () => {
  const paths = [
    '/admin/login',
    '/user/login',
    '/user/login?type=register',
    '/user/resetpwd',
    '/check',
    '/verify/draw',
    '/verify/evidence',
    '/verify/root',
    '/witness',
    '/rewards',
    '/enterprise/register',
  ];
  // styles of the signed-in screens, loaded ahead while somebody signs in, never arrive
  const before = (page: Page) => page.route(/\/shell-[^/]+\.css$/, () => {});
  expect(await findings(paths, { before })).toEqual([]);
});

it.each(['zh-cn', 'en'] as const)(
  'the first page shows the entrances of everybody else on a phone (%s)',
  async (locale) => {
    const phone = { size: [390, 844], locale, context: narrow.context } as const;
    const page = await visits.open('/', phone);
    for (const [door, heading] of [
      [/^(企业|Enterprises)/, /^(企业登录|Enterprise sign-in)$/],
      [/^(导游|Guides)/, /^(导游登录|Guide sign-in)$/],
      [/^(游客|Tourists)/, /^(团队核验|Check a team)/],
      [/^(投诉|Complaints)/, /^(旅游投诉|Complain)/],
    ] as const) {
      const link = page.getByRole('navigation', { name: /其他入口|Other entrances/ }).getByRole('link', { name: door });
      await link.waitFor();
      const {
        top = -1,
        bottom = 9999,
        height = 0,
      } = await link.evaluate((one) => one.getBoundingClientRect().toJSON());
      expect([top >= 0, bottom <= 844, height >= 44], `${door}: ${top} to ${bottom}`).toEqual([true, true, true]);
      await shoot(page, `doors-${locale}`);
      await link.tap();
      await page.getByRole('heading', { name: heading }).waitFor();
      await page.goBack();
    }
  },
);
