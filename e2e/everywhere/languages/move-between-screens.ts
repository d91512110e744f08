import type { Page } from 'playwright-core';

/** Interval of polls. Each makes the browser lay out the page. */
const pollMs = 100;

/**
 * Opens another screen without a reload, as a link does, so that a hundred of them take seconds.
 * The earlier screen may stay until the next one is ready.
 */
export async function openWithoutReload(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    const shown = () =>
      [document.title, ...document.querySelectorAll<HTMLElement>('h1, form, .xj-record-sheet')]
        .map((one) => (typeof one === 'string' ? one : one.checkVisibility() ? (one.textContent ?? '') : ''))
        .join('|');
    Object.assign(window, { stood: shown(), shown });
    history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  const isAnother = () => {
    const { stood, shown } = window as unknown as { stood: string; shown: () => string };
    return shown() !== stood;
  };
  // a few screens look like the previous one
  await page.waitForFunction(isAnother, undefined, { polling: pollMs, timeout: 1500 }).catch(() => undefined);
  await settle(page);
}

/** Waits until late content has arrived. */
export async function settle(page: Page): Promise<void> {
  const rests = () => {
    const shown = (selector: string) => [...document.querySelectorAll(selector)].some((one) => one.checkVisibility());
    return (
      shown('h1, [role=heading][aria-level="1"], form, .xj-remote') &&
      !shown('[aria-busy=true], [data-fetching], .xj-bone, .ant-skeleton, .xj-loading, [data-tile][data-state=reading]')
    );
  };
  await page.waitForTimeout(30);
  await page.waitForFunction(rests, undefined, { polling: pollMs });
}

/** Closes the tabs of screens that were read: those kept alive are rendered along, which was two fifths of the cost of a screen. */
export const closeOtherTabs = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLElement>('.xj-tab:not([data-active]) .xj-tab-close')) one.click();
  });
