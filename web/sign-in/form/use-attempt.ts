import { type RefObject, useState } from 'react';
import { isCancelled, WireError } from '#web/http/client.ts';

/** What is wrong, by the name of its field; `form` is about none of them. */
export type Faults = Readonly<Record<string, string>>;

/**
 * What a refusal says, at the fields it names. `renamed`: what the server calls otherwise than the page; `otherwise`: the
 * field a refusal belongs to that names none.
 */
export function faultsOf(error: Error, renamed: Readonly<Record<string, string>> = {}, otherwise = 'form'): Faults {
  const named = error instanceof WireError ? Object.entries(error.errors ?? {}) : [];
  if (named.length === 0) {
    const about = error instanceof WireError && error.reason === 'captcha' ? 'captcha' : otherwise;
    return { [about]: error.message };
  }
  return Object.fromEntries(named.map(([name, [message = error.message]]) => [renamed[name] ?? name, message]));
}

export interface Attempt {
  readonly faults: Faults;
  readonly busy: boolean;
  /** Shows what is wrong, with the keyboard at the first of it; true when something is. */
  refuse(found: Faults): boolean;
  /** Does it, and shows what is said against it; `place` answers nothing where that leads elsewhere. */
  attempt(work: () => Promise<void>, place?: (error: Error) => Faults | undefined): Promise<void>;
}

/** What the forms before sign-in, and those like them, do with a call: one at a time, and its refusal where it belongs. */
export function useAttempt(form?: RefObject<HTMLElement | null>): Attempt {
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const refuse = (found: Faults): boolean => {
    setFaults(found);
    const inputs = [
      ...(form?.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? []),
    ];
    inputs.find(({ name }) => found[name] !== undefined)?.focus();
    return Object.keys(found).length > 0;
  };
  const attempt: Attempt['attempt'] = async (work, place = faultsOf) => {
    if (busy) return;
    setBusy(true);
    setFaults({});
    try {
      await work();
    } catch (error) {
      if (isCancelled(error)) return;
      if (!(error instanceof Error)) throw error;
      const found = place(error);
      if (found) refuse(found);
    } finally {
      setBusy(false);
    }
  };
  return { faults, busy, refuse, attempt };
}
