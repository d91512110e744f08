import { fontFamily } from '#web/theme/theme-design-tokens.ts';

/**
 * Resolves when the product's font can draw these characters on a canvas. Unlike the page, a canvas does not wait for
 * fonts: it would draw boxes and not redraw.
 */
export async function loadCanvasFont(text: string): Promise<void> {
  try {
    await document.fonts.load(`14px ${fontFamily}`, text);
  } catch {
    // Without the bundled font, the system's font is used.
  }
}
