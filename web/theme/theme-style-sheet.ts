import {
  fontFamily,
  lightAndDarkThemes,
  monoFamily,
  type ThemeName,
  type Tokens,
  themeSizes,
} from './theme-design-tokens.ts';

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Tokens as CSS custom properties: `paperRaised` → `--xj-paper-raised`. */
function cssVariables(theme: Tokens): string {
  return Object.entries(theme)
    .map(([name, value]) => `--xj-${kebab(name)}:${value};`)
    .join('');
}

/**
 * Style sheet of themes, selected by `data-theme` on the root or any element inside. `color-scheme` makes the browser
 * draw scroll bars and date icons to match.
 */
export const themeStyleSheet = (themes: Readonly<Partial<Record<ThemeName, Tokens>>>): string =>
  Object.entries(themes)
    .map(([name, theme]) => {
      const selector = name === 'light' ? ':root,[data-theme="light"]' : `[data-theme="${name}"]`;
      return `${selector}{color-scheme:${name === 'light' ? name : 'dark'};${cssVariables(theme)}}`;
    })
    .join('');

/** Style sheet of the sizes, shared by every theme, and of the light and dark themes. */
function tokenSheet(): string {
  const sizes = [
    ...Object.entries(themeSizes.font).map(([name, px]) => `--xj-font-${name}:${px}px;`),
    ...Object.entries(themeSizes.space).map(([step, px]) => `--xj-space-${step}:${px}px;`),
    `--xj-radius:${themeSizes.radius}px;--xj-sans:${fontFamily};--xj-mono:${monoFamily};`,
  ].join('');
  return `:root{${sizes}}${themeStyleSheet(lightAndDarkThemes)}`;
}

/** Inserts the style sheet of tokens into the document, once. */
export function installThemeTokens(id = 'xj-tokens', sheet = tokenSheet): void {
  if (document.getElementById(id)) return;
  const style = document.createElement('style');
  style.id = id;
  style.textContent = sheet();
  document.head.prepend(style);
}
