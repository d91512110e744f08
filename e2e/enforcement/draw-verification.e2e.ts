import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import type { DrawRecord } from '#kernel/random-draw/draw-record-types.ts';
import { shoot, startVisits } from '../support/visits.ts';

/** A citizen checks a draw on their own device, from the file of its record. */
const visits = startVisits();
const golden = path.join(packageRoot, 'test/draw/golden-draw.json');
const record = JSON.parse(fs.readFileSync(golden, 'utf8')) as DrawRecord;
const fileOf = (content: unknown) => ({
  name: 'draw.json',
  mimeType: 'application/json',
  buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
});

test('a record is verified in the browser, and a changed one is explained', async () => {
  const page = await visits.open('/verify/draw', { size: [390, 844] });
  const file = page.getByLabel('选择文件');
  await file.setInputFiles(golden);
  await page.getByRole('heading', { name: '验证通过' }).waitFor();
  expect(await page.locator('.xj-draw-steps > li[data-tone=good]').count()).toBe(14);
  await shoot(page, 'draw-verified');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wide).toBeLessThanOrEqual(0);

  const [first] = record.objects;
  await file.setInputFiles(fileOf({ ...record, objects: [{ ...first, risk: 'A' }, ...record.objects.slice(1)] }));
  await page.getByRole('heading', { name: '验证未通过' }).waitFor();
  await page.getByText('公布承诺之后名单被改动：增加、删去了对象，或者改了风险等级。').waitFor();
  await shoot(page, 'draw-not-verified');

  await file.setInputFiles(fileOf({ ...record, seeds: { ...record.seeds, server: 7 } }));
  await page.getByText('记录缺少或写错了“seeds.server”这一部分。').waitFor();
  await file.setInputFiles(fileOf('{'));
  await page.getByText('文件不是 JSON，可能没有下载完整。').waitFor();
});

test('the verifier can be downloaded, a void draw says so, a commitment can be kept, and an unknown address is still not found', async () => {
  const page = await visits.open('/verify/draw', { locale: 'en' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download verifier' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('xingjian-verify.mjs');
  await visits.query(
    `with d as (insert into auth_department (name, kind, area_code) values ('核验', 'bureau', '530100') returning id),
       p as (insert into enforcement_plan (name, year, kind, basis, department_id, starts_on, ends_on, ent_types, count, area_code, status)
         select '核验', 2026, 'random', '旅游法', id, '2026-01-01', '2026-12-31', '{hotel}', 1, '530100', 'published' from d returning id)
     insert into enforcement_draw (no, name, plan_id, count, pairing, draw_at, committed_at, status, voided_at, void_reason)
       select 'SSJ20260777', '核验', id, 1, 'local', now(), now(), 'void', now(), '见证人身份有误' from p`,
    [],
  );
  await page.goto(`${visits.url}/verify/draw/SSJ20260777`);
  await page.getByRole('heading', { name: 'This draw is void' }).waitFor();
  await page.getByText('Reason: 见证人身份有误').waitFor();
  await page.getByText('It was voided before it was made').waitFor();
  await visits.query(
    `insert into enforcement_draw (no, name, plan_id, count, pairing, draw_at, committed_at, status, object_count, officer_count,
        object_root, officer_root, server_seed_hash)
     select 'SSJ20260778', '核验', plan_id, 1, 'local', '2099-01-01T00:00:00Z', now(), 'committed', 3, 2, repeat('a', 64), repeat('b', 64), repeat('c', 64)
     from enforcement_draw where no = 'SSJ20260777'`,
    [],
  );
  await page.goto(`${visits.url}/verify/draw/SSJ20260778`);
  await page.getByRole('heading', { name: 'The commitment is published' }).waitFor();
  await page.getByText('b'.repeat(64)).waitFor();
  const [kept] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the commitment' }).click(),
  ]);
  const digest = createHash('sm3')
    .update(fs.readFileSync(await kept.path()))
    .digest('hex');
  await page.getByText(digest).waitFor();
  const other = await visits.open('/verify/draw/CQ1/of/nothing');
  await other.getByText('没有这个页面').first().waitFor();
});
