import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { draw } from './leave-undrawn.ts';

/** Rules whose result depends on the theme. */
export const colourRules = ['color-contrast', 'link-in-text-block'];

/** Violations that axe finds, in one line each. */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  await draw(page);
  await page.evaluate(() => document.fonts.ready);
  // Half-faded text has a contrast of its own. Asked again and again: the promise of an animation whose element went
  // away may never settle.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        (one) => one.playState !== 'running' || one.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
      ),
  );
  await page.evaluate(axe.source);
  const only = rules ? { runOnly: { type: 'rule', values: rules } } : {};
  const options = JSON.stringify({ resultTypes: ['violations'], ...only });
  const results = (await page.evaluate(`axe.run(document, ${options})`)) as AxeResults;
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')}: ${node.failureSummary?.split('\n')[1]?.trim()}`),
    );
}
