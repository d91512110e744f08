import fs from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { Download, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { loadCounties } from '#modules/demo/server/generate/county-shapes-and-random-points.ts';
import {
  type EnterpriseImportRow,
  enterpriseImportColumns,
  generateEnterpriseImportRows,
} from '#modules/demo/server/generate/generate-enterprise-import-rows.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { readSheetFile } from '#server/sheets/read-sheets-of-xlsx-or-csv-file.ts';
import { xlsxStream } from '#server/sheets/xlsx-writer.ts';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';
import { rowsOf, waitForRows } from '../support/widgets.ts';

const visits = startVisits();
const list = '/admin/enterprise/enterprise';
/** Three chunks of the reader; speed is measured by the bench. */
const count = 300;
const labels = enterpriseImportColumns.map((name) => enterprise.fields[name].label['zh-cn']);

async function writeWorkbook(rows: readonly EnterpriseImportRow[]): Promise<Buffer> {
  const columns = labels.map((label) => ({ label }));
  return buffer(
    xlsxStream([{ name: '企业', columns, rows: rows.map((row) => enterpriseImportColumns.map((name) => row[name])) }]),
  );
}

async function readDownload(download: Download) {
  const { header, rows } = await readSheetFile(fs.readFileSync(await download.path()));
  const content: string[][] = [];
  for (const { cells } of rows) content.push([...cells]);
  return { header, rows: content };
}

const total = async (page: Page) =>
  Number((await page.locator('.xj-pager-total:visible').textContent())?.replace(/\D/g, ''));

/** How many enterprises an officer of the prefecture sees. */
async function countEnterprises(): Promise<number> {
  const { token } = await signInByCall(visits.url, 'city', visits.password);
  const path = '/admin/enterprise.enterprise/index?limit=1';
  return (await callAs<{ total: number }>(visits.url, token, path)).total;
}

async function openImport(page: Page) {
  await page.getByRole('button', { name: /^导入导出/ }).click();
  await page.getByRole('menuitem', { name: '导入…' }).click();
  return page.getByRole('dialog', { name: '导入企业' });
}

const workbook = (name: string, content: Buffer) => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: content,
});

