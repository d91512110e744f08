import { type RefObject, useState } from 'react';
import { isCancelled, WireError } from '#web/http/client.ts';

/** Error messages by field name; `form` for none of them. */
export type ErrorsByField = Readonly<Record<string, string>>;

/**
 * Error messages of a refusal by field. `renamed`: fields the server names differently; `otherwise`: the field of a
 * refusal that names none.
 */
export function errorsByField(
  error: Error,
  renamed: Readonly<Record<string, string>> = {},
  otherwise = 'form',
): ErrorsByField {
  const named = error instanceof WireError ? Object.entries(error.errors ?? {}) : [];
  if (named.length === 0) {
    const about = error instanceof WireError && error.reason === 'captcha' ? 'captcha' : otherwise;
    return { [about]: error.message };
  }
  return Object.fromEntries(named.map(([name, [message = error.message]]) => [renamed[name] ?? name, message]));
}

export interface FormSubmission {
  readonly faults: ErrorsByField;
  readonly busy: boolean;
  /** Shows the messages and focuses the first field with one; true if there are any. */
  refuse(found: ErrorsByField): boolean;
  /** Takes away the messages of fields that are being filled in, and of what is within them. */
  forgive(names: readonly string[]): void;
  /** Runs `work` and shows its refusal; `place` returns undefined when it handled the error itself. */
  attempt(work: () => Promise<void>, place?: (error: Error) => ErrorsByField | undefined): Promise<void>;
}

/** Submission of a form: one call at a time, with its refusal at the right fields. */
export function useFormSubmission(form?: RefObject<HTMLElement | null>): FormSubmission {
  const [faults, setFaults] = useState<ErrorsByField>({});
  const [busy, setBusy] = useState(false);
  const refuse = (found: ErrorsByField): boolean => {
    setFaults(found);
    const inputs = [
      ...(form?.current?.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
        'input, select, textarea',
      ) ?? []),
    ];
    inputs.find(({ name }) => found[name] !== undefined)?.focus();
    return Object.keys(found).length > 0;
  };
  const attempt: FormSubmission['attempt'] = async (work, place = errorsByField) => {
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
  const forgive = (names: readonly string[]): void =>
    setFaults((before) => {
      const remaining = Object.entries(before).filter(
        ([name]) => !names.some((one) => name === one || name.startsWith(`${one}.`)),
      );
      return remaining.length === Object.keys(before).length ? before : Object.fromEntries(remaining);
    });
  return { faults, busy, refuse, forgive, attempt };
}
