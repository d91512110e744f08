import type { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';

/**
 * The code of the half minute before, so that the one of now is left for what comes next. It is taken for as long as this half
 * minute lasts, and where that is about to end, of the next one.
 */
export async function codeBefore(page: Page, app: TOTP): Promise<string> {
  const left = 30_000 - (Date.now() % 30_000);
  if (left < 10_000) await page.waitForTimeout(left);
  return app.generate({ timestamp: Date.now() - 30_000 });
}
