import type { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';

/**
 * The code of the previous half minute, so that the current one is left for the next step. It is accepted until the current
 * half minute ends; if that is about to happen, waits for the next one.
 */
export async function previousCode(page: Page, app: TOTP): Promise<string> {
  const left = 30_000 - (Date.now() % 30_000);
  if (left < 10_000) await page.waitForTimeout(left);
  return app.generate({ timestamp: Date.now() - 30_000 });
}
