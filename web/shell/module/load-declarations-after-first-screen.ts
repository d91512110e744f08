import { allModuleNames, preloadDeclarations } from '#web/resource/declaration-loader.ts';

/** Ms after the first screen until the declarations of the other modules are loaded, unless something is touched first. */
const delay = 4000;

const signs = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Loads the declarations of all modules once the first screen is drawn and somebody is there, so that later screens open
 * without waiting for them. Returns how to give up.
 */
export function loadDeclarationsAfterFirstScreen(): () => void {
  const stop = () => {
    clearTimeout(timer);
    for (const sign of signs) window.removeEventListener(sign, start);
  };
  const start = () => {
    stop();
    preloadDeclarations(allModuleNames());
  };
  const timer = setTimeout(start, delay);
  for (const sign of signs) window.addEventListener(sign, start, { passive: true });
  return stop;
}
