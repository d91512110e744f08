import type { Page } from 'playwright-core';
import { median } from '../support/measure.ts';
import type { Finding } from '../support/report.ts';

/** Wheel turns of one pass, and the px of each. */
const turns = 120;
const stride = 120;
const passes = 3;
/** The minimum share of a plain page's frame rate that a list must reach. */
const leastShare = 0.9;

interface Pass {
  /** Frames per second. */
  rate: number;
  /** Duration of the longest frame in ms. */
  longest: number;
}

/** Turns the wheel over a box once per frame, and returns the number of frames. */
const scrollOver = (page: Page, selector: string): Promise<Pass> =>
  page.evaluate(
    async ([where, count, by]) => {
      const box = document.querySelector(where);
      if (!box) throw new Error(`nothing to scroll: ${where}`);
      box.scrollTop = 0;
      await new Promise(requestAnimationFrame);
      const frames: number[] = [];
      let last = performance.now();
      for (let turn = 0; turn < count; turn++) {
        box.scrollTop += by;
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        frames.push(now - last);
        last = now;
      }
      const sum = frames.reduce((all, one) => all + one, 0);
      return { rate: (1000 * frames.length) / sum, longest: Math.max(...frames) };
    },
    [selector, turns, stride] as const,
  );

async function passesOver(page: Page, selector: string): Promise<Pass> {
  const seen: Pass[] = [];
  for (let at = 0; at < passes; at++) seen.push(await scrollOver(page, selector));
  return { rate: median(seen.map(({ rate }) => rate)), longest: median(seen.map(({ longest }) => longest)) };
}

/** The same number of rows of plain text, without any scripts. */
const plainPage = `<!doctype html><div id="box" style="height:600px;overflow:auto"><table>${'<tr><td>昆明测试饭店</td><td>正常经营</td><td>530102</td></tr>'.repeat(800)}</table></div>`;

/** How the list of enterprises scrolls, in pages of a hundred and without pages, compared with a plain page. */
export async function measureScroll(
  page: Page,
  url: string,
  setEndless: (on: boolean) => Promise<void>,
): Promise<Finding> {
  await page.setContent(plainPage);
  const plain = await passesOver(page, '#box');
  const rows = page.locator('[data-list] tr[data-row]');
  const list = async (query: string, endless: boolean) => {
    await setEndless(endless);
    await page.goto(`${url}/admin/enterprise/enterprise${query}`);
    await rows.nth(12).waitFor();
    return passesOver(page, '.xj-list-box');
  };
  const hundred = await list('?limit=100', false);
  const all = await list('', true);
  await setEndless(false);
  const share = Math.min(hundred.rate, all.rate) / plain.rate;
  const describe = ({ rate, longest }: Pass) => `${rate.toFixed(0)} frames/s (longest ${longest.toFixed(0)} ms)`;
  return {
    name: 'scroll',
    title: 'scrolling the list of enterprises',
    seen: `100 rows ${describe(hundred)}, all rows ${describe(all)}, a plain page ${describe(plain)}: ${(share * 100).toFixed(0)} % (≥ ${leastShare * 100} %)`,
    met: share >= leastShare,
    values: {
      share,
      plain: plain.rate,
      hundred: hundred.rate,
      all: all.rate,
      longest: Math.max(hundred.longest, all.longest),
    },
  };
}
