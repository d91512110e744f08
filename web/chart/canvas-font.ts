import { fontFamily } from '#web/theme/tokens.ts';

/**
 * Resolves when the product's font can draw these characters on a canvas. A canvas does not wait for fonts as the
 * page does: it would draw boxes and keep them.
 */
export async function loadCanvasFont(text: string): Promise<void> {
  try {
    await document.fonts.load(`14px ${fontFamily}`, text);
  } catch {
    // Without the bundled font the system's is drawn.
  }
}
