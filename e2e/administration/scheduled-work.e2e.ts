import { describe, expect, it } from 'vitest';
import { shoot, startVisits } from '../support/visits.ts';

const visits = startVisits();

describe('work on the server', () => {
  it('scheduled jobs and terminal commands show their results and who started them', async () => {
    const page = await visits.open('/admin/system/schedule', { as: 'admin', size: [390, 844] });
    await page.getByRole('button', { name: '立即运行 清理过期数据' }).click();
    const row = page.getByRole('row').filter({ hasText: '每天 02:45' });
    await row.getByText('正常').waitFor();
    await row.getByRole('button', { name: '展开行' }).click();
    await page.getByRole('list', { name: '最近的运行' }).getByText('admin 启动').first().waitFor();
    // a phone shows everything without scrolling sideways
    const width = await page.evaluate(
      () => document.querySelector('.xj-schedule table')?.getBoundingClientRect().right,
    );
    expect(width).toBeLessThanOrEqual(390);
    await shoot(page, 'scheduled-work');

    // the terminal: commands by hand, after entering the password again
    const terminal = page.getByRole('dialog', { name: '终端' });
    const tasks = terminal.getByRole('region', { name: '任务' }).locator('ol > li');
    const run = (name: string) => terminal.getByRole('button', { name, exact: true }).click();
    await page.getByRole('button', { name: '终端', exact: true }).click();
    // a recent sign-in would be enough: as if it were a while ago
    await visits.query('update session set confirmtime = null', []);
    await run('Node.js 版本');
    await terminal.getByLabel('密码', { exact: true }).fill('not-the-password');
    await run('验证');
    await terminal.getByRole('alert').filter({ hasText: '密码' }).waitFor();
    await terminal.getByLabel('密码', { exact: true }).fill(visits.password);
    await run('验证');
    await tasks.filter({ hasText: '执行成功' }).waitFor();
    await tasks.getByRole('button', { name: /^展开输出/ }).click();
    await tasks.getByRole('log').getByText(process.version).first().waitFor();
    await shoot(page, 'terminal');

    // a page that is left does not know how its command ended; the rest waits until somebody has looked
    const calls = '**/admin/Terminal/index**';
    // the route is never removed: requests during the removal would hang
    let silent = true;
    await page.route(calls, (route) => (silent ? undefined : route.fallback()));
    await run('更新数据库结构');
    const migrate = tasks.filter({ hasText: '更新数据库结构' });
    await migrate.getByText('请勿刷新页面').waitFor();
    await expect.poll(() => tasks.count(), { message: 'what went well made room' }).toBe(1);
    await run('Node.js 版本');
    const version = tasks.filter({ hasText: 'Node.js 版本' });
    await version.getByText('等待执行').waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('storeTerminal') ?? '')).toContain('Waiting');
    silent = false;
    await page.reload();
    await page.getByRole('button', { name: /^终端/ }).click();
    await migrate.getByText('结果未知').waitFor();
    await migrate.getByText('阻塞后续任务').waitFor();
    await version.getByText('等待执行').waitFor();
    await shoot(page, 'terminal-blocked');
    await migrate.getByRole('button', { name: '重试' }).click();
    await migrate.getByText('执行成功').waitFor();
    await version.getByText('执行成功').waitFor();
    await run('清理已成功的任务');
    await terminal.getByText('还没有任务').waitFor();
  });
});
