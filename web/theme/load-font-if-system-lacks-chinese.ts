/** Whether the system can draw Chinese: a missing glyph is a box of another width. */
function systemHasChinese(): boolean {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!context) return true;
  const draw = (letter: string): string => {
    context.clearRect(0, 0, 32, 32);
    context.font = '24px sans-serif';
    context.fillText(letter, 2, 26);
    return context.getImageData(0, 0, 32, 32).data.join();
  };
  context.canvas.width = 32;
  context.canvas.height = 32;
  // Two different characters that look the same are two boxes for a missing glyph.
  return draw('鉴') !== draw('游');
}

/**
 * Loads the bundled Chinese font where the system has none. Its index alone is 27 KB, so other systems do not load it.
 */
export function loadFontIfSystemLacksChinese(): void {
  const load = (): void => {
    if (!systemHasChinese()) import('@fontsource-variable/noto-sans-sc/index.css').catch(() => undefined);
  };
  if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: 1500 });
  else setTimeout(load, 200);
}
