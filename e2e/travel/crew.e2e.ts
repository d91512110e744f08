import { expect, it } from 'vitest';
import { parsePlate, plateColorsOf } from '#kernel/check/vehicle-plate.ts';
import { shoot, startVisits } from '../support/visits.ts';
import { openRecordTab, waitForRows } from '../support/widgets.ts';

const visits = startVisits();

it('number plates are drawn in their colours in lists, on records and on a phone', async () => {
  const page = await visits.open('/admin/crew/vehicle', { as: 'admin' });
  await waitForRows(page);
  const plates = page.locator('.xj-plate');
  const drawn = await plates.evaluateAll((all) =>
    all.map((one) => ({ text: one.textContent ?? '', color: one.getAttribute('data-color') ?? '' })),
  );
  expect(drawn.length).toBeGreaterThan(5);
  for (const { text, color } of drawn) {
    const plate = parsePlate(text);
    expect(plate && plateColorsOf(plate.kind), text).toContain(color);
  }
  // coaches have yellow plates, of the same shape as blue ones
  expect(drawn.some(({ color }) => color === 'yellow')).toBe(true);
  await shoot(page, 'crew-vehicles');
  await plates.first().click();
  await page.locator('.xj-record-sheet .xj-plate[data-roomy]').first().waitFor();
  await shoot(page, 'crew-vehicle');

  const phone = await visits.open('/admin/crew/vehicle', {
    as: 'admin',
    size: [390, 844],
    theme: 'dark',
    locale: 'en',
    context: { hasTouch: true, isMobile: true },
  });
  await phone.locator('.xj-plate').first().waitFor();
  await shoot(phone, 'crew-vehicles-phone');
});

it('guides show their scores and the number of ratings', async () => {
  const page = await visits.open('/admin/crew/guide?status.eq=valid&order=score,desc', { as: 'admin' });
  await waitForRows(page);
  await shoot(page, 'crew-guides');
  await page.locator('.xj-title-link').first().click();
  const sheet = page.locator('.xj-record-sheet');
  await openRecordTab(sheet, '导游评价');
  await sheet.getByRole('tabpanel').first().waitFor();
  await shoot(page, 'crew-guide');
});

it('teams are filtered by the number plate of a coach and by its driver', async () => {
  const page = await visits.open(`/admin/travel/itinerary?plate.like=${encodeURIComponent('云a·')}`, { as: 'admin' });
  await waitForRows(page);
  await page.getByRole('button', { name: '移除筛选：车牌号' }).waitFor();
  await shoot(page, 'teams-by-plate');
  await page.getByRole('button', { name: '+ 筛选' }).click();
  await page.keyboard.type('驾驶员');
  await page.getByRole('option', { name: '驾驶员姓名' }).first().click();
  const editor = page.getByRole('form', { name: '筛选' });
  await editor.getByLabel('值').fill('没有这个人');
  await shoot(page, 'teams-by-driver');
  await editor.getByRole('button', { name: '应用' }).click();
  await page.getByRole('button', { name: '移除筛选：驾驶员姓名' }).waitFor();
  expect(new URL(page.url()).searchParams.get('driver.like')).toBe('没有这个人');
});