describe('an .xlsx of enterprises', () => {
  it('is checked, corrected and imported, and exported as the screen shows it', { timeout: 240_000 }, async () => {
    const counties = await loadCounties('530100');
    const options = { counties, count, seed: 501, now: new Date().toISOString() };
    const faulty = generateEnterpriseImportRows({ ...options, faults: 12 });
    const page = await visits.open(list, { as: 'city' });
    await waitForRows(page);
    const before = await countEnterprises();

    // deliberate errors: reported by row and column, nothing written
    const dialog = await openImport(page);
    await dialog.locator('input[type=file]').setInputFiles(workbook('企业名录.xlsx', await writeWorkbook(faulty.rows)));
    await dialog.getByText('已选择：企业名录.xlsx').waitFor();
    const tried = performance.now();
    await dialog.getByRole('button', { name: '试运行' }).click();
    await dialog.getByText(`共 ${count} 行：${count - 12} 行正确，12 行有误`).waitFor({ timeout: 90_000 });
    console.log(`dry run of ${count} rows: ${Math.round(performance.now() - tried)} ms`);
    await shoot(page, 'import-dry');
    const report = await dialog
      .locator('.ant-table-row')
      .evaluateAll((lines) =>
        lines.map((line) => [...line.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
      );
    for (const { row, column } of faulty.faults) {
      const label = enterprise.fields[column].label['zh-cn'];
      expect(report).toContainEqual([String(row + 2), label, expect.any(String), expect.stringMatching(/./)]); // the header is row 1
    }
    const [marked] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: '下载标注了错误的表格' }).click(),
    ]);
    const errors = await readDownload(marked);
    expect(errors.header.slice(0, labels.length)).toEqual(labels);
    for (const { row, column } of faulty.faults) {
      const line = errors.rows.find((cells) => cells.at(-1) === String(row + 2));
      expect(line?.at(-2)).toContain(enterprise.fields[column].label['zh-cn']);
    }
    await expect.poll(() => dialog.getByRole('button', { name: /^导入 / }).isEnabled()).toBe(false);
    expect(await countEnterprises(), 'a trial writes nothing').toBe(before);

    // the clean file
    const clean = generateEnterpriseImportRows(options);
    await dialog
      .locator('input[type=file]')
      .setInputFiles(workbook('企业名录-已更正.xlsx', await writeWorkbook(clean.rows)));
    await dialog.getByText('已选择：企业名录-已更正.xlsx').waitFor();
    await dialog.getByRole('button', { name: '试运行' }).click();
    await dialog.getByText(`共 ${count} 行：${count} 行正确，0 行有误`).waitFor({ timeout: 90_000 });
    expect(await countEnterprises(), 'a trial writes nothing').toBe(before);
    const begun = performance.now();
    await dialog.getByRole('button', { name: `导入 ${count} 条` }).click();
    await page.getByText(`已导入 ${count} 条`).waitFor({ timeout: 120_000 });
    console.log(`import of ${count} rows: ${Math.round(performance.now() - begun)} ms`);
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => total(page)).toBe(before + count);
    await expect.poll(() => countEnterprises()).toBe(before + count);
    await shoot(page, 'imported');

    // the same rows, filtered and sorted, exported
    await page.goto(`${visits.url}${list}?source.eq=import&ent_type.eq=hotel&order=uscc%2Casc`);
    await waitForRows(page);
    const wanted = clean.rows
      .filter((row) => row.ent_type === '星级饭店')
      .map((row) => row.uscc)
      .toSorted();
    const shown = await total(page);
    expect(shown).toBeGreaterThanOrEqual(wanted.length);
    const header = (await page.locator('[data-list] thead th:visible').allTextContents()).filter(Boolean);
    const [sheet] = await Promise.all([
      page.waitForEvent('download'),
      (async () => {
        await page.getByRole('button', { name: /^导入导出/ }).click();
        await page.getByRole('menuitem', { name: '导出 Excel（.xlsx）' }).click();
      })(),
    ]);
    expect(sheet.suggestedFilename()).toMatch(/\.xlsx$/);
    const exported = await readDownload(sheet);
    expect(exported.header).toEqual(header.filter((label) => label !== '操作'));
    const code = exported.header.indexOf('统一社会信用代码');
    const codes = exported.rows.map((cells) => cells[code]);
    expect(codes).toHaveLength(shown); // every page, not only the one shown
    expect(codes).toEqual(codes.toSorted());
    expect(codes).toEqual(expect.arrayContaining(wanted));
    expect(JSON.stringify(exported.rows)).not.toMatch(/\b1[3-9]\d{9}\b/); // masked on the screen, masked in the sheet
    const seen = await rowsOf(page).evaluateAll((lines) =>
      lines.map((line) => [...line.querySelectorAll('td')].map((cell) => (cell.textContent ?? '').replaceAll(' ', ''))),
    );
    const screen = seen.map((cells) => cells.filter((_, at) => at > 0).slice(0, exported.header.length));
    const isNothing = (cell: string) => cell === '' || cell.startsWith('—');
    // a workbook names areas with their parents
    const same = (cell: string, out: string) => (isNothing(cell) ? out === '' : out.endsWith(cell));
    for (const [at, cells] of screen.entries()) {
      const out = exported.rows[at]?.map((cell) => cell.replaceAll(' ', '')) ?? [];
      expect(cells.map((cell, column) => (same(cell, out[column] ?? '') ? '' : `${cell} / ${out[column]}`))).toEqual(
        cells.map(() => ''),
      );
    }
  });

  it('is recognised the second time, and imported again on request', { timeout: 120_000 }, async () => {
    const counties = await loadCounties('530100');
    const [row] = generateEnterpriseImportRows({ counties, count: 1, seed: 77, now: new Date().toISOString() }).rows;
    const file = workbook('一家.xlsx', await writeWorkbook(row ? [row] : []));
    const page = await visits.open(list, { as: 'city' });
    await waitForRows(page);
    const bring = async () => {
      const dialog = await openImport(page);
      await dialog.locator('input[type=file]').setInputFiles(file);
      await dialog.getByRole('button', { name: '试运行' }).click();
      await dialog.getByText('共 1 行：1 行正确，0 行有误').waitFor({ timeout: 60_000 });
      await dialog.getByRole('button', { name: '导入 1 条' }).click();
      return dialog;
    };
    await (await bring()).waitFor({ state: 'hidden', timeout: 60_000 });
    // somebody deletes the imported rows and imports them again
    const { token } = await signInByCall(visits.url, 'city', visits.password);
    const found = await callAs<{ list: { id: number }[] }>(
      visits.url,
      token,
      `/admin/enterprise.enterprise/index?quickSearch=${encodeURIComponent(row?.name ?? '')}`,
    );
    await callAs(visits.url, token, '/admin/enterprise.enterprise/del', { ids: found.list.map(({ id }) => id) });
    const dialog = await bring();
    await dialog.getByText(/该文件已于 \d{4}-\d\d-\d\d .* 导入过（1 行）/).waitFor({ timeout: 60_000 });
    await shoot(page, 'import-repeated');
    await dialog.getByRole('button', { name: '仍要全部重新导入' }).click();
    await dialog.waitFor({ state: 'hidden', timeout: 60_000 });
    await page.getByText('已导入 1 条').first().waitFor();
  });

  it('is refused with a reason if it is no workbook', async () => {
    const page = await visits.open(list, { as: 'county1' });
    await waitForRows(page);
    const dialog = await openImport(page);
    await dialog.locator('input[type=file]').setInputFiles({
      name: '名录.xlsx',
      mimeType: 'application/zip',
      buffer: Buffer.from('PK\x03\x04 not a workbook'),
    });
    await dialog.getByRole('button', { name: '试运行' }).click();
    await dialog.getByRole('alert').waitFor();
    await shoot(page, 'import-refused');
    const [template] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: '下载模板' }).click(),
    ]);
    const { header } = await readDownload(template);
    expect(header).toEqual(expect.arrayContaining(labels));
  });
});
