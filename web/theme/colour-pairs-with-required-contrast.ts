import type { Tokens } from './theme-design-tokens.ts';

type Colour = Exclude<keyof Tokens, 'veil' | 'shadow'>;

const papers = ['paper', 'paperRaised', 'paperSunken'] as const;
const washes = ['celadonWash', 'amberWash', 'cinnabarWash'] as const;

/** Every pair of text and background in the product, [text, background]: each must reach 4.5:1 in every theme. */
export const textPairs: readonly (readonly [Colour, Colour])[] = [
  ...papers.flatMap((ground) =>
    (
      [
        'ink',
        'inkSoft',
        'inkFaint',
        'celadon',
        'celadonStrong',
        'amber',
        'cinnabar',
        'cinnabarStrong',
        'bronze',
      ] as const
    ).map((colour) => [colour, ground] as const),
  ),
  ...washes.flatMap((ground) => (['ink', 'inkSoft'] as const).map((colour) => [colour, ground] as const)),
  ['celadon', 'celadonWash'],
  ['celadonStrong', 'celadonWash'],
  ['amber', 'amberWash'],
  ['cinnabar', 'cinnabarWash'],
  ['cinnabarStrong', 'cinnabarWash'],
  ['onCeladon', 'celadon'],
  ['onCeladon', 'celadonStrong'],
  ['onAmber', 'amber'],
  ['onCinnabar', 'cinnabar'],
  ['onCinnabar', 'cinnabarStrong'],
];

/** Pairs of a meaningful edge or mark and its background: 3:1 (WCAG 1.4.11). */
export const edgePairs: readonly (readonly [Colour, Colour])[] = papers.flatMap((ground) =>
  (['lineStrong', 'focus'] as const).map((colour) => [colour, ground] as const),
);
