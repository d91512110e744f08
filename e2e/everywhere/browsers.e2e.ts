import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { shoot, startVisits } from '../support/visits.ts';

const visits = startVisits();

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('账号', { exact: true }).fill('admin');
  await page.getByLabel('密码', { exact: true }).fill(visits.password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

it('works if the browser stores nothing, and says that the session will not last', async () => {
  const page = await visits.open('/', {
    before: (one) =>
      one.addInitScript(() => {
        const forbid = {
          configurable: true,
          get: () => {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        };
        for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
          Object.defineProperty(window, name, forbid);
      }),
  });
  await signIn(page);
  await page.getByText('刷新或关闭页面后需要重新登录').waitFor();
  await page.getByRole('heading', { name: /系统管理员/ }).waitFor();
  await shoot(page, 'nothing-stored');
  await page.goto(`${visits.url}/enterprise/register`);
  await page.getByRole('heading').first().waitFor();
});

it('works if the storage of the browser is full, and says that the session will not last', async () => {
  const page = await visits.open('/', {
    before: (one) =>
      one.addInitScript(() => {
        Storage.prototype.setItem = () => {
          throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
        };
      }),
  });
  await signIn(page);
  await page.getByText('刷新或关闭页面后需要重新登录').waitFor();
  await page.getByRole('heading', { name: /系统管理员/ }).waitFor();
});

it('tells users of an old browser which one they need', async () => {
  const page = await visits.open('/', {
    tolerates: /./,
    before: (one) => one.addInitScript('delete Array.prototype.toSorted; delete Object.hasOwn;'),
  });
  await page.getByText('请使用 Chrome 或 Edge 110').waitFor();
  await page.getByText('Use Chrome or Edge 110').waitFor();
  await shoot(page, 'too-old');
});

it('signing out in one tab signs out the others, which say why and return after signing in', async () => {
  const page = await visits.open('/admin/enterprise/licence', { as: 'city' });
  const otherTab = await visits.openTab(page, '/admin/dashboard');
  await otherTab.getByRole('button', { name: /市级审核员/ }).click();
  await otherTab.getByRole('menuitem', { name: '退出登录' }).click();
  await page.getByText('已在另一个标签页退出登录').waitFor();
  await shoot(page, 'signed-out-elsewhere');
  await page.getByLabel('账号', { exact: true }).fill('city');
  await page.getByLabel('密码', { exact: true }).fill(visits.password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL('**/admin/enterprise/licence');
});

it('says that the session has expired before asking to sign in', async () => {
  const page = await visits.open('/admin/enterprise/licence', { as: 'county1' });
  await page.getByRole('heading', { name: '许可证', exact: true }).waitFor();
  await visits.query('delete from session where subject_id = (select id from auth_admin where username = $1)', [
    'county1',
  ]);
  await page.getByRole('button', { name: '刷新' }).first().click();
  await page.getByText('登录已失效').waitFor();
});
