import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inventPicture } from '../support/invented-data.ts';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';
import { waitForRows } from '../support/widgets.ts';

const visits = startVisits();
const list = '/admin/enterprise/enterprise';

interface Row {
  id: number;
  introduction: string | null;
  sup_code: string;
}

const where = (field: string, value: string | number) =>
  `search[0][field]=${field}&search[0][operator]=%3D&search[0][val]=${value}`;

/** An active enterprise without a description. */
async function prepare(nth: number): Promise<{ token: string; id: number; read(): Promise<Row> }> {
  const { token } = await signInByCall(visits.url, 'county1', visits.password);
  const page = await callAs<{ list: Row[] }>(
    visits.url,
    token,
    `/admin/enterprise.enterprise/index?${where('status', 'active')}&limit=50&order=id,asc`,
  );
  const id = page.list[nth]?.id ?? 0;
  expect(id).toBeGreaterThan(0);
  await callAs(visits.url, token, '/admin/enterprise.enterprise/edit', { id, introduction: null });
  const read = async () =>
    (await callAs<{ row: Row }>(visits.url, token, `/admin/enterprise.enterprise/edit?id=${id}`)).row;
  return { token, id, read };
}

const writing = (page: Page): Locator => page.getByRole('textbox', { name: '企业简介' });
const button = (page: Page, name: string): Locator =>
  page.getByRole('toolbar', { name: '格式' }).getByRole('button', { name, exact: true });

