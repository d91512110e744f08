import { describe, expect, it } from 'vitest';
import { themeColours } from '#web/theme/layout/layout-configuration.ts';
import { colourVariables, contrastByTextColour, paletteOf, palettes } from './custom-layout-colours-and-contrast.ts';

describe('colours of menu and header', () => {
  it.each(Object.entries(palettes))('can be read in the set %s, light and dark', (_name, colours) => {
    for (const appearance of ['light', 'dark'] as const) {
      for (const [text, ratio] of contrastByTextColour(colours, appearance)) {
        expect(ratio, `${appearance} ${text}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it('come from the style sheet unless the user chose some', () => {
    expect(colourVariables(themeColours, 'dark')).toEqual({});
    const own = { ...themeColours, menuActiveGround: ['#123456', ''] as const };
    expect(colourVariables(own, 'light')).toEqual({ '--xj-menu-active-ground': '#123456' });
    expect(colourVariables(own, 'dark')).toEqual({});
    expect(paletteOf(own)).toBeUndefined();
    expect(paletteOf({ ...palettes.ink })).toBe('ink');
  });
});
