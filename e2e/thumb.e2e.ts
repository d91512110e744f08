import { expect, it } from 'vitest';
import { registerOwner } from './owner.ts';
import { thumbReport } from './thumb.ts';
import { shoot, startVisits } from './visit.ts';

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
    ...['admin/login', 'user/login', 'user/login?type=register', 'user/resetpwd'],
    ...['check', 'rewards', 'enterprise/register'],
  ])
    found.push(...(await findings(`/${path}`, {})));
  expect(found).toEqual([]);
});
