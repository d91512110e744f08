import { describe, expect, it } from 'vitest';
import { shoot, startVisits } from './visit.ts';

const visits = startVisits();

describe('scheduled work', () => {
  it('is run when somebody says so, and says how it went and who asked', async () => {
    const page = await visits.open('/admin/system/schedule', { as: 'admin', size: [390, 844] });
    await page.getByRole('button', { name: '立即运行 清理过期数据' }).click();
    const row = page.getByRole('row').filter({ hasText: '每天 02:45' });
    await row.getByText('正常').waitFor();
    await row.getByRole('button', { name: '展开行' }).click();
    await page.getByRole('list', { name: '最近的运行' }).getByText('admin 启动').first().waitFor();
    // everything there is stands on a phone without moving it sideways
    const width = await page.evaluate(
      () => document.querySelector('.xj-schedule table')?.getBoundingClientRect().right,
    );
    expect(width).toBeLessThanOrEqual(390);
    await shoot(page, 'scheduled-work');
  });
});
