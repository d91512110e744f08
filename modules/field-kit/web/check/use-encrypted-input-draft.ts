import { holdDraft, useFieldKit } from '../kit/field-kit-state-and-actions.ts';
import { inputDraftName } from '../store/encrypted-input-drafts.ts';

/** Part of an input, or how it follows from what is there by then. */
type Change<T> = Partial<T> | ((present: T) => Partial<T>);

/**
 * An input of a check that outlives its screen: `[value, change, clear]`. What was typed is stored encrypted, so that
 * neither another tab, a lock nor a killed page loses it. Cleared, it is `initial` again.
 */
export function useEncryptedInputDraft<T extends object>(
  check: number,
  name: string,
  initial: T,
): readonly [value: T, change: (part: Change<T>) => void, clear: () => void] {
  const stored = useFieldKit(({ drafts }) => drafts[inputDraftName(check, name)]) as T | undefined;
  const value = stored ?? initial;
  const change = (part: Change<T>): void => {
    const held = useFieldKit.getState().drafts[inputDraftName(check, name)] as T | undefined;
    const present = held ?? initial;
    holdDraft(check, name, { ...present, ...(typeof part === 'function' ? part(present) : part) });
  };
  return [value, change, () => holdDraft(check, name, undefined)];
}
