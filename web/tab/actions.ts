import { useEffect } from 'react';
import { create } from 'zustand';

/** Something a person can do, offered by the palette and, where it has keys, by the keyboard. */
export interface Action {
  id: string;
  label: string;
  /** Shown behind the label: where it leads, or what it concerns. */
  hint?: string;
  /** Other words it is found by. */
  keywords?: string;
  /** Heading it stands under. */
  section?: string;
  /** `Ctrl+S`, as `web/tab/shortcut.ts` reads them; the palette shows it. */
  keys?: string;
  /** Why it cannot be done now; shown instead of doing it. */
  disabled?: string;
  run: () => void | Promise<void>;
}

const useStore = create<{ groups: ReadonlyMap<symbol, readonly Action[]> }>(() => ({ groups: new Map() }));

/** Offers actions until the function returned is called. */
export function registerActions(actions: readonly Action[]): () => void {
  const key = Symbol('actions');
  useStore.setState(({ groups }) => ({ groups: new Map(groups).set(key, actions) }));
  return () => {
    useStore.setState(({ groups }) => {
      const rest = new Map(groups);
      rest.delete(key);
      return { groups: rest };
    });
  };
}

/** Offers actions while a screen is shown; a hidden tab offers none. Give the same array until it changes. */
export function useActions(actions: readonly Action[]): void {
  useEffect(() => registerActions(actions), [actions]);
}

/** Every action offered now; those of the screen shown come first. */
export function useOfferedActions(): Action[] {
  const groups = useStore((state) => state.groups);
  return [...groups.values()].reverse().flat();
}

export const offeredActions = (): Action[] => [...useStore.getState().groups.values()].reverse().flat();
