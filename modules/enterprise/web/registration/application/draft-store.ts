import type { FormValues } from '#web/form/state/form-values.ts';
import { readJson, removeKey, writeJson } from '#web/session/storage.ts';

const key = 'enterpriseDraft';
/** Ms for which a draft is stored in this browser (domain reference §2.B). */
const life = 7 * 86_400_000;

export interface Draft {
  /** Ms since 1970. */
  at: number;
  step: string;
  values: FormValues;
}

/** The draft stored in this browser. Separate from the form's code, which the start page does not load. */
export function readDraft(): Draft | undefined {
  const stored = readJson<Draft>(localStorage, key);
  if (!stored || typeof stored.at !== 'number' || typeof stored.values !== 'object' || stored.values === null)
    return undefined;
  if (Date.now() - stored.at <= life) return stored;
  dropDraft();
  return undefined;
}

export const writeDraft = (draft: Draft): void => void writeJson(localStorage, key, draft);

export const dropDraft = (): void => removeKey(localStorage, key);
