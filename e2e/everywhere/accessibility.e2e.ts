import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { colourRules, violations } from '../support/axe.ts';
import { shoot, startVisits, type VisitOptions } from '../support/visits.ts';
import { waitForRows } from '../support/widgets.ts';

const visits = startVisits();

interface Screen {
  name: string;
  path: string;
  options?: VisitOptions;
  ready: (page: Page) => Promise<unknown>;
  /** A step to the next state of the same visit, which is checked too. */
  next?: (page: Page) => Promise<unknown>;
}

const list = '/admin/enterprise/enterprise';

const screens: readonly Screen[] = [
  { name: 'sign-in', path: '/', ready: (page) => page.getByRole('button', { name: '登录', exact: true }).waitFor() },
  {
    name: 'sign-in on a split screen',
    path: '/admin/newlogin',
    ready: (page) => page.getByRole('button', { name: '登录', exact: true }).waitFor(),
  },
  {
    name: 'workbench',
    path: '/admin/dashboard',
    options: { as: 'city' },
    ready: (page) => page.locator('.xj-todo a').first().waitFor(),
  },
  {
    name: 'list without a row',
    path: `${list}?name.eq=nobody`,
    options: { as: 'city' },
    ready: (page) => page.locator('.xj-list-empty').waitFor(),
  },
  {
    name: 'registering of a member',
    path: '/user/login?type=register',
    options: { size: [390, 844] },
    ready: (page) => page.getByRole('heading', { name: '会员注册' }).waitFor(),
  },
  {
    name: 'form',
    path: `${list}?form=add`,
    options: { as: 'city' },
    ready: async (page) => {
      await page.locator('.xj-place').scrollIntoViewIfNeeded();
      await page.locator('.xj-place .maplibregl-canvas').waitFor();
      await page.locator('.xj-editor-text').waitFor();
      await page.locator('form.xj-form').getByRole('button', { name: '保存' }).click();
      await page.locator('.xj-form-field-error').first().waitFor();
    },
  },
  {
    name: 'list and record sheet',
    path: `${list}?status.eq=submitted`,
    options: { as: 'city' },
    ready: (page) => waitForRows(page),
    next: async (page) => {
      await (await waitForRows(page)).first().locator('.xj-title-link').click();
      await page.locator('.xj-state-bar').waitFor();
    },
  },
  {
    name: 'registration before and after its start',
    path: '/enterprise/register',
    options: { size: [390, 844] },
    ready: (page) => page.getByRole('heading', { name: '企业入驻登记' }).waitFor(),
    next: async (page) => {
      await page.getByRole('button', { name: '开始登记' }).click();
      await page.getByRole('button', { name: '下一步' }).click();
      await page.locator('.xj-form-field-error').first().waitFor();
    },
  },
  {
    name: 'page of complaints before and after its faults',
    path: '/complaint',
    options: { size: [390, 844] },
    ready: (page) => page.getByLabel('经过').waitFor(),
    next: async (page) => {
      await page.getByRole('button', { name: '提交投诉' }).click();
      await page.getByText('请填写').first().waitFor();
    },
  },
  {
    name: 'spots today',
    path: '/spots',
    options: { size: [390, 844] },
    ready: (page) => page.locator('.xj-spots li').first().waitFor(),
  },
  {
    name: 'progress of a registration',
    path: '/enterprise/register/progress',
    ready: (page) => page.getByRole('heading', { name: '查询进度' }).waitFor(),
  },
];

describe('axe finds no barrier in', () => {
  it.each(screens.map((one) => [one.name, one] as const))(
    '%s, in light and in dark',
    async (name, { path, options, ready, next }) => {
      const page = await visits.open(path, options);
      for (const [step, show] of [ready, next].entries()) {
        if (!show) continue;
        await show(page);
        for (const theme of ['light', 'dark'] as const) {
          // as the device changes in the evening: the page follows without a reload
          await page.emulateMedia({ colorScheme: theme });
          await page.locator(`html[data-theme=${theme}]`).waitFor({ state: 'attached' });
          await shoot(page, `axe-${theme}-${name}-${step}`);
          const rules = theme === 'light' ? undefined : colourRules;
          expect([theme, ...(await violations(page, rules))]).toEqual([theme]);
        }
      }
    },
  );
});

it('whoever goes by keyboard sees where they are, on links as on buttons', async () => {
  const page = await visits.open('/admin/dashboard', { as: 'city' });
  await page.locator('.xj-todo a').first().waitFor();
  const focused = { A: 0, BUTTON: 0 };
  for (let stop = 0; stop < 12; stop++) {
    await page.keyboard.press('Tab');
    const { tag, outline } = await page.evaluate(() => {
      const at = document.activeElement ?? document.body;
      return { tag: at.tagName, outline: getComputedStyle(at).outlineStyle };
    });
    expect([tag, outline]).toEqual([tag, 'solid']);
    if (tag === 'A' || tag === 'BUTTON') focused[tag] += 1;
  }
  expect(focused.A).toBeGreaterThan(0);
  expect(focused.BUTTON).toBeGreaterThan(0);
});
