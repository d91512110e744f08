import { expect, it } from 'vitest';
import { inventPicture } from '../support/invented-data.ts';
import { readPdfText } from '../support/pdf-text.ts';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';
import { rowsOf, waitForRows } from '../support/widgets.ts';

const visits = startVisits();

it('a list and a record are printed, and a record leads to its neighbours and shows details', async () => {
  const page = await visits.open('/admin/enterprise/enterprise?status.eq=active', { as: 'admin' });
  await waitForRows(page);
  const name = (await rowsOf(page).last().locator('.xj-title-link').textContent()) ?? '';
  const id = await rowsOf(page).last().getAttribute('data-row');
  // a list is printed with the name of the bureau and its filters, without buttons
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name: at }) => /print-head/.test(at)),
  );
  const printedList = readPdfText(await page.pdf({ preferCSSPageSize: true }))
    .join('')
    .replace(/\s/g, '');
  for (const expected of ['云岭县文化和旅游局', '企业', '打印于', name.replace(/\s/g, ''), '正常经营'])
    expect(printedList).toContain(expected);
  expect(printedList, 'what it leaves out').toMatch(/共[\d,]+行，打印第1页的10行/);
  for (const shell of ['今日工作', '列设置', '导入导出', '条/页', '操作']) expect(printedList).not.toContain(shell);
  expect(await page.locator('.xj-print-head').count()).toBe(0);

  await rowsOf(page).last().locator('.xj-title-link').click();
  const sheet = page.locator('.xj-record-sheet');
  const place = sheet.locator('.xj-record-place');
  await expect.poll(() => place.textContent()).toMatch(/^10 \/ /);
  await page.keyboard.press('j');
  await expect.poll(() => place.textContent()).toMatch(/^11 \/ /);
  await expect.poll(() => new URL(page.url()).searchParams.get('page')).toBe('2');
  await shoot(page, 'record-eleventh');
  await page.keyboard.press('k');
  await expect.poll(() => place.textContent()).toMatch(/^10 \/ /);
  await sheet.getByText(name, { exact: true }).first().waitFor();

  await sheet.getByRole('link', { name: '整页打开' }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect.poll(() => heading.textContent()).toBe(name);
  const tabs = await page.getByRole('tab').count();
  await page.getByRole('button', { name: '下一条（J）' }).click();
  await expect.poll(() => page.locator('.xj-record-place:visible').textContent()).toMatch(/^11 \/ /);
  await expect.poll(() => heading.textContent()).not.toBe(name);
  expect(await page.getByRole('tab').count(), 'in the same tab').toBe(tabs);
  await page.keyboard.press('k');
  await expect.poll(() => heading.textContent()).toBe(name);

  await page.getByRole('tab', { name: '时间线' }).click();
  await page.locator('.xj-timeline').waitFor();
  // a dark screen is printed in light colours, and is dark again afterwards
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html[data-theme=dark]').waitFor();
  await page.evaluate(() => {
    window.addEventListener('beforeprint', () =>
      document.body.setAttribute('data-printed-in', document.documentElement.dataset.theme ?? ''),
    );
  });
  const printed = await page.pdf({ preferCSSPageSize: true });
  const text = readPdfText(printed).join('');
  // with the heading of the bureau, without the program; empty and collapsed parts are left out
  for (const expected of ['云岭县文化和旅游局', name, `编号 ${id}`, '统一社会信用代码', '系统信息'])
    expect(text.replace(/\s/g, '')).toContain(expected.replace(/\s/g, ''));
  for (const shell of ['今日工作', '整页打开', '由我办理', '发布', '停业', '—', '查看变动'])
    expect(text).not.toContain(shell);
  expect(await page.locator('.xj-print-head').count(), 'what is on paper only is gone again').toBe(0);
  expect(await page.locator('body').getAttribute('data-printed-in')).toBe('light');
  await page.locator('html[data-theme=dark]').waitFor();
  await page.emulateMedia({ colorScheme: 'light' });

  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  const sent = await page.request.post(`${visits.url}/admin/ajax/upload`, {
    headers: { server: 'true', batoken: token },
    multipart: { file: inventPicture('门头.png', [42, 110, 96]) },
  });
  const { data } = (await sent.json()) as { data: { file: { url: string } } };
  // an active enterprise changes its photographs only by application
  await visits.query('update enterprise set photo_front = $1, version = version + 1 where id = $2', [
    data.file.url,
    id,
  ]);
  await page.getByRole('tab', { name: '详情' }).click();
  await page.reload();
  await page.getByRole('button', { name: '查看门头照片' }).first().click();
  const viewer = page.getByRole('dialog', { name: '门头照片' });
  const picture = viewer.getByRole('img', { name: '门头照片' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.keyboard.press('+');
  await page.keyboard.press('r');
  await expect.poll(() => picture.getAttribute('style')).toContain('rotate(90deg)');
  await page.keyboard.press('+');
  await expect.poll(() => picture.getAttribute('style')).toContain('scale(1.5)');
  await page.keyboard.press('c');
  await viewer.getByRole('complementary').getByText('统一社会信用代码').waitFor();
  await shoot(page, 'viewer-compared');
  await page.setViewportSize({ width: 390, height: 844 });
  await shoot(page, 'viewer-compared-phone');
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'hidden' });
  expect(await heading.textContent(), 'only the viewer was closed').toBe(name);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: '命令面板' });
  await palette.getByRole('group', { name: '最近查看' }).getByRole('option', { name }).waitFor();
  await page.keyboard.type('xkz');
  await palette.getByRole('option', { name: /^新建许可证/ }).waitFor();
  await shoot(page, 'palette-pinyin');
  await palette.getByRole('option', { name: /^新建许可证/ }).click();
  await page.waitForURL(/enterprise\/licence\?form=add/);
  await page.getByRole('dialog', { name: '添加许可证' }).waitFor();
});

