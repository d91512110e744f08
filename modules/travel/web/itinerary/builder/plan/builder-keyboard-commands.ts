import type { StopPlace } from './edit-tour-plan.ts';

/** Command of a key on the board. Places are zero-based; stop -1 is the head of the day. */
export type BuilderCommand =
  | { readonly do: 'go'; readonly to: StopPlace }
  | { readonly do: 'move'; readonly to: StopPlace }
  | { readonly do: 'moveDay'; readonly to: number }
  | { readonly do: 'add' | 'remove' | 'undo' | 'redo' };

export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const steps: Readonly<Record<string, readonly [day: number, at: number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** The command of a key, if it has one. `lengths`: number of stops of each day. */
export function commandForKey(
  pressed: PressedKey,
  from: StopPlace,
  lengths: readonly number[],
): BuilderCommand | undefined {
  const { key, altKey, shiftKey } = pressed;
  if (pressed.ctrlKey || pressed.metaKey) {
    if (altKey) return undefined;
    if (key.toLowerCase() === 'z') return { do: shiftKey ? 'redo' : 'undo' };
    return key.toLowerCase() === 'y' ? { do: 'redo' } : undefined;
  }
  const by = steps[key];
  if (by) return altKey ? movedBy(by, from, lengths) : wentBy(by, from, lengths);
  if (altKey) return undefined;
  if (key === 'Home') return { do: 'go', to: { day: from.day, at: -1 } };
  if (key === 'End') return { do: 'go', to: { day: from.day, at: (lengths[from.day] ?? 0) - 1 } };
  if (key === 'Delete') return { do: 'remove' };
  return key === 'Insert' || key === '+' ? { do: 'add' } : undefined;
}

function wentBy([days, stops]: readonly [number, number], from: StopPlace, lengths: readonly number[]): BuilderCommand {
  const day = Math.max(0, Math.min(lengths.length - 1, from.day + days));
  return { do: 'go', to: { day, at: Math.max(-1, Math.min((lengths[day] ?? 0) - 1, from.at + stops)) } };
}

/**
 * Up and down move a stop within its day and beyond to the neighbouring day; left and right to the same position
 * there.
 */
function movedBy(
  [days, stops]: readonly [number, number],
  from: StopPlace,
  lengths: readonly number[],
): BuilderCommand | undefined {
  const there = (day: number) => day >= 0 && day < lengths.length;
  if (from.at < 0) {
    const to = from.day + (days || stops);
    return there(to) ? { do: 'moveDay', to } : undefined;
  }
  if (days !== 0) {
    const day = from.day + days;
    return there(day) ? { do: 'move', to: { day, at: Math.min(lengths[day] ?? 0, from.at) } } : undefined;
  }
  const at = from.at + stops;
  if (at >= 0 && at < (lengths[from.day] ?? 0)) return { do: 'move', to: { day: from.day, at } };
  const day = from.day + stops;
  return there(day) ? { do: 'move', to: { day, at: stops < 0 ? (lengths[day] ?? 0) : 0 } } : undefined;
}
