import { holdDraft, useKit } from '../kit/kit-state-and-actions.ts';
import { draftName } from '../store/drafts.ts';

/**
 * An input of a check that outlives its screen: `[value, change, clear]`. What was typed is stored encrypted, so that
 * neither another tab, a lock nor a killed page loses it. Cleared, it is `initial` again.
 */
export function useEncryptedDraft<T extends object>(
  check: number,
  name: string,
  initial: T,
): readonly [value: T, change: (part: Partial<T>) => void, clear: () => void] {
  const stored = useKit(({ drafts }) => drafts[draftName(check, name)]) as T | undefined;
  const value = stored ?? initial;
  const change = (part: Partial<T>): void => {
    const present = useKit.getState().drafts[draftName(check, name)] as T | undefined;
    holdDraft(check, name, { ...(present ?? initial), ...part });
  };
  return [value, change, () => holdDraft(check, name, undefined)];
}