it('the first action of a record is six Tab stops from the top of its page', async () => {
  const page = await visits.open('/admin/enterprise/enterprise?status.eq=first_review', { as: 'admin' });
  await waitForRows(page);
  // with links to the previous and the next record
  const second = await rowsOf(page).nth(1).getAttribute('data-row');
  await page.goto(`${page.url()}&id=${second}`);
  await page.locator('.xj-record-sheet').getByRole('link', { name: '整页打开' }).click();
  await page.getByRole('button', { name: '下一条（J）' }).waitFor();
  await page.locator('.xj-state-bar-moves button').first().waitFor();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const stands = (selector: string) =>
    page.evaluate((wanted) => document.activeElement?.closest(wanted) !== null, selector);
  let tabs = 0;
  while (tabs < 12 && !(await stands('.xj-state-bar-moves'))) {
    await page.keyboard.press('Tab');
    tabs += 1;
    if (await stands('.xj-skip')) await page.keyboard.press('Enter');
    if (!(await stands('[role=toolbar]'))) continue;
    // arrow keys move within one Tab stop
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => stands('[role=toolbar]')).toBe(true);
  }
  expect(tabs).toBeLessThanOrEqual(6);

  // the life of the record is unfolded below its state, by keyboard: where it was, is, and can go
  const process = page.locator('.xj-process');
  await process.locator('summary').focus();
  await page.keyboard.press('Enter');
  const now = process.locator('[aria-current=step]');
  await now.getByText('县级初审', { exact: true }).waitFor();
  const pass = now.getByRole('list', { name: '下一步' }).locator('li').filter({ hasText: '初审通过' });
  expect(await pass.getAttribute('data-standing')).toBe('offered');
  expect(await process.locator('[data-standing=later]').textContent()).toContain('停业整顿');
  await shoot(page, 'record-process');
  const phone = await visits.open(`/admin/enterprise/enterprise/${second}`, {
    as: 'admin',
    locale: 'en',
    theme: 'dark',
    size: [390, 844],
  });
  await phone.locator('.xj-process summary').click();
  await phone.locator('.xj-process [aria-current=step]').getByText('Preliminary review', { exact: true }).waitFor();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await phone.locator('.xj-process').scrollIntoViewIfNeeded();
  await shoot(phone, 'record-process-phone-en-dark');
  await phone.keyboard.press('Enter');
  await phone.locator('.xj-process-steps').waitFor({ state: 'detached' });
});

