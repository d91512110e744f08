import { useEffect, useSyncExternalStore } from 'react';
import type { ThemeChoice } from './layout/layout-configuration.ts';
import { useLayout } from './layout/layout-store.ts';
import { lightAndDarkThemes } from './theme-design-tokens.ts';

const systemDark = () => matchMedia('(prefers-color-scheme: dark)');

function onSystemChange(listen: () => void): () => void {
  const query = systemDark();
  query.addEventListener('change', listen);
  return () => query.removeEventListener('change', listen);
}

const resolveColourScheme = (choice: ThemeChoice, dark: boolean): 'light' | 'dark' =>
  choice === 'system' ? (dark ? 'dark' : 'light') : choice;

/** Applies a colour scheme to the document. */
function applyColourScheme(name: 'light' | 'dark'): void {
  const root = document.documentElement;
  root.dataset.theme = name;
  root.style.colorScheme = name;
  root.style.backgroundColor = lightAndDarkThemes[name].paper;
}

/** The present colour scheme: the user's choice, else the system's. */
export function useColourScheme(): 'light' | 'dark' {
  const choice = useLayout((state) => state.theme);
  const dark = useSyncExternalStore(onSystemChange, () => systemDark().matches);
  return resolveColourScheme(choice, dark);
}

/** Keeps the document in the chosen colour scheme; used once at the root. */
export function useAppliedColourScheme(): void {
  const theme = useColourScheme();
  const calm = useLayout((state) => state.calm);
  useEffect(() => {
    applyColourScheme(theme);
    // Paper is white: light letters of a dark theme would be invisible in print.
    const onPaper = () => applyColourScheme('light');
    const onScreen = () => applyColourScheme(theme);
    window.addEventListener('beforeprint', onPaper);
    window.addEventListener('afterprint', onScreen);
    return () => {
      window.removeEventListener('beforeprint', onPaper);
      window.removeEventListener('afterprint', onScreen);
    };
  }, [theme]);
  useEffect(() => {
    document.documentElement.toggleAttribute('data-calm', calm);
  }, [calm]);
}
