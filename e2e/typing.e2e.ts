import { expect, it } from 'vitest';
import { startVisits } from './visit.ts';

const visits = startVisits();

it('amounts and days are read as they are typed, or said to be wrong', async () => {
  const page = await visits.open('/admin/user/moneyLog?form=add', { as: 'admin' });
  const amount = page.locator('form.xj-form').getByRole('spinbutton', { name: /^变动金额/ });
  for (const [typed, shown] of [
    ['1280。5', '1,280.50'],
    ['１２３', '123.00'],
    ['1,280.5元', '1,280.50'],
    ['1,28', '1,28'],
  ] as const) {
    await amount.fill(typed);
    await amount.blur();
    await expect.poll(() => amount.inputValue(), { message: typed }).toBe(shown);
  }
  expect(await amount.getAttribute('aria-invalid')).toBe('true');

  const score = await visits.open('/admin/user/scoreLog?form=add', { as: 'admin' });
  const whole = score.locator('form.xj-form').getByRole('spinbutton').first();
  await whole.fill('19.6');
  await whole.blur();
  await expect.poll(() => whole.getAttribute('aria-invalid')).toBe('true');
  expect(await whole.inputValue()).toBe('19.6');

  const other = await visits.open('/admin/system/calendar?form=add', { as: 'admin' });
  const day = other.locator('form.xj-form .ant-picker input').first();
  await day.waitFor();
  for (const typed of ['2024/5/3', '2024-5-3', '2024.5.3', '20240503', '2024年5月3日', '２０２４。５。３']) {
    await day.fill('');
    await day.press('Tab');
    await expect.poll(() => day.inputValue()).toBe('');
    await day.fill(typed);
    await day.press('Tab');
    await expect.poll(() => day.inputValue(), { message: typed }).toBe('2024-05-03');
  }
  await day.fill('2027-02-30');
  await day.press('Tab');
  await expect.poll(() => day.getAttribute('aria-invalid')).toBe('true');
  expect(await day.inputValue()).toBe('2027-02-30');
});

it('nothing is asked for and nothing confirmed while a word is being put together', async () => {
  const page = await visits.open('/admin/enterprise/enterprise', {
    as: 'admin',
    before: (opened) => opened.clock.install(),
  });
  const search = page.locator('input.xj-quick-search, .xj-quick-search input').first();
  await search.waitFor();
  const asked: (string | null)[] = [];
  page.on('request', (request) => {
    const words = new URL(request.url()).searchParams.get('quick_search');
    if (words) asked.push(words);
  });
  await search.focus();
  const devtools = await page.context().newCDPSession(page);
  for (const text of ['k', 'ku', 'kun', "kun'm"])
    await devtools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Enter', windowsVirtualKeyCode: 229 });
  // whatever waits for a pause in typing has its turn, and what it would ask for is asked before this
  await page.clock.runFor(10_000);
  await page.evaluate(async () => void (await fetch('/health')));
  expect(asked).toEqual([]);
  await devtools.send('Input.insertText', { text: '昆明' });
  await page.clock.runFor(10_000);
  await expect.poll(() => asked.at(-1)).toBe('昆明');
  expect(new Set(asked)).toEqual(new Set(['昆明']));
});
