import { fontFamily, monoFamily, scale, type Tokens, themeNames, tokens } from './tokens.ts';

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Tokens as CSS custom properties: `paperRaised` → `--xj-paper-raised`. */
export function cssVariables(theme: Tokens): string {
  return Object.entries(theme)
    .map(([name, value]) => `--xj-${kebab(name)}:${value};`)
    .join('');
}

/** The style sheet of all themes, chosen by `data-theme` on the root or on any element inside. */
export function tokenSheet(): string {
  const sizes = [
    ...Object.entries(scale.font).map(([name, px]) => `--xj-font-${name}:${px}px;`),
    ...Object.entries(scale.space).map(([step, px]) => `--xj-space-${step}:${px}px;`),
    `--xj-radius:${scale.radius}px;--xj-sans:${fontFamily};--xj-mono:${monoFamily};`,
  ].join('');
  const themes = themeNames.map((name) => {
    const selector = name === 'light' ? ':root,[data-theme="light"]' : `[data-theme="${name}"]`;
    return `${selector}{${cssVariables(tokens[name])}}`;
  });
  return `:root{${sizes}}${themes.join('')}`;
}

/** Puts the token sheet into the document, once, before anything is drawn. */
export function installTokens(): void {
  if (document.getElementById('xj-tokens')) return;
  const style = document.createElement('style');
  style.id = 'xj-tokens';
  style.textContent = tokenSheet();
  document.head.prepend(style);
}
