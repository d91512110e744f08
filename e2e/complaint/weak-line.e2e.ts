import { expect, it } from 'vitest';
import { shoot, startVisits } from '../support/visits.ts';

const visits = startVisits();
const phone = { size: [390, 844] as const, context: { hasTouch: true, isMobile: true } };
const facts = '行程单上写的四星酒店换成了路边招待所，导游说爱住不住。';

it('the page of complaints says when the line is gone, and outlives an update of the program', async () => {
  const page = await visits.open('/complaint', {
    ...phone,
    tolerates: /ERR_INTERNET_DISCONNECTED|status of 404|Failed to fetch/,
  });
  await page.getByLabel('经过').fill(facts);
  const light = await page.evaluate(
    () => document.querySelector<HTMLScriptElement>('script[data-pages]')?.dataset.pages,
  );
  expect(light, 'the document without the shell').toContain('complaint:');

  await page.context().setOffline(true);
  await page.getByText('您已断网！').first().waitFor();
  await page.getByLabel('手机号').fill('13900000000');
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect.poll(() => page.getByText('您已断网！').count()).toBeGreaterThan(1);
  await page.context().setOffline(false);
  await page.getByText('网络已恢复').first().waitFor();

  // a newer build is served: the files of this one are gone
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await page.getByRole('button', { name: '在地图上标出' }).click();
  await page.getByRole('heading', { name: '系统已更新' }).waitFor();
  await shoot(page, 'complaint-outdated');
  await page.unroute('**/assets/**');
  await page.getByRole('button', { name: '重试' }).click();
  await expect.poll(() => page.getByLabel('经过').inputValue()).toBe(facts);
  await page.getByRole('button', { name: '在地图上标出' }).click();
  await page.getByRole('button', { name: '定位到本机' }).waitFor();
  // another page of tourists begins at its top, though its link is at the foot
  await page.getByRole('navigation', { name: '公众服务' }).getByRole('link', { name: '景区今日客流' }).tap();
  await page.getByRole('heading', { name: '景区今日客流' }).waitFor();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.getByLabel('经过').inputValue()).toBe(facts);
});
