import { expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { registerOwner } from '../support/register-owner.ts';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';

const visits = startVisits();

it('a code of several records offers them, by keyboard too and on a phone in the dark', async () => {
  // one holder with a homestay and a hotel: a credit code is unique within a type only
  const [homestay, hotel] = [await registerOwner(visits), await registerOwner(visits, 'hotel')];
  await visits.query('update enterprise set uscc = (select uscc from enterprise where id = $1) where id = $2', [
    homestay.id,
    hotel.id,
  ]);
  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  const { row } = await callAs<{ row: { uscc: string } }>(
    visits.url,
    token,
    `/admin/enterprise.enterprise/edit?id=${homestay.id}`,
  );
  const page = await visits.open('/admin/dashboard', {
    as: 'admin',
    theme: 'dark',
    size: [390, 844],
    context: { hasTouch: true, isMobile: true },
  });
  await page.getByRole('button', { name: '扫码打开记录' }).click();
  const scan = page.getByRole('dialog', { name: '扫码打开记录' });
  const typed = scan.getByRole('textbox');
  await typed.fill(row.uscc);
  await page.keyboard.press('Enter');
  await scan.getByText('2 条记录用这个码，请选择').waitFor();
  const choices = scan.locator('.xj-scan-choices a');
  expect(await choices.count()).toBe(2);
  await shoot(page, 'scan-choices');
  expect(await violations(page)).toEqual([]);
  const isFocused = () => choices.first().evaluate((one) => one === document.activeElement);
  await expect.poll(isFocused, { message: 'what was asked for has the focus' }).toBe(true);

  await scan.getByRole('button', { name: '扫另一个码' }).click();
  await typed.waitFor();
  await expect
    .poll(() => scan.evaluate((one) => one.contains(document.activeElement)), {
      message: 'the focus stays in the sheet',
    })
    .toBe(true);
  await typed.fill(row.uscc);
  await page.keyboard.press('Enter');
  await expect.poll(isFocused).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await scan.waitFor({ state: 'hidden' });
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/admin/enterprise/enterprise/${homestay.id}`);
});
