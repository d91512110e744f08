import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inventPicture } from '../support/invented-data.ts';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';

const visits = startVisits();

const onTheSpot = {
  geolocation: { latitude: 25.0406, longitude: 102.7122, accuracy: 8 },
  permissions: ['geolocation'],
};

/** An enterprise that was active, suspended without a call. */
async function suspendOne(): Promise<number> {
  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  const path =
    '/admin/enterprise.enterprise/index?limit=1&search[0][field]=status&search[0][operator]==&search[0][val]=active';
  const { list } = await callAs<{ list: { id: number }[] }>(visits.url, token, path);
  const id = list[0]?.id ?? 0;
  await visits.query(`update enterprise set status = 'suspended', version = version + 1 where id = $1`, [id]);
  return id;
}

/** Draws two lines over a signature area. */
async function sign(page: Page, pad: Locator): Promise<void> {
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error('no signature area');
  for (const [from, to] of [
    [0.2, 0.6],
    [0.4, 0.8],
  ] as const) {
    await page.mouse.move(box.x + box.width * from, box.y + box.height * 0.3);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * to, box.y + box.height * 0.7, { steps: 8 });
    await page.mouse.up();
  }
}

const looks = [
  {
    locale: 'zh-cn',
    size: [1440, 900],
    move: '恢复经营',
    reason: '理由',
    no: '文书号',
    files: '现场照片',
    signed: '企业负责人签名',
    typed: false,
    type: '改为键入姓名',
    name: '签名人姓名',
    shown: '王*明（键入）',
    accuracy: '误差约 8 米',
    clocks: ['终端时间', '服务器时间'],
    view: '查看现场照片',
  },
  {
    locale: 'en',
    size: [390, 844],
    move: 'Resume business',
    reason: 'Reason',
    no: 'Document number',
    files: 'Pictures',
    signed: 'Signature: Person in charge',
    typed: true,
    type: 'Type the name instead',
    name: 'Name of the signer',
    shown: '王*明 (typed)',
    accuracy: 'accurate to about 8 m',
    clocks: ['Time on device', 'Time on server'],
    view: 'View Pictures',
  },
] as const;

describe('evidence of a move', () => {
  it.each(looks)('is given in its dialog and shown in the timeline ($locale)', async (look) => {
    const id = await suspendOne();
    const page = await visits.open(`/admin/enterprise/enterprise/${id}`, {
      as: 'admin',
      locale: look.locale,
      size: look.size,
      context: onTheSpot,
    });
    await page.getByRole('button', { name: look.move, exact: true }).first().click();
    const dialog = page.getByRole('dialog').filter({ has: page.locator('form.xj-move') });
    await dialog.getByLabel(look.no).fill(`恢复〔2026〕${id}号`);
    await dialog.getByLabel(look.reason).fill('整改到位，现场复查合格');
    // the position is permitted, so it is there without a press
    await dialog.getByText(look.accuracy).waitFor();
    const files = dialog.getByRole('group', { name: look.files });
    await files.locator('input[type=file]').setInputFiles(inventPicture('现场.png', [122, 158, 143]));
    await files.getByRole('listitem').first().waitFor();
    const signed = dialog.getByRole('group', { name: look.signed });
    if (look.typed) {
      await signed.getByRole('button', { name: look.type }).press('Enter');
      const name = signed.getByRole('textbox', { name: look.name });
      await expect.poll(() => name.evaluate((one) => one === document.activeElement)).toBe(true);
      await page.keyboard.insertText('王小明');
    } else await sign(page, signed.getByRole('img'));
    await shoot(page, `evidence-dialog-${look.locale}`);
    await dialog.getByRole('button', { name: look.move, exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });

    await page.goto(`${visits.url}/admin/enterprise/enterprise/${id}?tab=timeline`);
    const entry = page.locator('.xj-timeline > li').filter({ hasText: look.signed }).first();
    await entry.getByText(look.accuracy).waitFor();
    for (const clock of look.clocks) await entry.getByText(clock).waitFor();
    await (look.typed ? entry.getByText(look.shown) : entry.getByRole('img', { name: look.signed })).waitFor();
    await entry.getByRole('button', { name: look.view }).click();
    await expect.poll(() => page.locator('.xj-viewer img, [role=dialog] img').count()).toBeGreaterThan(0);
    await shoot(page, `evidence-timeline-${look.locale}`);
  });

  it('is left out where it is optional', async () => {
    const id = await suspendOne();
    const page = await visits.open(`/admin/enterprise/enterprise/${id}`, { as: 'admin' });
    await page.getByRole('button', { name: '恢复经营', exact: true }).first().click();
    const dialog = page.getByRole('dialog').filter({ has: page.locator('form.xj-move') });
    await dialog.getByLabel('文书号').fill(`恢复〔2026〕${id}号`);
    await dialog.getByLabel('理由').fill('整改到位，书面复查合格');
    await dialog.getByRole('button', { name: '恢复经营', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
  });
});