/** Puts content on the clipboard of the page, as another program would. */
const paste = (text: Locator, html: string) =>
  text.evaluate((element, given) => {
    const data = new DataTransfer();
    data.setData('text/html', given);
    data.setData('text/plain', 'plain');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, html);

/** Whether a script that the page has loaded contains the editor. */
const hasLoadedEditor = (page: Page) =>
  page.evaluate(async () => {
    const names = performance.getEntriesByType('resource').map(({ name }) => name);
    const texts = await Promise.all(
      [...new Set(names)].filter((name) => name.endsWith('.js')).map(async (name) => (await fetch(name)).text()),
    );
    return texts.some((text) => text.includes('ProseMirror-focused'));
  });

describe('rich text', () => {
  it('is saved by keyboard, and looks as written for officers and the public', async () => {
    const { id, read } = await prepare(0);
    const page = await visits.open(list, { as: 'county1' });
    await waitForRows(page);
    expect(await hasLoadedEditor(page)).toBe(false);
    await page.goto(`${visits.url}${list}?edit=${id}`);
    const text = writing(page);
    await text.click();
    expect(await hasLoadedEditor(page)).toBe(true);

    await page.keyboard.type('本社成立于 ');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('2003 年');
    await expect.poll(() => button(page, '加粗').getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('。');
    await page.keyboard.press('Enter');
    await button(page, '项目符号').click();
    await page.keyboard.type('入境旅游');
    await page.keyboard.press('Enter');
    await page.keyboard.type('国内旅游');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await button(page, '链接').click();
    const address = page.getByRole('textbox', { name: '链接地址' });
    await address.fill('javascript:alert(1)');
    await address.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'mailto:' }).waitFor();
    await address.fill('www.example.com/about');
    await address.press('Enter');
    await address.waitFor({ state: 'detached' });
    await shoot(page, 'rich-text-form');
    await page.keyboard.press('Control+s');
    await page.getByText('已保存').waitFor();

    const link =
      '<a target="_blank" rel="noopener noreferrer" href="https://www.example.com/about">www.example.com/about</a>';
    const html = `<p>本社成立于 <strong>2003 年</strong>。</p><ul><li><p>入境旅游</p></li><li><p>国内旅游</p></li></ul><p>${link}</p>`;
    const row = await read();
    expect(row.introduction).toBe(html);

    await page.goto(`${visits.url}${list}/${id}`);
    const shown = page.locator('.xj-details .xj-rich');
    await shown.locator('strong').waitFor();
    expect(await shown.locator('li').allTextContents()).toEqual(['入境旅游', '国内旅游']);
    expect(await shown.getByRole('link').getAttribute('href')).toBe('https://www.example.com/about');
    await shoot(page, 'rich-text-record');

    await page.goto(`${visits.url}${list}?edit=${id}`);
    await text.locator('strong').waitFor();
    // nothing was changed: no question, nothing to save
    await page.keyboard.press('Escape');
    await text.waitFor({ state: 'detached' });

    await page.goto(`${visits.url}/enterprise/s/${row.sup_code}`);
    await page.locator('.xj-supervision-introduction strong').waitFor();
    expect(await hasLoadedEditor(page)).toBe(false);
    await shoot(page, 'rich-text-public');
  });

  it('is cleaned, whether pasted or sent to the server', async () => {
    const { id, token, read } = await prepare(1);
    const bad =
      '<p>甲<img src="x" onerror="document.title=\'ran\'"><script>document.title="ran"</script></p><p onclick="alert(1)" style="color:red">乙<a href="javascript:alert(1)">丙</a></p>';
    const page = await visits.open(`${list}?edit=${id}`, { as: 'county1' });
    await writing(page).click();
    await paste(writing(page), bad);
    await paste(
      writing(page),
      `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>丁<o:p></o:p></p>`,
    );
    await page.keyboard.press('Control+s');
    await page.getByText('已保存').waitFor();
    const pasted = (await read()).introduction ?? '';
    expect(pasted).toMatch(/^<p>甲<\/p><p>乙丙(<\/p>)?.*丁/);
    expect(pasted).not.toMatch(/script|onerror|onclick|style|javascript|img/);

    await callAs(visits.url, token, '/admin/enterprise.enterprise/edit', { id, introduction: bad });
    expect((await read()).introduction).toBe('<p>甲</p><p>乙丙</p>');
    await page.goto(`${visits.url}${list}/${id}`);
    await page.locator('.xj-details .xj-rich').getByText('乙丙').waitFor();
    expect(await page.title()).not.toBe('ran');

    // a list shows the beginning of the text, an export all of it
    const { list: rows } = await callAs<{ list: Row[] }>(
      visits.url,
      token,
      `/admin/enterprise.enterprise/index?${where('id', id)}`,
    );
    expect(rows[0]?.introduction?.trim().replace(/\s+/g, ' ')).toBe('甲 乙丙');
  });

  it('asks before it is lost, and accepts pictures of the platform only', async () => {
    const { id, read } = await prepare(2);
    const page = await visits.open(`${list}?edit=${id}`, { as: 'county1' });
    await writing(page).click();
    await page.keyboard.type('未保存');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: '离开而不保存？' });
    await question.getByRole('button', { name: '继续编辑' }).click();
    await expect.poll(() => writing(page).textContent()).toBe('未保存');

    const chooser = page.locator('.xj-editor input[type=file]');
    await chooser.setInputFiles({
      name: '伪装.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<script>alert(1)</script>'),
    });
    await page.locator('.xj-editor').getByRole('alert').filter({ hasText: '伪装.png' }).waitFor();
    await writing(page).press('Control+End');
    await chooser.setInputFiles(inventPicture('门头.png', [42, 110, 96]));
    const picture = writing(page).getByRole('img', { name: '门头' });
    await picture.waitFor();
    expect(await page.locator('.xj-editor').getByRole('alert').count()).toBe(0);
    await picture.click();
    await page.getByRole('textbox', { name: '图片说明' }).fill('旅行社门头');
    await page.keyboard.press('Control+Enter');
    await page.getByText('已保存').waitFor();
    expect((await read()).introduction).toMatch(/^<p>未保存<\/p><img src="\/storage\/[^"]+\.png" alt="旅行社门头">$/);
  });

  it('is formatted by keyboard alone, also in a table, which does not trap the keyboard', async () => {
    const { id, read } = await prepare(3);
    const page = await visits.open(`${list}?edit=${id}`, {
      as: 'county1',
      locale: 'en',
      size: [390, 844],
      theme: 'dark',
    });
    const text = page.getByRole('textbox', { name: 'Introduction' });
    const bar = page.getByRole('toolbar', { name: 'Formatting' });
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    // the toolbar returns the focus to the text a frame later
    const isWriting = () => text.evaluate((one) => one === document.activeElement);
    await text.focus();
    await page.keyboard.type('Title');
    await page.keyboard.press('Alt+F10');
    await expect.poll(focused).toBe('H1 Heading 1');
    expect(await bar.locator('button[tabindex="0"]').count()).toBe(1);
    await page.keyboard.press('Enter');
    await text.getByRole('heading', { level: 2, name: 'Title' }).waitFor();
    await expect.poll(isWriting).toBe(true);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Alt+F10');
    await expect.poll(focused).toBe('H1 Heading 1');
    while ((await focused()) !== 'Insert table') await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await text.locator('th').first().waitFor();
    await expect.poll(isWriting).toBe(true);
    await shoot(page, 'rich-text-table');
    for (const word of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']) {
      await page.keyboard.type(word);
      await page.keyboard.press('Tab');
    }
    await expect.poll(isWriting).toBe(false);
    await text.focus();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Alt+F10');
    await page.keyboard.press('End');
    await page.keyboard.press('Escape');
    await expect.poll(isWriting).toBe(true);
    await page.keyboard.press('Control+s');
    await page.getByText('Saved').waitFor();
    const html = (await read()).introduction ?? '';
    expect(html).toMatch(/^<h2>Title<\/h2><table><tbody><tr><th><p>a<\/p><\/th>/);
    expect(html).toContain('<td><p>h</p></td>');
  });
});
