import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until all tiles have figures and the map has clusters. */
export async function waitForWall(page: Page): Promise<void> {
  await page.locator('.wall .xj-map[data-ready] .xj-cluster').first().waitFor();
  await expect.poll(() => page.locator('[data-tile][data-state=reading]').count()).toBe(0);
  await page.evaluate(() => document.fonts.ready);
}

/** Waits for the next frame. */
export const waitForFrame = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Names of parts that overflow the page or a tile, and of names that are cut. */
export const overflow = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth) found.push(`page ${root.scrollWidth} wide`);
    if (root.scrollHeight > innerHeight) found.push(`page ${root.scrollHeight} high`);
    for (const tile of document.querySelectorAll<HTMLElement>('[data-tile], .wall-tile-body, .wall header')) {
      const name = tile.closest<HTMLElement>('[data-tile]')?.dataset.tile ?? tile.className;
      if (tile.scrollWidth > tile.clientWidth + 1) found.push(`${name}: ${tile.scrollWidth} in ${tile.clientWidth} px`);
      if (tile.scrollHeight > tile.clientHeight + 1) {
        found.push(`${name}: ${tile.scrollHeight} in ${tile.clientHeight} px of height`);
      }
    }
    for (const one of document.querySelectorAll<HTMLElement>('.wall-brand h1, .wall-boards, .wall-row-name'))
      if (one.scrollWidth > one.clientWidth + 1) found.push(`cut: ${one.textContent}`);
    return found;
  });

/** Pixels between the legend of the map and the scale bar below it. */
export const gapAboveScale = (page: Page) =>
  page.evaluate(() => {
    const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    return (box('.wall .maplibregl-ctrl-scale')?.top ?? 0) - (box('.wall .wall-legend')?.bottom ?? 0);
  });

/** Numbers of clusters that a marker of another layer covers. */
export const coveredNumbers = (page: Page) =>
  page.evaluate(() => {
    const marks = [...document.querySelectorAll('.wall .xj-cluster[data-layer], .wall .xj-point[data-layer]')];
    return [...document.querySelectorAll('.wall .xj-cluster:not([data-layer])')].flatMap((ring) => {
      const { x, y, width, height } = ring.getBoundingClientRect();
      const [middle, centre] = [x + width / 2, y + height / 2];
      return marks.some((mark) => {
        const { left, right, top, bottom } = mark.getBoundingClientRect();
        return left < middle && right > middle && top < centre && bottom > centre;
      })
        ? [ring.textContent]
        : [];
    });
  });

/** Elements of the wall that are scaled; markers are only translated. */
export const scaled = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.wall, .wall *')].flatMap((one) => {
      if (one.closest('svg') || one.getAnimations().length > 0) return [];
      const style = getComputedStyle(one);
      const matrix = new DOMMatrixReadOnly(style.transform === 'none' ? '' : style.transform);
      const zoom = style.getPropertyValue('zoom');
      const plain = Math.hypot(matrix.a, matrix.b) > 0.999 && Math.hypot(matrix.a, matrix.b) < 1.001;
      return plain && (zoom === '1' || zoom === '') ? [] : [`${one.className}: ${style.transform} ${zoom}`];
    }),
  );
