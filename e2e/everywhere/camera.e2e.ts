import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import QRCode from 'qrcode';
import sharp, { type OverlayOptions } from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'xingjian-film-'));
const film = path.join(folder, 'film.mjpeg');
const visits = startVisits({ film });
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const phone = { size: [390, 844], context: { hasTouch: true, isMobile: true, deviceScaleFactor: 2 } } as const;

/** The video of somebody who walks up to a door: nothing at first, then a slightly rotated code. */
async function filmCode(code: string): Promise<void> {
  const scene = (parts: OverlayOptions[]) =>
    sharp({ create: { width: 640, height: 480, channels: 3, background: '#8a8f86' } })
      .composite(parts)
      .jpeg({ quality: 85 })
      .toBuffer();
  const picture = await sharp(await QRCode.toBuffer(code, { scale: 6 }))
    .rotate(7, { background: '#8a8f86' })
    .resize(330)
    .toBuffer();
  const [wall, door] = [await scene([]), await scene([{ input: picture, left: 170, top: 70 }])];
  fs.writeFileSync(film, Buffer.concat([...Array<Buffer>(10).fill(wall), ...Array<Buffer>(40).fill(door)]));
}

it('a code held before the camera opens its record, and the camera is switched off', async () => {
  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  const search = 'search[0][field]=status&search[0][operator]==&search[0][val]=active';
  const { list } = await callAs<{ list: { id: number }[] }>(
    visits.url,
    token,
    // the oldest: newer ones are other tests', and may have no code yet
    `/admin/enterprise.enterprise/index?limit=1&order=id,asc&${search}`,
  );
  const { row } = await callAs<{ row: { name: string; sup_code: string } }>(
    visits.url,
    token,
    `/admin/enterprise.enterprise/edit?id=${list[0]?.id}`,
  );
  expect(row.sup_code, `${row.name} has a code to be filmed`).toMatch(/^[0-9a-f]{32}$/);
  await filmCode(`https://wl.example.gov.cn/enterprise/s/${row.sup_code}`);
  const page = await visits.open('/admin/dashboard', {
    as: 'admin',
    ...phone,
    before: (one) =>
      one.addInitScript(`(() => {
        const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
        navigator.mediaDevices.getUserMedia = async (wanted) => (window.filmed = await ask(wanted));
      })()`),
  });
  await page.getByRole('button', { name: '扫码打开记录' }).click();
  const scan = page.getByRole('dialog', { name: '扫码打开记录' });
  await page.getByText(row.name).first().waitFor();
  await scan.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe(`/admin/enterprise/enterprise/${list[0]?.id}`);
  await expect.poll(() => page.evaluate('window.filmed.getTracks().map((one) => one.readyState).join()')).toBe('ended');
  await shoot(page, 'camera-record');
});
