import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readPostmaster } from '#server/db/embedded/find-and-stop-leftover-postmaster.ts';
import { colourRules, violations } from '../support/axe.ts';
import { shoot, startVisits } from '../support/visits.ts';
import {
  coveredNumbers,
  gapAboveScale,
  overflow,
  scaled,
  waitForFrame,
  waitForWall,
} from './wait-for-wall-and-measure-its-layout.ts';

const visits = startVisits();

/** Maps are drawn by the processor here: tests that are not about the size use the smallest wall. */
const small = [1366, 768] as const;

describe('the wall screen', () => {
  it('is drawn in real pixels at every size, without room for tiles that have no source', async () => {
    const page = await visits.open('/admin/largedatascreen', { as: 'city', size: [1920, 1080], drawn: true });
    const map = page.locator('.wall-map canvas').first();
    for (const [width, height] of [
      [1920, 1080],
      [1920, 969],
      [3840, 1080],
      [1366, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      await waitForFrame(page);
      await waitForWall(page);
      await expect
        .poll(() => map.evaluate((one: HTMLCanvasElement) => [one.width - one.clientWidth, innerWidth]))
        .toEqual([0, width]);
      await shoot(page, `wall-${width}`);
      const at = `${width} × ${height}`;
      // figures stay while the wall is arranged anew, and charts follow their tiles
      await expect.poll(async () => [at, ...(await overflow(page)), ...(await scaled(page))]).toEqual([at]);
      await expect.poll(() => gapAboveScale(page), { message: at }).toBeGreaterThan(2);
      await expect.poll(() => coveredNumbers(page), { message: at }).toEqual([]);
      // a map for another resolution gets a new canvas, and has none for a moment
      let box = await map.boundingBox();
      const widthOfMap = async () => {
        box = await map.boundingBox();
        return box?.width ?? 0;
      };
      await expect.poll(widthOfMap, { message: at }).toBeGreaterThan(width * 0.25);
      if (width > 1920) continue; // a screenshot of the largest wall would have eight million pixels
      const { channels } = await sharp(
        await page.screenshot({ clip: box ?? { x: 0, y: 0, width: 1, height: 1 } }),
      ).stats();
      // land, borders and clusters, not a single colour
      expect(Math.max(...channels.map((one) => one.stdev)), at).toBeGreaterThan(8);
    }
    expect(await page.title()).toContain('监管大屏');
    // tiles without a source take no room
    expect(await page.getByText('行程统计').count()).toBe(0);
    await expect.poll(() => page.locator('.wall-strip').count()).toBe(0);
  });

  it('has a board for teams with its own key, in both languages, and rows behind each number', async () => {
    const page = await visits.open('/admin/largedatascreen', { as: 'city', size: small });
    await waitForWall(page);
    await page.keyboard.press('2');
    await page.waitForURL((to) => to.searchParams.get('board') === 'travel');
    const ready = async () => {
      await page.locator('.wall .xj-map[data-ready] .xj-flows path').first().waitFor({ state: 'attached' });
      await expect.poll(() => page.locator('[data-tile][data-state=reading]').count()).toBe(0);
    };
    await ready();
    await shoot(page, 'wall-teams-small');
    await expect.poll(() => overflow(page)).toEqual([]);
    await expect.poll(() => scaled(page)).toEqual([]);
    // another level of origins can be chosen
    const sources = page.locator('[data-tile=source]');
    const first = sources.locator('.wall-row-name').first();
    const province = await first.textContent();
    await sources.getByRole('button', { name: '市', exact: true }).click();
    await expect.poll(() => first.textContent()).not.toBe(province);
    const onTheWay = page.locator('[data-tile=itinerary] dd .wall-figure').nth(1);
    const n = Number(await onTheWay.textContent());
    expect(n).toBeGreaterThan(0);
    await onTheWay.click();
    await page.getByRole('dialog').getByText(`共 ${n} 团`).waitFor();
    await page.keyboard.press('Escape');
    // the number and its list give both teams and people
    const tourists = page.locator('[data-tile=itinerary] .wall-poster');
    const label = (await tourists.getAttribute('aria-label'))?.match(/\d[\d,]* 团 · \d[\d,]* 人/)?.[0];
    expect(label).toMatch(new RegExp(`^${n} 团 · `));
    await tourists.click();
    await page.getByRole('dialog').getByText(`共 ${label}`).waitFor();
    await page.keyboard.press('Escape');
    // the language is changed last: the page is loaded again
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Itinerary statistics' }).waitFor();
    await expect.poll(() => overflow(page)).toEqual([]);
    await page.keyboard.press('1');
    await page.waitForURL((to) => !to.searchParams.has('board'));
    await waitForWall(page);
  });

  it('opens the rows behind a cluster or a number, closes them with Escape, and is accessible', async () => {
    const page = await visits.open('/admin/largedatascreen', { as: 'city', size: small });
    await waitForWall(page);
    const sheet = page.getByRole('dialog');

    const total = page.locator('.wall-poster');
    const n = Number((await total.textContent())?.replace(/\D/g, ''));
    await total.click();
    await sheet.getByText(`共 ${n.toLocaleString('en-US')} 户`).waitFor();
    await sheet.locator('.wall-list li a').first().waitFor();
    await shoot(page, 'wall-rows');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    await expect.poll(() => total.evaluate((one) => one === document.activeElement)).toBe(true);

    // of enterprises: other layers have marks
    const cluster = page.locator('.xj-cluster:not([data-layer])').first();
    const label = (await cluster.getAttribute('aria-label')) ?? '';
    const held = Number(/\d[\d,]*/.exec(label)?.[0].replaceAll(',', ''));
    await cluster.click();
    await sheet.getByText(`共 ${held.toLocaleString('en-US')} 户`).waitFor();
    await expect.poll(() => sheet.locator('.wall-list li a').count()).toBe(Math.min(held, 40));
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });

    // a layer that is switched on is read, and its number opens its rows
    await page.getByRole('button', { name: '旅游车', exact: true }).click();
    const coaches = page.locator('.wall-layers [data-layer=coach] .wall-figure');
    const coachesUnderWayOnMap = Number((await coaches.textContent()) ?? Number.NaN);
    await coaches.click();
    await sheet.getByText(`共 ${coachesUnderWayOnMap} 辆`).waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });

    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[data-tile]') !== null)).toBe(true);

    // the help lists the keys of the wall
    await page.keyboard.press('F1');
    const help = page.getByRole('dialog', { name: '大屏说明' });
    await help.getByText('回放近 30 天').waitFor();
    await shoot(page, 'wall-help');
    await page.keyboard.press('F1');
    await help.waitFor({ state: 'hidden' });

    // accessible in colours for projectors and for LED walls
    expect(await violations(page)).toEqual([]);
    await shoot(page, 'axe-projector');
    await page.getByRole('button', { name: 'LED 配色', exact: true }).click();
    await page.locator('.wall[data-theme=wall]').waitFor();
    await cluster.waitFor();
    await shoot(page, 'axe-wall');
    expect(await violations(page, colourRules)).toEqual([]);
  });

  it('alerts are acknowledged by name, the day is replayed, and a phone controls the scenes', async () => {
    const page = await visits.open('/admin/largedatascreen', { as: 'city', size: small });
    await waitForWall(page);
    const lane = page.locator('.wall-alerts');
    const first = lane.locator('li:not([data-known])').first();
    await first.waitFor();
    const title = (await first.locator('a').textContent()) ?? '';
    await first.getByRole('button', { name: '确认' }).click();
    await page.getByLabel('值班人姓名').fill('王值班');
    await shoot(page, 'wall-alert');
    await page.keyboard.press('Enter');
    await lane.locator('li[data-known]').filter({ hasText: title }).filter({ hasText: '王值班' }).first().waitFor();

    await page.locator('[data-tile=overview]').focus();
    await page.keyboard.press('r');
    // of yesterday: in the first minutes after midnight the day has not yet come to the moments below
    await page.locator('.wall-day').getByRole('button').click();
    await page.getByRole('menuitemradio').nth(1).click();
    const time = page.getByLabel('时刻');
    await time.focus();
    await time.fill('0');
    await page.locator('.wall-clock').filter({ hasText: '00:00' }).waitFor();
    await expect.poll(() => lane.count()).toBe(0);
    await page.keyboard.press('ArrowRight');
    const response = page.waitForResponse(
      (one) => one.url().includes('/admin/screen.newest/') && one.url().includes('at='),
    );
    await page.locator('.wall-clock').filter({ hasText: '00:05' }).waitFor();
    expect((await response).ok()).toBe(true);
    await shoot(page, 'wall-replay');
    await expect.poll(() => overflow(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await lane.waitFor();

    // a presentation begins with the scenes of every wall; the person's own are made from what is shown
    await page.keyboard.press('p');
    await page.waitForURL((to) => to.searchParams.get('scene') === 'duty');
    await page.keyboard.press('1');
    await page.waitForURL((to) => !to.searchParams.has('scene'));
    await waitForWall(page);
    await page.getByRole('button', { name: '编辑场景' }).click();
    const scenes = page.getByRole('dialog', { name: '场景' });
    for (const tile of ['登记审核', '整面大屏']) {
      await scenes.getByRole('button', { name: '把当前画面加为场景' }).click();
      const one = scenes.locator('li').last();
      await one.getByLabel('名称').fill(`看${tile}`);
      await one.locator('.wall-choice button').first().click();
      await one.getByRole('menuitemradio', { name: new RegExp(`${tile}$`) }).click();
      await one.getByLabel('讲解词').fill(`先说${tile}`);
    }
    await shoot(page, 'wall-scenes');
    await scenes.getByRole('button', { name: '完成' }).click();
    await page.getByRole('button', { name: '手机遥控' }).click();
    const code = page.getByAltText('遥控二维码');
    await code.waitFor();
    const address = new URL((await code.getAttribute('data-address')) ?? '');
    await shoot(page, 'wall-remote');
    const dimmed = () =>
      page.evaluate(
        () => getComputedStyle(document.querySelector('.wall-dialog') as Element, '::backdrop').backgroundColor,
      );
    expect(await dimmed(), 'who watches goes on seeing the wall').toBe('rgba(0, 0, 0, 0)');
    const phone = await visits.open(`${address.pathname}${address.hash}`, { size: [390, 844] });
    await phone.getByText('看登记审核').last().click();
    await page.getByText('手机已连接').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click();
    await page.locator('.wall-note').filter({ hasText: '看登记审核' }).waitFor();
    await expect.poll(() => page.locator('.wall-grid [data-tile]:visible').count()).toBe(1);
    await phone.locator('.xj-remote-note').filter({ hasText: '先说登记审核' }).waitFor();
    expect(await page.getByText('先说登记审核').count(), 'what is to be said is for the phone alone').toBe(0);
    await shoot(phone, 'wall-phone');
    await page.setViewportSize({ width: 1920, height: 1080 });
    await waitForFrame(page);
    await shoot(page, 'wall-scene');
    const used = await page.evaluate(() => {
      const tile = document.querySelector('.wall-grid [data-tile=register], .wall-spot[data-shown] > [data-tile]');
      const room = document.querySelector('.wall-grid')?.getBoundingClientRect();
      const box = tile?.getBoundingClientRect();
      return {
        width: (box?.width ?? 0) / (room?.width ?? 1),
        size: Number.parseFloat(getComputedStyle(tile as Element).fontSize),
      };
    });
    expect(used.width).toBeGreaterThan(0.98);
    expect(used.size, 'it is read from further off').toBeGreaterThan(28);
    await expect.poll(() => overflow(page)).toEqual([]);
    expect(await violations(phone)).toEqual([]);
    await page.keyboard.press('PageDown');
    await page.locator('.wall-note').filter({ hasText: '看整面大屏' }).waitFor();
    await page.getByRole('button', { name: '退出演示' }).click();
    await phone.getByRole('alert').filter({ hasText: '遥控已结束' }).waitFor();
    expect(await phone.getByRole('button', { name: '下一个' }).count(), 'it turns nothing any more').toBe(0);
  });

  it('shows officers only their area, and says what it cannot show', async () => {
    const page = await visits.open('/admin/largedatascreen', {
      as: 'county2',
      size: [1920, 969],
      locale: 'en',
    });
    await waitForWall(page);
    await page.locator('.wall-path strong').filter({ hasText: 'Panlong' }).waitFor();
    await shoot(page, 'wall-en');
    const chinese = page.locator('.wall-row-name, .wall-path').filter({ hasText: /[\u4e00-\u9fff]/ });
    expect(await chinese.allTextContents(), 'places have their English names').toEqual([]);
    // the legend does not cover the area
    const covered = await page.evaluate(() => {
      const legend = document.querySelector('.wall-legend')?.getBoundingClientRect() ?? new DOMRect();
      return [...document.querySelectorAll('.wall .xj-cluster')].filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return left < legend.right && right > legend.left && top < legend.bottom && bottom > legend.top;
      }).length;
    });
    expect(covered).toBe(0);
    // English takes more room than Chinese
    for (const [width, height] of [[1920, 969], [1440, 900], small] as const) {
      await page.setViewportSize({ width, height });
      await waitForFrame(page);
      await expect.poll(async () => [width, height, ...(await overflow(page))]).toEqual([width, height]);
    }
    await shoot(page, 'wall-en-small');
    await page.goto(`${visits.url}/admin/largedatascreen?area=530102`);
    await page.getByRole('alert').filter({ hasText: 'This area cannot be shown' }).waitFor();
  });

  it('recovers from a lost network, a hundred resizes while its area changes, and a killed database', async () => {
    const page = await visits.open('/admin/largedatascreen?area=530102', {
      as: 'city',
      size: small,
      tolerates: /ERR_INTERNET_DISCONNECTED|\b503\b/,
    });
    await waitForWall(page);
    await page.locator('.wall-path strong').filter({ hasText: '五华区' }).waitFor();
    await shoot(page, 'wall-county');
    await page.context().setOffline(true);
    await page.locator('.wall-path').getByRole('button', { name: '昆明市' }).click();
    await page.locator('.wall-banner').waitFor();
    await shoot(page, 'wall-cut');
    await page.context().setOffline(false);
    await page.locator('.wall-path strong').filter({ hasText: '昆明市' }).waitFor();
    await expect.poll(() => page.locator('.wall-banner').count()).toBe(0);

    // a hundred resizes while its area changes
    const sizes = [
      [1366, 768],
      [900, 700],
      [1180, 640],
      [1024, 600],
      [1100, 720],
    ] as const;
    const device = await page.context().newCDPSession(page);
    for (let turn = 0; turn < 100; turn++) {
      const [width, height] = sizes[turn % sizes.length] ?? sizes[0];
      const size = { width: width + (turn % 7), height, deviceScaleFactor: 1, mobile: false };
      const resized = device.send('Emulation.setDeviceMetricsOverride', size);
      if (turn % 25 === 24)
        await page.evaluate((back) => (back ? history.back() : history.forward()), turn % 50 === 24);
      // as by hand: most sizes change before anything is drawn, one in twenty is waited for
      if (turn % 20 === 0) await resized.then(() => waitForFrame(page));
      else await Promise.race([resized, page.waitForTimeout(20)]);
    }
    await device.detach();
    await page.setViewportSize({ width: small[0], height: small[1] });
    await page.locator('.wall .xj-map[data-ready] .xj-cluster').first().waitFor();
    await expect.poll(() => page.locator('[data-tile][data-state=broken]').count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/admin/largedatascreen');
    await page.locator('.wall-path').getByText('昆明市').waitFor();
    await expect.poll(() => overflow(page)).toEqual([]);
    await shoot(page, 'wall-resized');

    const postmaster = readPostmaster(path.join(fs.realpathSync(path.join(visits.dataDir, 'postgres')), 'cluster'));
    if (!('pid' in postmaster)) throw new Error('no database runs');
    process.kill(postmaster.pid, 'SIGKILL');
    const read = page.waitForResponse((one) => one.url().includes('/admin/screen.') && one.ok(), { timeout: 60_000 });
    await page.goto(`${visits.url}/admin/largedatascreen`);
    await read;
    await waitForWall(page);
    await expect.poll(() => page.locator('.wall-banner').count()).toBe(0);
    await expect
      .poll(() => page.locator('[data-tile][data-state=broken], [data-tile][data-state=stale]').count())
      .toBe(0);
  });
});
