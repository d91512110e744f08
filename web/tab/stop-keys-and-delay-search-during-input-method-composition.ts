import { useRef, useSyncExternalStore } from 'react';

/**
 * Composition of words with an input method. Its keys (Enter accepts a word, arrows select one, Escape cancels) must
 * not trigger anything else: one listener stops them before every other handler, and text typed meanwhile is not
 * searched for.
 */

let open: Node | undefined;
const waiting = new Set<() => void>();

// An input that was removed ends no composition.
const isOpen = (): boolean => open?.isConnected === true;

function note(now: Node | undefined): void {
  open = now;
  for (const listener of waiting) listener();
}

/** 229 is the key of an input method; Safari ends a composition before the Enter that accepts the word. */
const isOfInputMethod = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;

const stopAtEditor = (event: KeyboardEvent): void => {
  if (isOfInputMethod(event)) event.stopPropagation();
};

/** Must be called before any other key listener is added. */
export function stopKeysDuringInputMethodCompositions(): void {
  window.addEventListener('compositionstart', ({ target }) => note(target instanceof Node ? target : undefined), true);
  window.addEventListener('compositionend', () => note(undefined), true);
  // A composition that was interrupted, as by a field that clears itself, may end without an event: the next input
  // shows it.
  window.addEventListener('input', (event) => open && !(event as InputEvent).isComposing && note(undefined), true);
  for (const name of ['keydown', 'keypress', 'keyup'] as const)
    window.addEventListener(
      name,
      (event) => {
        if (!isOfInputMethod(event)) return;
        // A rich text editor handles compositions itself; nothing above it gets their keys.
        if (event.target instanceof HTMLElement && event.target.isContentEditable)
          return event.target.addEventListener(name, stopAtEditor);
        event.stopImmediatePropagation();
        // These keys must not submit the form or clear a search field either.
        if (event.key === 'Escape' || (event.key === 'Enter' && !event.isComposing)) event.preventDefault();
      },
      true,
    );
}

const subscribe = (listener: () => void) => {
  waiting.add(listener);
  return () => void waiting.delete(listener);
};

/** A value for searching while typing: during a composition it stays what it was before. */
export function useValueAfterComposition<T>(value: T): T {
  const composing = useSyncExternalStore(subscribe, isOpen);
  const settled = useRef(value);
  if (!composing) settled.current = value;
  return settled.current;
}
