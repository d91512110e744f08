import { colourContrastOf } from '#web/theme/colour-contrast.ts';
import { coloursOfAllThemes } from '#web/theme/colours-of-all-themes.ts';
import { type ColourName, type LayoutColours, themeColours } from '#web/theme/layout/layout-configuration.ts';

type Appearance = 'light' | 'dark';

/** The theme token of each colour, used unless the user chose one. */
const ownColour = {
  menuGround: 'paperRaised',
  menuText: 'inkSoft',
  menuActiveGround: 'celadonWash',
  menuActiveText: 'celadonStrong',
  barGround: 'paperRaised',
  barText: 'inkSoft',
  barActiveGround: 'paperRaised',
  barActiveText: 'celadonStrong',
} as const satisfies Record<ColourName, keyof (typeof coloursOfAllThemes)['light']>;

/** Text and background colours that appear together. */
export const colourPairs: readonly (readonly [text: ColourName, ground: ColourName])[] = [
  ['menuText', 'menuGround'],
  ['menuActiveText', 'menuActiveGround'],
  ['barText', 'barGround'],
  ['barActiveText', 'barActiveGround'],
];

/** The colour in use, as `#rrggbb`: the user's, else the theme's. */
export const layoutColourInUse = (colours: LayoutColours, name: ColourName, appearance: Appearance): string =>
  colours[name][appearance === 'light' ? 0 : 1] || coloursOfAllThemes[appearance][ownColour[name]];

/**
 * Contrast ratio of each pair of text and background, by the text's name. Below 4.5 it is hard to read (WCAG 1.4.3).
 */
export const contrastByTextColour = (colours: LayoutColours, appearance: Appearance): ReadonlyMap<ColourName, number> =>
  new Map(
    colourPairs.map(([text, ground]) => [
      text,
      colourContrastOf(layoutColourInUse(colours, text, appearance), layoutColourInUse(colours, ground, appearance)),
    ]),
  );

/** `menuActiveGround` → `--xj-menu-active-ground`. */
const variableOf = (name: ColourName) => `--xj-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** CSS custom properties of the user's colours. The style sheet sets the others. */
export function colourVariables(colours: LayoutColours, appearance: Appearance): Record<string, string> {
  const chosen = Object.entries(colours).flatMap(([name, [light, dark]]) => {
    const colour = appearance === 'light' ? light : dark;
    return colour ? [[variableOf(name as ColourName), colour] as const] : [];
  });
  return Object.fromEntries(chosen);
}

/** Ready palettes, each readable in both themes (tested). */
export const palettes = {
  theme: themeColours,
  ink: {
    ...themeColours,
    menuGround: ['#1b2427', '#0b1012'],
    menuText: ['#c3cac7', '#b3bbb8'],
    menuActiveGround: ['#276b5f', '#1a3831'],
    menuActiveText: ['#ffffff', '#9ad7c4'],
  },
  celadon: {
    ...themeColours,
    menuGround: ['#1d5147', '#12332c'],
    menuText: ['#d9eae3', '#c4dcd3'],
    menuActiveGround: ['#f2f3ee', '#2b6b5d'],
    menuActiveText: ['#1d5147', '#ffffff'],
    barGround: ['#276b5f', '#1a3831'],
    barText: ['#eef5f1', '#d3e6de'],
    barActiveGround: ['#1d5147', '#0f241f'],
    barActiveText: ['#ffffff', '#9ad7c4'],
  },
} as const satisfies Readonly<Record<string, LayoutColours>>;

export type PaletteName = keyof typeof palettes;

/** The palette that matches the user's colours; undefined for individual colours. */
export const paletteOf = (colours: LayoutColours): PaletteName | undefined =>
  (Object.keys(palettes) as PaletteName[]).find((name) => JSON.stringify(palettes[name]) === JSON.stringify(colours));
