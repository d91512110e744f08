import type { FormValues } from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { readJson, removeKey, writeJson } from '#web/session/json-storage-with-memory-fallback.ts';

const key = 'enterpriseDraft';
/** Ms for which a draft is stored in this browser (domain reference §2.B). */
const life = 7 * 86_400_000;

export interface StoredApplicationDraft {
  /** Ms since 1970. */
  at: number;
  step: string;
  values: FormValues;
}

/** The draft stored in this browser. Separate from the form's code, which the start page does not load. */
export function readStoredDraft(): StoredApplicationDraft | undefined {
  const stored = readJson<StoredApplicationDraft>(localStorage, key);
  if (!stored || typeof stored.at !== 'number' || typeof stored.values !== 'object' || stored.values === null)
    return undefined;
  if (Date.now() - stored.at <= life) return stored;
  deleteStoredDraft();
  return undefined;
}

export const writeStoredDraft = (draft: StoredApplicationDraft): void => void writeJson(localStorage, key, draft);

export const deleteStoredDraft = (): void => removeKey(localStorage, key);
