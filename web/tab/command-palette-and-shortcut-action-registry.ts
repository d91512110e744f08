import { useEffect } from 'react';
import { create } from 'zustand';

/** An action offered in the command palette and, if it has keys, by keyboard. */
export interface PaletteAction {
  id: string;
  label: string;
  /** Shown after the label: the target, or what it concerns. */
  hint?: string;
  /** Other words to find it by. */
  keywords?: string;
  /** Heading above it. */
  section?: string;
  /** `Ctrl+S`, in the notation of `web/tab/run-offered-action-of-pressed-shortcut-keys.ts`; shown in the palette. */
  keys?: string;
  /** Why it is unavailable now; shown instead of running it. */
  disabled?: string;
  run: () => void | Promise<void>;
}

const useStore = create<{ groups: ReadonlyMap<symbol, readonly PaletteAction[]> }>(() => ({ groups: new Map() }));

/** Registers actions. Returns how to unregister them. */
function registerActions(actions: readonly PaletteAction[]): () => void {
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

/** Registers actions while a screen is shown; a hidden tab offers none. Pass the same array until it changes. */
export function useRegisterPaletteActions(actions: readonly PaletteAction[]): void {
  useEffect(() => registerActions(actions), [actions]);
}

/** Every action offered now; those of the present screen come first. */
export function useOfferedPaletteActions(): PaletteAction[] {
  const groups = useStore((state) => state.groups);
  return [...groups.values()].reverse().flat();
}

export const offeredPaletteActions = (): PaletteAction[] => [...useStore.getState().groups.values()].reverse().flat();