it('text typed into a document is not lost, and not sent on unsaved', async () => {
  // its author is not offered to approve it
  const { token } = await signInByCall(visits.url, 'county1', visits.password);
  const call = <T>(path: string, body?: unknown) =>
    callAs<T>(visits.url, token, `/admin/document.document/${path}`, body);
  const stamp = String(Date.now()).slice(-8);
  const added: number[] = [];
  for (const n of [1, 2]) {
    const row = { title: `关于 ${stamp} ${n} 的停业整顿决定书`, code: 'enterprise/suspension', area_code: '530102' };
    added.push((await call<{ id: number }>('add', row)).id);
  }
  const id = added[1] ?? 0;
  const fill = async (values: object) => {
    const { version } = await call<{ version: number }>(`form?id=${id}`);
    await call('fill', { id, version, values });
  };
  const page = await visits.open(`/admin/document/document?q=${stamp}&id=${id}`, { as: 'admin' });
  const sheet = page.locator('.xj-record-sheet');
  const facts = sheet.getByRole('textbox', { name: /^违法事实/ });
  const leaveDialog = page.getByRole('dialog', { name: '离开而不保存？' });
  const stay = async () => {
    await leaveDialog.getByRole('button', { name: '继续编辑' }).click();
    await leaveDialog.waitFor({ state: 'detached' });
    await expect.poll(() => facts.inputValue()).toBe('我写的事实');
    await expect.poll(() => new URL(page.url()).searchParams.get('id'), { timeout: 5000 }).toBe(String(id));
  };
  const askToLeave = () =>
    expect
      .poll(async () => {
        // until the address is restored there is no question, and the page stays
        if (!(await leaveDialog.isVisible())) await page.keyboard.press('Escape');
        return leaveDialog.isVisible();
      })
      .toBe(true);
  await facts.fill('我写的事实');
  await sheet.getByRole('heading', { name: '文书内容' }).click();
  await page.keyboard.press('j');
  await stay();
  // a key held down does not answer the question
  await page.keyboard.down('Escape');
  await leaveDialog.waitFor();
  await page.keyboard.down('Escape');
  await page.keyboard.up('Escape');
  await stay();
  // leaving again before the address is restored is stopped too, and asked about the next time
  await askToLeave();
  await leaveDialog.evaluate((dialog) => {
    dialog.addEventListener('close', () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })));
    dialog.querySelector('button')?.click();
  });
  await expect.poll(() => new URL(page.url()).searchParams.get('id'), { timeout: 5000 }).toBe(String(id));
  await askToLeave();
  await stay();
  await sheet.getByRole('button', { name: '审批' }).click();
  await page.locator('#xj-toasts').getByText('请先保存再办理').waitFor();
  expect((await call<{ row: { status: string } }>(`edit?id=${id}`)).row.status).toBe('draft');

  // changes of others are merged; conflicts are asked about
  await fill({ basis: '旅游法第九十五条' });
  await expect.poll(() => sheet.getByRole('textbox', { name: /^法律依据/ }).inputValue()).toBe('旅游法第九十五条');
  expect(await facts.inputValue()).toBe('我写的事实');
  await fill({ facts: '他人写的事实' });
  await sheet.getByText('他人写的事实').first().waitFor(); // shown above the form, which stays open
  expect(await facts.inputValue()).toBe('我写的事实');
  await sheet.getByRole('button', { name: '保存', exact: true }).click();
  const conflict = sheet.getByRole('alertdialog', { name: '内容已被他人修改' });
  await conflict.getByText('他人写的事实').waitFor();
  await shoot(page, 'paper-conflict');
  await conflict.getByRole('button', { name: '按选择合并' }).click();
  await expect.poll(() => facts.inputValue()).toBe('我写的事实');

  // after leaving, the text is a draft of this window
  await page.keyboard.press('Escape');
  await leaveDialog.getByRole('button', { name: '离开' }).click();
  await sheet.waitFor({ state: 'detached' });
  await page.getByText(`关于 ${stamp} 2 的停业整顿决定书`).first().click();
  await expect.poll(() => facts.inputValue()).toBe('我写的事实');
  await sheet.getByRole('button', { name: '保存', exact: true }).click();
  await page.locator('#xj-toasts').getByText('已保存').waitFor();
  await expect
    .poll(async () => (await call<{ values: { facts: string } }>(`form?id=${id}`)).values.facts)
    .toBe('我写的事实');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
});
