import type { BrowserContext, Page } from 'playwright-core';

/**
 * Lets the pages of a context be laid out but not drawn: drawing is done by the processor here, and most tests only read.
 * Opacity changes neither focus nor places and sizes, nor what Playwright calls visible. If screenshots are saved (SHOTS),
 * pages are drawn, as is what is printed.
 */
export async function leaveUndrawn(context: BrowserContext): Promise<void> {
  if (process.env.SHOTS) return;
  await context.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('@media screen { :root:not([data-drawn]) { opacity: 0 !important } }');
    document.adoptedStyleSheets.push(sheet);
  });
}

/** Draws the document of a page from now on, for what depends on its colours. */
export const draw = (page: Page): Promise<unknown> =>
  page.evaluate(() => document.documentElement.setAttribute('data-drawn', ''));
