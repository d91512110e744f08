import sharp from 'sharp';
import { expect, it } from 'vitest';
import { shoot, startVisits } from './visit.ts';

const visits = startVisits();

/** A page without anything on it. */
const licence = {
  name: '电子营业执照.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>> endobj
trailer <</Root 1 0 R>>
%%EOF`),
};

it.each([
  { locale: 'zh-cn', theme: 'light', size: [1440, 900], label: '营业执照', link: '查看营业执照 PDF' },
  { locale: 'en', theme: 'dark', size: [390, 844], label: 'Business licence', link: 'Open Business licence PDF' },
] as const)('takes an electronic licence as PDF and opens it beside the page ($locale)', async (look) => {
  const page = await visits.open('/admin/enterprise/enterprise?form=add', { as: 'admin', ...look });
  const field = page.getByRole('group', { name: look.label });
  await field.locator('input[type=file]').setInputFiles(licence);
  const link = field.getByRole('link', { name: look.link });
  await link.scrollIntoViewIfNeeded();
  await shoot(page, `pdf-licence-${look.locale}`);
  expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual([
    '_blank',
    'noreferrer noopener',
  ]);
  // it is private: the page has asked for a link by the time it can be clicked
  await expect.poll(() => link.getAttribute('href')).toMatch(/^\/storage\/private\/.*\?ticket=/);
  const opened = await page.evaluate(
    async (address) => {
      const { status, headers } = await fetch(address);
      return [status, headers.get('content-type'), headers.get('content-security-policy')?.split(';')[0]];
    },
    (await link.getAttribute('href')) ?? '',
  );
  expect(opened).toEqual([200, 'application/pdf', "default-src 'none'"]);
});

it('shows a private picture that was just sent, and lets nobody else have it', async () => {
  const page = await visits.open('/admin/enterprise/enterprise?form=add', { as: 'admin' });
  const field = page.getByRole('group', { name: '营业执照' });
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#276b5f' } })
    .png()
    .toBuffer();
  await field.locator('input[type=file]').setInputFiles({ name: '执照.png', mimeType: 'image/png', buffer: picture });
  const shown = field.locator('img');
  await shown.scrollIntoViewIfNeeded();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40);
  const address = (await shown.getAttribute('src')) ?? '';
  expect(address).toMatch(/^\/storage\/private\/.*\?ticket=/);
  await field.getByRole('button', { name: '查看营业执照' }).click();
  const whole = page.getByRole('dialog').last().getByRole('img', { name: '营业执照' });
  await expect.poll(() => whole.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40);
  expect((await fetch(new URL(address, visits.url))).status).toBe(200);
  expect((await fetch(new URL(address.split('?')[0] ?? '', visits.url))).status).toBe(403);
});
