import { lightAndDarkThemes, type ThemeName, type Tokens } from './theme-design-tokens.ts';
import { installThemeTokens, themeStyleSheet } from './theme-style-sheet.ts';

/** Every theme. `wall` is true black for LED walls, `projector` is for projected light. */
export const coloursOfAllThemes: Readonly<Record<ThemeName, Tokens>> = {
  ...lightAndDarkThemes,
  wall: {
    paper: '#000000',
    paperRaised: '#0b1214',
    paperSunken: '#000000',
    line: '#22302f',
    lineStrong: '#67807b',
    ink: '#f5f4ee',
    inkSoft: '#c3cac7',
    inkFaint: '#a4aeab',
    celadon: '#6fd9bb',
    celadonStrong: '#93e8d0',
    celadonWash: '#0c2e26',
    onCeladon: '#00110c',
    amber: '#ffc65c',
    amberWash: '#33250a',
    onAmber: '#1a1000',
    cinnabar: '#ff8a75',
    cinnabarStrong: '#ffac9c',
    cinnabarWash: '#40160f',
    onCinnabar: '#1f0602',
    bronze: '#dcb877',
    focus: '#93e8d0',
    veil: 'rgb(0 0 0 / 70%)',
    shadow: 'none',
  },
  projector: {
    paper: '#0a1a22',
    paperRaised: '#10252f',
    paperSunken: '#06131a',
    line: '#2b4652',
    lineStrong: '#7f9aa5',
    ink: '#ffffff',
    inkSoft: '#d9e2e2',
    inkFaint: '#bac8c9',
    celadon: '#8cf0d4',
    celadonStrong: '#b0f7e3',
    celadonWash: '#134439',
    onCeladon: '#00110c',
    amber: '#ffd479',
    amberWash: '#46330c',
    onAmber: '#1a1000',
    cinnabar: '#ffa494',
    cinnabarStrong: '#ffc0b4',
    cinnabarWash: '#57211a',
    onCinnabar: '#1f0602',
    bronze: '#e8c88d',
    focus: '#b0f7e3',
    veil: 'rgb(0 8 12 / 70%)',
    shadow: 'none',
  },
};

/** Adds the themes of walls to the document. */
export function addWallThemeStylesToDocument(): void {
  const { wall, projector } = coloursOfAllThemes;
  installThemeTokens('xj-wall-tokens', () => themeStyleSheet({ wall, projector }));
}
