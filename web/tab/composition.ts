import { useRef, useSyncExternalStore } from 'react';

/**
 * Words that are being put together with an input method. Its keys (Enter takes a word, arrows choose one, Escape gives it up)
 * are nobody else's: they are kept from every handler in one place, before any sees them, and what is typed meanwhile is
 * searched for by nobody.
 */

let open: Node | undefined;
const waiting = new Set<() => void>();

// an input that was taken away ends no composition
const isOpen = (): boolean => open?.isConnected === true;

function note(now: Node | undefined): void {
  open = now;
  for (const listener of waiting) listener();
}

/** 229 is the key of an input method; Safari ends a composition before it tells of the Enter that took the word. */
const isOfInputMethod = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;

const stopAtEditor = (event: KeyboardEvent): void => {
  if (isOfInputMethod(event)) event.stopPropagation();
};

/** Called before anything else listens for keys. */
export function watchCompositions(): void {
  window.addEventListener('compositionstart', ({ target }) => note(target instanceof Node ? target : undefined), true);
  window.addEventListener('compositionend', () => note(undefined), true);
  // one that was broken off, as by a field that clears itself, may end without a word: what is typed next tells
  window.addEventListener('input', (event) => open && !(event as InputEvent).isComposing && note(undefined), true);
  for (const name of ['keydown', 'keypress', 'keyup'] as const)
    window.addEventListener(
      name,
      (event) => {
        if (!isOfInputMethod(event)) return;
        // an editor of rich text goes along with compositions by itself; nobody above it hears of their keys
        if (event.target instanceof HTMLElement && event.target.isContentEditable)
          return event.target.addEventListener(name, stopAtEditor);
        event.stopImmediatePropagation();
        // and sends no form, nor empties a field for searching
        if (event.key === 'Escape' || (event.key === 'Enter' && !event.isComposing)) event.preventDefault();
      },
      true,
    );
}

const subscribe = (listener: () => void) => {
  waiting.add(listener);
  return () => void waiting.delete(listener);
};

/** A text that is searched for while it is typed: with a word that is being put together it stays what it was before. */
export function useComposed<T>(value: T): T {
  const composing = useSyncExternalStore(subscribe, isOpen);
  const settled = useRef(value);
  if (!composing) settled.current = value;
  return settled.current;
}
