import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import { startBucket } from '#modules/attachment/test/bucket.ts';
import { inventPicture } from '../support/invented-data.ts';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';

const visits = startVisits();

/** An empty page. */
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
  {
    locale: 'zh-cn',
    theme: 'light',
    size: [1440, 900],
    label: '营业执照',
    view: '查看营业执照',
    link: '查看营业执照 PDF',
  },
  {
    locale: 'en',
    theme: 'dark',
    size: [390, 844],
    label: 'Business licence',
    view: 'View Business licence',
    link: 'View Business licence PDF',
  },
] as const)(
  'a licence is uploaded as PDF, which opens in a new tab, or as a private picture ($locale)',
  async (look) => {
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
    // it is private: the page requests a link before it can be clicked
    await expect.poll(() => link.getAttribute('href')).toMatch(/^\/storage\/private\/.*\?ticket=/);
    const opened = await page.evaluate(
      async (address) => {
        const { status, headers } = await fetch(address);
        return [status, headers.get('content-type'), headers.get('content-security-policy')?.split(';')[0]];
      },
      (await link.getAttribute('href')) ?? '',
    );
    expect(opened).toEqual([200, 'application/pdf', "default-src 'none'"]);

    // a private picture in its place, shown with a ticket only
    await field.getByRole('button', { name: /^(移除|Remove)/ }).click();
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#276b5f' } })
      .png()
      .toBuffer();
    await field.locator('input[type=file]').setInputFiles({ name: '执照.png', mimeType: 'image/png', buffer: picture });
    const shown = field.locator('img');
    await shown.scrollIntoViewIfNeeded();
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40);
    const address = (await shown.getAttribute('src')) ?? '';
    expect(address).toMatch(/^\/storage\/private\/.*\?ticket=/);
    await field.getByRole('button', { name: look.view }).click();
    const whole = page.getByRole('dialog').last().getByRole('img', { name: look.label });
    await expect.poll(() => whole.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40);
    expect((await fetch(new URL(address, visits.url))).status).toBe(200);
    expect((await fetch(new URL(address.split('?')[0] ?? '', visits.url))).status).toBe(403);
  },
);

it('public files go straight to a bucket; large ones go in pieces, which can be paused and resumed', async () => {
  const bucket = await startBucket();
  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  const set = (values: object) =>
    callAs(visits.url, token, '/admin/system.setting/save', { section: 'upload', values, versions: {} });
  onTestFinished(async () => {
    await set({ mode: 'local' });
    await bucket.close();
  });
  await set(bucket.settings);
  const page = await visits.open('/admin/enterprise/enterprise?form=add', {
    as: 'admin',
    tolerates: new RegExp(`left the server: ${bucket.base}`),
  });
  const front = page.getByRole('group', { name: '门头照片' });
  await front.locator('input[type=file]').setInputFiles(inventPicture('直传.png', [42, 110, 96]));
  const shown = front.locator('img');
  await shown.scrollIntoViewIfNeeded();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const { pathname } = new URL((await shown.getAttribute('src')) ?? '', visits.url);
  expect((await fetch(bucket.base + pathname)).status, 'it lies in the bucket').toBe(200);

  // the network is too fast for the pause button: the second piece is held
  const begun: number[] = [];
  let pass: () => void = () => undefined;
  let held = Promise.resolve();
  const hold = () => {
    begun.length = 0;
    held = new Promise<void>((resolve) => {
      pass = resolve;
    });
  };
  hold();
  await page.route('**/ajax/resumable/**', async (route) => {
    const request = route.request();
    if (request.method() === 'PATCH') begun.push(Number(request.headers()['upload-offset']));
    if (begun.length === 2 && request.method() === 'PATCH') await held;
    await route.continue().catch(() => undefined); // aborted meanwhile
  });
  const large = Buffer.concat([licence.buffer, Buffer.from(`\n%${'x'.repeat(9 * 1024 * 1024)}\n%%EOF`)]);
  const field = page.getByRole('group', { name: '营业执照' });
  await field.locator('input[type=file]').setInputFiles({ ...licence, name: '大执照.pdf', buffer: large });
  await expect.poll(() => begun.length).toBe(2);
  await field.getByRole('button', { name: '暂停' }).click();
  await field.getByText('已暂停 大执照.pdf').waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('文件还在上传，请待上传完成').waitFor(); // a form is not sent during an upload
  pass();
  await shoot(page, 'upload-held');
  await field.getByRole('button', { name: '继续' }).click();
  await field.getByRole('link', { name: /营业执照/ }).waitFor();
  const piece = 4 * 1024 * 1024;
  expect(begun, 'the piece that was there is not sent twice').toEqual([0, piece, piece, 2 * piece]);

  await field.getByRole('button', { name: /^移除/ }).click();
  hold();
  const removed = page.waitForRequest((one) => one.method() === 'DELETE' && one.url().includes('/ajax/resumable/'));
  await field.locator('input[type=file]').setInputFiles({ ...licence, name: '错执照.pdf', buffer: large });
  await expect.poll(() => begun.length).toBe(2);
  await field.getByRole('button', { name: '取消上传 错执照.pdf' }).click();
  pass();
  await removed;
  await expect.poll(() => field.getByText('错执照.pdf').count()).toBe(0);
});
